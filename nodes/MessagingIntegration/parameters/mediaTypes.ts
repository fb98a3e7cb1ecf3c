/** The types of content that files of one kind have. Any other file is a document. */
const kinds = ['image', 'video', 'audio'];

/** The types that carry a media object (API reference, part 2). */
export const mediaTypes = [...kinds, 'document'];

/** The content type for a file. */
export const typeFor = (mimeType: string) =>
	kinds.find((kind) => mimeType.toLowerCase().startsWith(`${kind}/`)) ?? 'document';

/** Whether a file is no image, video or audio, though it is sent as one. Of some types, such as Ogg, nobody can tell. */
export function isOtherType(contentType: string, mimeType: string): boolean {
	const canBeAny = /^application\/(?:octet-stream|ogg|mp4)\b/i.test(mimeType);
	return kinds.includes(contentType) && !canBeAny && typeFor(mimeType) !== contentType;
}
