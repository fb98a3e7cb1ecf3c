import type { INodePropertyOptions } from 'n8n-workflow';

import { type ContentType, contentTypes } from '../api/endpoints';

/** The types that carry a media object (API reference, part 2). */
export const mediaTypes: ContentType[] = ['image', 'video', 'audio', 'document'];

/** The types whose fields the reference does not show. */
export const otherTypes = contentTypes
	.filter((type) => type !== 'text' && !mediaTypes.includes(type))
	.sort();

/** How the editor offers each type: the most common ones first, then the others by name. */
const offered: Record<ContentType, [name: string, description: string]> = {
	text: ['Text', 'Words, links and emojis'],
	image: ['Image', 'A picture, with a caption if you like'],
	audio: ['Audio', 'A voice recording or a piece of music'],
	buttons: ['Buttons', 'A text with buttons to answer with'],
	contact: ['Contact', 'The name and number of a person'],
	document: ['Document', 'A file such as a PDF'],
	list: ['List', 'A list of entries to choose from'],
	location: ['Location', 'A place on the map'],
	poll: ['Poll', 'A question with answers to vote for'],
	reaction: ['Reaction', 'An emoji on an earlier message'],
	video: ['Video', 'A film, with a caption if you like'],
};

export const contentTypeOptions: INodePropertyOptions[] = Object.entries(offered).map(
	([value, [name, description]]) => ({
		name,
		value,
		description,
	}),
);
