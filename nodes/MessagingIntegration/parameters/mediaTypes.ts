// Tests: test/engine/acceptedFiles.test.ts
/** The types of files that every phone shows or plays, by the type of content that they have. Any other file is a document. */
const shown: Record<string, RegExp> = {
	image: /^image\/(?:p?jpe?g|png|webp|gif)$/,
	video: /^video\/(?:mp4|3gpp?|quicktime|webm)$/,
	audio: /^audio\/(?:mpeg|mp3|mp4|(?:x-)?m4a|aac|x-aac|ogg|opus|amr|(?:x-)?wave?|vnd\.wave|webm)$/,
};

const kinds = Object.keys(shown);

/** The types that carry a media object (API reference, part 2). */
export const mediaTypes = [...kinds, 'document'];

const bare = (mimeType: string) => mimeType.replace(/;[^]*/, '').trim().toLowerCase();

/** The content type for a file. */
export const typeFor = (mimeType: string) =>
	kinds.find((kind) => shown[kind]?.test(bare(mimeType))) ?? 'document';

/** Whether a file is no image, video or audio, though it is sent as one. Of some types, such as Ogg, nobody can tell. */
export function isOtherType(contentType: string, mimeType: string): boolean {
	const canBeAny = /^application\/(?:octet-stream|ogg|mp4)$/.test(bare(mimeType));
	return kinds.includes(contentType) && !canBeAny && !bare(mimeType).startsWith(`${contentType}/`);
}
