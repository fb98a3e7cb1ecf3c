/**
 * An element with its attributes and children. Children that are false or undefined are left out. What a message says
 * becomes text and never HTML, because anybody may have written it.
 */
export function element(name, attributes, ...children) {
	const made = document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
	made.append(...children.filter((child) => child !== undefined && child !== false));
	return made;
}

/** A text with its web addresses as links. Each link opens exactly the address that it shows. */
function withLinks(text) {
	// split() returns what the group matched at odd indexes. Punctuation after an address is not part of it.
	return text
		.split(/(https?:\/\/[^\s<>"]*[^\s<>".,:;!?'()[\]{}])/i)
		.map((piece, place) =>
			place % 2 === 0 || !URL.canParse(piece)
				? piece
				: element('a', { href: piece, target: '_blank', rel: 'noreferrer' }, piece),
		);
}

const words = (text) =>
	text === undefined ? undefined : element('p', { dir: 'auto' }, ...withLinks(text));

/** Names and values; lists inside them as lists. Deeper than anybody reads, as JSON. */
function fields(value, levels = 6) {
	if (typeof value !== 'object' || value === null || levels === 0)
		return element(
			'span',
			{},
			...withLinks(typeof value === 'string' ? value : JSON.stringify(value)),
		);
	if (Array.isArray(value)) {
		const entries = value.map((entry) => element('li', {}, fields(entry, levels - 1)));
		return element('ul', { dir: 'auto' }, ...entries);
	}
	const given = Object.entries(value).filter(([, entry]) => entry !== undefined);
	if (given.length === 0) return undefined;
	const rows = given.map(([name, entry]) =>
		element(
			'div',
			{},
			element('dt', {}, `${name}:`),
			' ',
			element('dd', {}, fields(entry, levels - 1)),
		),
	);
	return element('dl', { dir: 'auto' }, ...rows);
}

/** A picture, video or sound; any other file, and what the browser cannot show, as a download. */
function storedFile(type, storageRef, file) {
	const src = `/_sandbox/media?ref=${encodeURIComponent(storageRef)}`;
	const name = file?.fileName || 'file without a name';
	const about = file ? ` (${file.mimeType}, ${file.size.toLocaleString()} bytes)` : '';
	const link = element('a', { href: src, download: name }, `Download ${name}${about}`);
	if (!file?.mimeType.startsWith(`${type}/`)) return [link];
	const label = `${type} ${name}`;
	const shown =
		type === 'image'
			? element('img', { src, alt: `Picture ${name}` })
			: element(type, { src, controls: '', 'aria-label': label });
	// The link after it appears instead of it.
	shown.onerror = () => (shown.hidden = true);
	return [shown, link];
}

/** Text, file and caption of a message; names and values of everything else, for which the service's reference shows no fields. */
export function contentOf({ content, file }) {
	const { type, text, media, ...others } = content;
	if (type === 'typing') return [element('em', {}, 'typing…')];
	if (type === 'read') return [element('em', {}, 'marked as read')];
	if (type === 'text') return [words(text), fields({ media, ...others })];
	const kind = element('small', {}, type);
	if (!media || !/^(image|video|audio|document)$/.test(type))
		return [kind, fields({ ...content, type: undefined })];
	const { url, storageRef, caption, ...more } = media;
	const stored = storageRef === undefined ? [] : storedFile(type, storageRef, file);
	// Files elsewhere are not loaded, so that opening this page contacts no other server.
	return [kind, ...stored, words(url), words(caption), fields({ text, ...more, ...others })];
}
