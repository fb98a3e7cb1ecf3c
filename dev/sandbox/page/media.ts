import type { AttachedFile } from '../mailbox';
import { element } from './element';

/** An uploaded file as the type of the message wants it, or as a document where it is something else. */
export function storedFile(type: string, storageRef: string, file?: AttachedFile): HTMLElement {
	const address = `/_sandbox/media?ref=${encodeURIComponent(storageRef)}`;
	const name = file?.fileName || 'file without a name';
	const asDocument = () => documentCard(address, name, file);
	if (!file?.mimeType.startsWith(`${type}/`)) return asDocument();

	const shown = playable(type, address, name);
	// What cannot be shown after all can still be had.
	shown.addEventListener('error', () => shown.replaceWith(asDocument()));
	return shown;
}

function playable(type: string, src: string, name: string): HTMLElement {
	if (type === 'image') return element('img', { class: 'picture', src, alt: `Picture ${name}`, loading: 'lazy' });
	const isVideo = type === 'video';
	const label = `${isVideo ? 'Video' : 'Audio'} ${name}`;
	return element(isVideo ? 'video' : 'audio', { src, controls: true, preload: 'metadata', 'aria-label': label });
}

function documentCard(href: string, name: string, file?: AttachedFile): HTMLElement {
	const about = file ? `${file.mimeType}, ${fileSize(file.size)}` : 'unknown type and size';
	return element(
		'div',
		{ class: 'document' },
		element('bdi', { class: 'file-name' }, name),
		element('span', { class: 'about' }, about),
		element('a', { href, download: name, 'aria-label': `Download ${name}` }, 'Download'),
	);
}

/** @param bytes as people read them: 1.2 MB */
function fileSize(bytes: number): string {
	const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
	const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
	return new Intl.NumberFormat('en', {
		style: 'unit',
		unit: units[power],
		unitDisplay: power === 0 ? 'long' : 'short',
		maximumFractionDigits: 1,
	}).format(bytes / 1000 ** power);
}
