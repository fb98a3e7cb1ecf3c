import { filetypeinfo } from 'magic-bytes.js';

import { isBase64 } from './adviceOnFiles';

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

/** The types of texts that can begin in any way, unlike those of tables, calendars and contacts. */
const anyText = String.raw`text\/(?!csv|tab-separated|calendar|(?:x-)?vcard)`;
/** What stands in front of `xml` or `json` in a type: `application/`, `application/geo+`. */
const inFront = String.raw`[\w.-]+\/(?:[\w.-]+\+|x-nd)?`;

/** How a web page, XML and JSON begin, such as the page of a sign-in, and the types of files that can begin so. */
const beginnings: Array<[begin: RegExp, types: RegExp]> = [
	[
		/^(?:<!doctype html|<html\b|<\?xml\b)/i,
		new RegExp(`^(?:${anyText}|image/svg|${inFront}x(?:ht)?ml)`, 'i'),
	],
	[/^(?:\{\s*["}]|\[\s*[[{"\]])/, new RegExp(`^(?:${anyText}|${inFront}(?:json|javascript))`, 'i')],
];

const isOfText = (type: string) =>
	/^text\//i.test(type) || beginnings.some(([, types]) => types.test(type));

/** What becomes of the beginning of a data URL if all of it is read as base64. No file of any type begins so. */
const wasDataUrl = /^data(?:application|audio|image|text|video)\//;

/**
 * Whether a type is that of a PDF, or of a picture or a recording as people send them. Others can be texts: drawings, lists
 * of songs, and TypeScript, which has the ending of a video.
 */
function kindOf(type: string): string | undefined {
	const media =
		/^(?:application\/(?:x-)?(pdf)|(image)\/(?:p?jpe?g|png|gif|webp|hei[cf]|avif|tiff|bmp)|(audio|video)\/(?:x-|vnd\.)?(?:mpe?g|mp[34]|m4[av]|ogg|opus|wave?|aac|amr|flac|webm|3gpp2?|quicktime|matroska|msvideo|avi))\b/i;
	return media.exec(type)?.slice(1).find(Boolean)?.toLowerCase().replace('video', 'audio');
}

/** Whether a file that is a PDF or a medium by one of its types begins as one of another kind, or with words: "Access Denied". */
function isOtherMedium(head: Uint8Array, types: string[]): boolean {
	const kinds = types.map(kindOf).filter((kind) => kind !== undefined);
	if (kinds.length === 0) return false;
	const shown = kindOf(mediaTypeIn(head) ?? '');
	if (shown !== undefined) return kinds.some((kind) => kind !== shown);
	return isText(head) && /\S\s+\S/.test(latin1(head)) && !latin1(head).includes('%PDF-');
}

/**
 * Whether a file begins as a web page, XML, JSON, base64, words or a file of another kind, although one of its types says
 * otherwise. A column of numbers, which some programs call a spreadsheet, reads like base64.
 * @param head its first bytes
 * @param types what the file says, and what its name does
 */
export function beginsAsOther(head: Uint8Array, types: string[]): boolean {
	if (wasDataUrl.test(Buffer.from(head).toString('base64'))) return true;
	const telling = types.filter((type) => !saysNothing.test(type));
	const text = latin1(head)
		.replace(/^\xef\xbb\xbf/, '')
		.trimStart();
	const [, canBegin] = beginnings.find(([begin]) => begin.test(text)) ?? [];
	if (canBegin && telling.some((type) => !canBegin.test(type))) return true;
	if (telling.length === 0) return false;
	return (!types.some(isOfText) && isBase64(text)) || isOtherMedium(head, types);
}
