'use strict';

const list = document.getElementById('messages');
const none = document.getElementById('none');

// Whatever was received goes in as text, never as markup.
function element(name, className, text) {
	const made = document.createElement(name);
	made.className = className;
	made.textContent = text;
	return made;
}

function picture(storageRef) {
	const made = element('img', 'picture', '');
	made.src = `/_sandbox/media?ref=${encodeURIComponent(storageRef)}`;
	made.alt = 'Uploaded picture';
	return made;
}

function contentOf({ type, text, media, ...rest }) {
	if (type === 'text') return [element('p', 'text', text)];
	if (!media) return [element('pre', 'fields', JSON.stringify(rest, null, 2))];
	const { url, storageRef, caption } = media;
	// A foreign url is shown, not loaded: looking at the page tells nobody anything.
	const shown = type === 'image' && storageRef ? picture(storageRef) : element('p', 'text', url ?? storageRef);
	return caption ? [shown, element('p', 'caption', caption)] : [shown];
}

function show({ instanceId, to, content, acceptedAt }) {
	const item = document.createElement('li');
	const time = new Date(acceptedAt).toLocaleTimeString();
	item.append(element('p', 'about', `${content.type} to ${to} through ${instanceId}, ${time}`), ...contentOf(content));
	list.prepend(item);
	none.hidden = true;
}

const events = new EventSource('/_sandbox/events');
events.addEventListener('message', ({ data }) => show(JSON.parse(data)));
events.addEventListener('cleared', () => {
	list.replaceChildren();
	none.hidden = false;
});
