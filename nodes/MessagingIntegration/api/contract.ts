import * as z from 'zod/v4';

/** API reference, part 2: the allowed values of `content.type`. */
export const contentTypes = [
	'text',
	'image',
	'video',
	'audio',
	'document',
	'location',
	'contact',
	'poll',
	'buttons',
	'list',
	'reaction',
] as const;

export type ContentType = (typeof contentTypes)[number];

/** API reference, part 2: a media object refers to its file by either `url` or `storageRef`. */
export interface Media {
	url?: string;
	storageRef?: string;
	caption?: string;
}

/** API reference, part 2: the answer to a media upload. Other fields are passed through. */
export const uploadAnswer = z.looseObject({ storageRef: z.string().min(1) });
