import type { ContentType, Media } from '../api/endpoints';
import { check, invalidInput, quoted } from '../api/failure';
import type { Parameters } from '../n8n/parameters';
import { contentForm, freeFormOf, jsonObject } from './freeForm';
import { caption, type MediaSource, mediaUrl, storageRef, text } from './rules';

/** The media object. If the file is uploaded first, its reference is added later. */
function media(parameters: Parameters, itemIndex: number, source: MediaSource): Media {
	const read = (name: string) => parameters.get(name, itemIndex, '');
	const words = check(caption, read('caption'));
	return {
		...(source === 'url' && { url: check(mediaUrl, read('mediaUrl')) }),
		...(source === 'storageRef' && { storageRef: check(storageRef, read('storageRef')) }),
		...(words !== undefined && { caption: words }),
	};
}

/** Users who know the service's API may paste a whole request. */
function isWholeRequest({ to, content }: Record<string, unknown>): boolean {
	return typeof content === 'object' && content !== null && (to !== undefined || 'type' in content);
}

/** The content of a type whose fields the reference does not show: the user's fields, and the chosen type. */
function otherContent(parameters: Parameters, itemIndex: number, type: ContentType): object {
	const given = freeFormOf(parameters, itemIndex, contentForm);
	if (isWholeRequest(given)) {
		throw invalidInput(
			'The content is a complete request',
			'Enter only what is inside its "content" in "Content JSON", and its "to" in the parameter "To".',
		);
	}
	if (given.type !== undefined && given.type !== type) {
		throw invalidInput(
			`The content says type ${quoted(JSON.stringify(given.type))}, but "${type}" is chosen`,
			'Leave "type" out of the content, or choose the same in the parameter "Content Type".',
		);
	}
	const content = { ...given, type };
	if (Object.keys(content).length === 1) {
		throw invalidInput(
			`The ${type} is empty`,
			'Enter its fields in "Content Fields" or "Content JSON". The documentation of the service names them.',
		);
	}
	return content;
}

/** Adds fields that the reference does not show to those that have a parameter of their own. */
function additionalTo(content: object, given: unknown): object {
	if (given === undefined) return content;
	const additional = jsonObject(given, 'The additional content', 'option "Additional Content"');
	const replaced = ['type', 'text', 'media'].find((name) => name in additional);
	if (replaced !== undefined) {
		throw invalidInput(
			`The additional content cannot have the field "${replaced}"`,
			`The option "Additional Content" is for other fields. Remove "${replaced}" there: other parameters of the node set it.`,
		);
	}
	return { ...content, ...additional };
}

/**
 * The content object of an item (API reference, part 2).
 * @param source where the file comes from; undefined for a type without a file
 */
export function contentOf(
	parameters: Parameters,
	itemIndex: number,
	type: ContentType,
	source: MediaSource | undefined,
): object {
	const { additionalContent } = parameters.options(itemIndex);
	if (type === 'text') {
		return additionalTo(
			{ type, text: check(text, parameters.get('text', itemIndex)) },
			additionalContent,
		);
	}
	if (source !== undefined)
		return additionalTo({ type, media: media(parameters, itemIndex, source) }, additionalContent);
	return otherContent(parameters, itemIndex, type);
}
