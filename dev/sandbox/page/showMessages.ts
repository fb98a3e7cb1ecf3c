import type { AttachedFile, Message } from '../messageStore';
import { element, part, withLinks } from './element';

interface Conversation {
	section: HTMLElement;
	list: HTMLOListElement;
}

const conversations = new Map<string, Conversation>();
/** The messages on the page, by time and ID, because a restarted sandbox counts its IDs from 1 again. */
const items = new Map<string, HTMLLIElement>();

/** Shows the messages by recipient; the recipient of the newest message comes first. */
export function showMessages(messages: Message[], total: number): void {
	part('count').textContent =
		messages.length < total
			? `The latest ${messages.length} of ${total.toLocaleString()} messages`
			: `${total} messages`;
	part('empty').hidden = total > 0;
	const current = new Map(
		messages.map((message) => [`${message.acceptedAt} ${message.id}`, message]),
	);
	for (const [key, item] of items) {
		if (!current.has(key) && items.delete(key)) item.remove();
	}
	for (const [key, message] of current) {
		if (!items.has(key)) items.set(key, add(message));
	}
	for (const [key, { section, list }] of conversations) {
		if (!list.firstElementChild && conversations.delete(key)) section.remove();
	}
}

function add(message: Message): HTMLLIElement {
	const key = JSON.stringify([message.instanceId, message.to]);
	const { section, list } = conversations.get(key) ?? begin(message);
	conversations.set(key, { section, list });
	const item = element(
		'li',
		{},
		...contentOf(message),
		element('time', {}, new Date(message.acceptedAt).toLocaleTimeString()),
	);
	const wasAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 60;
	list.append(item);
	const root = part('conversations');
	if (root.firstElementChild !== section) root.prepend(section);
	if (wasAtEnd) list.scrollTop = list.scrollHeight;
	return item;
}

function begin({ to, instanceId }: Message): Conversation {
	const isNumber = /^\d+$/.test(to);
	const list = element('ol', { 'aria-label': `Messages to ${to}` });
	// A picture that has just loaded has moved the newest message out of view.
	list.addEventListener('load', () => (list.scrollTop = list.scrollHeight), true);
	const mark = element(
		'span',
		{ class: 'mark', title: "The service's reference shows only digits as recipients." },
		'not only digits',
	);
	const heading = element('h2', {}, element('bdi', {}, to), ...(isNumber ? [] : [' ', mark]));
	return {
		section: element(
			'section',
			{},
			heading,
			element('small', {}, 'through ', element('bdi', {}, instanceId)),
			list,
		),
		list,
	};
}

/** Text, file and caption of a message; as JSON everything for which the service's reference shows no fields. */
function contentOf({ content, file }: Message): Node[] {
	const { type, text, media, ...others } = content;
	const nodes: Node[] = [];
	const say = (words: unknown) =>
		typeof words === 'string' && nodes.push(element('p', { dir: 'auto' }, ...withLinks(words)));
	let rest: object = { text, media, ...others };
	if (type === 'text') {
		say(text);
		rest = { media, ...others };
	} else if (['image', 'video', 'audio', 'document'].includes(type) && media) {
		const { url, storageRef, caption, ...more } = media;
		if (storageRef !== undefined) nodes.push(storedFile(type, storageRef, file));
		// Files elsewhere are not loaded, so that opening this page contacts no other server.
		say(url);
		say(caption);
		rest = { text, ...more, ...others };
	}
	const json = JSON.stringify(rest, null, 2);
	if (json !== '{}') nodes.push(element('pre', { dir: 'auto' }, ...withLinks(json)));
	return type === 'text' ? nodes : [element('small', {}, type), ...nodes];
}

/** Shows a picture, video or sound; offers any other file, and what the browser cannot show, as a download. */
function storedFile(type: string, storageRef: string, file?: AttachedFile): HTMLElement {
	const src = `/_sandbox/media?ref=${encodeURIComponent(storageRef)}`;
	const name = file?.fileName || 'file without a name';
	const about = file ? ` (${file.mimeType}, ${file.size.toLocaleString()} bytes)` : '';
	const link = element('a', { href: src, download: name }, `Download ${name}${about}`);
	if (!/^(image|video|audio)$/.test(type) || !file?.mimeType.startsWith(`${type}/`)) return link;
	const shown =
		type === 'image'
			? element('img', { src, alt: `Picture ${name}` })
			: element(type as 'video' | 'audio', {
					src,
					controls: true,
					preload: 'metadata',
					'aria-label': `${type} ${name}`,
				});
	shown.addEventListener('error', () => shown.replaceWith(link));
	return shown;
}
