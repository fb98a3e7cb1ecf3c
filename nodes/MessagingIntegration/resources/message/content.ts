import {
	caption,
	check,
	type ContentType,
	type Media,
	type MediaSource,
	mediaUrl,
	storageRef,
	text,
} from '../../api/contract';
import { invalidInput } from '../../api/failure';
import { quoted } from '../../api/quoted';
import { contentForm, freeFormOf } from '../freeForm';
import type { Parameters } from '../parameters';

/** The types that carry a media object (API reference, part 2). */
export const mediaTypes: ContentType[] = ['image', 'video', 'audio', 'document'];

/** The media object, without its reference where the file is uploaded first. */
function media(parameters: Parameters, itemIndex: number, source: MediaSource): Media {
	const read = (name: string) => parameters.get(name, itemIndex, '');
	const words = check(caption, read('caption'));
	return {
		...(source === 'url' && { url: check(mediaUrl, read('mediaUrl')) }),
		...(source === 'storageRef' && { storageRef: check(storageRef, read('storageRef')) }),
		...(words !== undefined && { caption: words }),
	};
}

/** The content of the types whose fields the reference does not show: what the user gives, under the chosen type. */
function otherContent(parameters: Parameters, itemIndex: number, type: ContentType): object {
	const given = freeFormOf(parameters, itemIndex, contentForm);
	if (given.type !== undefined && given.type !== type) {
		throw invalidInput(
			`The content says type ${quoted(JSON.stringify(given.type))}, but "${type}" is chosen`,
			'Leave "type" out of the content, or choose the same in the parameter "Content Type".',
		);
	}
	return { type, ...given };
}

/**
 * The content object of an item (API reference, part 2).
 * @param source where its file comes from; undefined for a type that carries none
 */
export function contentOf(
	parameters: Parameters,
	itemIndex: number,
	type: ContentType,
	source: MediaSource | undefined,
): object {
	if (type === 'text') return { type, text: check(text, parameters.get('text', itemIndex)) };
	if (source !== undefined) return { type, media: media(parameters, itemIndex, source) };
	return otherContent(parameters, itemIndex, type);
}
