import { filetypeinfo } from 'magic-bytes.js';

/**
 * Types that servers give to bytes they know nothing about, and what is no type: `image/*`, `jpg`. S3 says
 * `binary/octet-stream`.
 */
export const saysNothing =
	/^(?:[\w*]+\/(?:x-)?(?:octet-stream|binary|download|force-download|unknown|httpd-php)\b|[\w*]+\/\*|[^/]*$)/i;

/** What the table of first bytes takes for something else: voices, and pictures of phones, which it calls films. */
const shownBy: Array<[bytes: RegExp, type: string]> = [
	[/^OggS[^]{24}(?:OpusHead|.vorbis|Speex)/, 'audio/ogg'],
	[/^[^]{4}ftypM4[AB] /, 'audio/mp4'],
	[/^[^]{4}ftyp(?:hei|hev|msf1)/, 'image/heic'],
	[/^[^]{4}ftypavi/, 'image/avif'],
];

const latin1 = (head: Uint8Array) => Buffer.from(head).toString('latin1');

/** The type that the first bytes of a file show; undefined if several kinds begin so, as with a Word document and a ZIP. */
export function typeInBytes(head: Uint8Array): string | undefined {
	const text = latin1(head);
	const [, known] = shownBy.find(([bytes]) => bytes.test(text)) ?? [];
	if (known !== undefined) return known;
	const types = filetypeinfo(head).flatMap(({ mime: type }) => type ?? []);
	// For the table, every "G" begins a film. In one, each packet of 188 bytes does.
	if (types[0] === 'video/mpeg' && head[0] === 71 && head[188] !== 71) return undefined;
	const isCertain = types.length === 1 || !types[0]?.startsWith('application/');
	return isCertain ? types[0] : undefined;
}

/** Whether a file begins with signs that people write, in whatever encoding. */
function isText(head: Uint8Array): boolean {
	return /^[\t\n\f\r -~\xc2-\xf4][\t\n\f\r -~\x80-\xff]*$/.test(latin1(head));
}

/** The type of a PDF, a picture, a video or an audio, if the first bytes show one that is certainly no text. */
export function mediaTypeIn(head: Uint8Array): string | undefined {
	const type = typeInBytes(head);
	if (type?.endsWith('/pdf')) return type;
	// For the table, two signs are enough for a picture.
	return type && /^(?:audio|image|video)\//.test(type) && !isText(head) ? type : undefined;
}
