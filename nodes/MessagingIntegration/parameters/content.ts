// Tests: test/unit/contract.test.ts, test/engine/checkedBeforeSending.test.ts
import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { isObject } from '../service/json';
import { refusal, refuses } from '../words/refusal';
import { webAddressOf } from '../service/webAddressOf';
import { fileIn, isFile } from '../n8n/files';
import type { Parameters } from '../n8n/parameters';
import { kindOfNoName } from './kindOfNoName';
import { place, text, words } from './check';
import { field, withNames, shownOnlyFor, choice } from './editorFields';
import { optionalBinaryField } from './files';
import { freeForm } from './freeForm';
import { converted } from './markdown';
import { mediaTypes } from './mediaTypes';
import { optionOf } from './options';
import { asWords, optionalText, typedText } from './typedValues';

/** The types whose fields the reference shows, or that take the media object. */
const knownTypes = ['text', 'file', ...mediaTypes];

/** What the editor shows as an example of the other types. The reference shows no fields for them. */
const examples: Record<string, object> = {
	buttons: { text: 'Does Tuesday suit you?', buttons: [{ title: 'Yes' }] },
	contact: { name: 'Ada Lovelace', phone: '15551234567' },
	list: {
		text: 'Choose a size',
		button: 'Sizes',
		sections: [{ title: 'Sizes', rows: [{ title: 'Small' }] }],
	},
	location: { latitude: 52.52, longitude: 13.405, name: 'Office' },
	poll: { question: 'Tea or coffee?', options: ['Tea', 'Coffee'] },
	reaction: { messageId: 'the ID of the message', emoji: 'an emoji' },
};

const otherTypes = Object.keys(examples);

/** The other contents take any field anyway. */
export const showOnlyForKnown = { show: { '/contentType': knownTypes } };

const showOnlyForFiles = [
	{ show: { '/contentType': mediaTypes, '/mediaSource': ['binary'] } },
	{ show: { '/contentType': ['file'] } },
];

/** An option of messages with a file of the item, once for each way to choose such a message. */
export const forFiles = (option: INodeProperties): INodeProperties[] =>
	showOnlyForFiles.map((displayOptions) => ({ ...option, displayOptions }));

/**
 * What n8n's editor writes if the model is to fill in a parameter. n8n does not show a parameter's description to the
 * model, so the value contains the words for the model.
 */
const writtenByModel =
	"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Text', `The text of the message`, 'string') }}";

const showOnlyForMedia = { show: { contentType: mediaTypes } };

/** The editor says of these types that their fields have to be entered. */
const other = (name: string, description: string): [string, string] => [
	name,
	`${description}. You enter its fields.`,
];

const form = freeForm('Content');

/** How what was entered in its fields is looked at. */
export const formLooks = form.looks;

const example = (type: string): INodeProperties => ({
	displayName: `Enter the fields of the ${type} below. The service's documentation names them; this example is a guess: <code>${JSON.stringify(examples[type])}</code>`,
	name: 'contentExample',
	type: 'notice',
	default: '',
	displayOptions: { show: { contentType: [type] } },
});

export const content = withNames({
	contentType: choice(
		'Content Type',
		{
			text: ['Text', 'Words, links and emojis'],
			image: ['Image', 'A picture, with a caption if you like'],
			document: ['Document', 'A file such as a PDF'],
			file: ['File (Type by the File)', 'An image, video, audio or document, as each file is'],
			video: ['Video', 'A film, with a caption if you like'],
			audio: ['Audio', 'A voice recording or a piece of music'],
			buttons: other('Buttons', 'A text with buttons to answer with'),
			contact: other('Contact', 'The name and number of a person'),
			list: other('List', 'A list of entries to choose from'),
			location: other('Location', 'A place on the map'),
			poll: other('Poll', 'A question with answers to vote for'),
			reaction: other('Reaction', 'An emoji on an earlier message'),
		},
		{
			description: 'What kind of message to send. Not every instance supports every type.',
			builderHint: {
				propertyHint:
					'"text", "file", "image", "document", "video" and "audio" have parameters of their own. The fields of the other types are not documented: ask the user for them, and enter them in contentFields or contentJson.',
			},
		},
	),
	text: {
		field: field('string', 'Text', '', {
			typeOptions: { rows: 4 },
			placeholder: 'e.g. Your order is on its way',
			description: 'The text of the message',
		}),
		rule: typedText('text', asWords),
		looks: text,
	},
	mediaSource: choice(
		'Media Source',
		{
			binary: ['Input Data', 'A file of the input item, which is uploaded first'],
			storageRef: ['Storage Reference', 'A file that Media: Upload has uploaded'],
			url: ['URL', 'A file at a publicly reachable address'],
		},
		{ description: 'Where the file comes from', displayOptions: showOnlyForMedia },
	),
	storageRef: {
		field: field('string', 'Storage Reference', '', {
			placeholder: 'e.g. {{ $json.storageRef }}',
			hint: 'The storageRef in the output of Media: Upload, on the same instance',
			description: 'The reference to the uploaded file',
		}),
		looks: place('storageReference'),
		rule: typedText('storageReference')
			// The cell of a table can end with a line break. A space may belong to the reference.
			.transform((reference) =>
				reference.replace(/^[\r\n]+/, '').replace(/(?<![\r\n])[\r\n]+$/, ''),
			),
	},
	mediaUrl: {
		field: field('string', 'Media URL', '', {
			placeholder: 'e.g. https://example.com/photo.png',
			description: 'The address of the file. The service fetches it.',
		}),
		looks: place('mediaUrl'),
		rule: typedText('mediaUrl')
			.transform((url) => url.trim())
			.refine((url) => !/^https?:\/\/.*[,;|\s]https?:\/\//is.test(url), {
				error: refuses('severalAddresses'),
			})
			.refine((url) => !/^https?:\/\/https?:\/\//i.test(url), {
				error: refuses('addressBeginsTwice'),
			})
			.transform((url) => url.replaceAll(' ', '%20')),
	},
	caption: {
		field: field('string', 'Caption', '', {
			typeOptions: { rows: 2 },
			placeholder: 'e.g. Our new office',
			description: 'Text shown with the media',
			displayOptions: { show: { contentType: ['file', ...mediaTypes] } },
		}),
		rule: optionalText('caption', asWords),
		looks: words,
	},
});

/** The text if the node is the tool of an AI agent. */
const textByModel: INodeProperties = {
	...content.text.field,
	default: writtenByModel,
	// In this order: n8n does not look at what stands behind an expression.
	displayOptions: { show: { '@tool': [true], contentType: ['text'] } },
};

/**
 * A parameter that n8n demands before it starts. If a choice is an expression, n8n demands what depends on it without
 * showing it, so a second definition, which nothing but an expression shows, demands nothing.
 * @param hide where else n8n does not demand it
 */
function required(
	types: string[],
	parameter: INodeProperties,
	hide: NonNullable<IDisplayOptions['hide']>,
): INodeProperties[] {
	const others = [...knownTypes, ...otherTypes].filter((type) => !types.includes(type));
	const contentType = [...others, { _cnd: { startsWith: '=' } }];
	const ofExpression =
		'mediaSource' in hide ? { contentType: types, mediaSource: [] } : { contentType: [] };
	return [
		{ ...parameter, required: true, displayOptions: { hide: { contentType, ...hide } } },
		{ ...parameter, displayOptions: { show: ofExpression } },
	];
}

const unless = (source: string) => ({ mediaSource: [{ _cnd: { not: source } }] });

/** The parameters of a message's content, in the order in which a person fills them in. */
export const contentFields: INodeProperties[] = [
	content.contentType.field,
	...required(['text'], content.text.field, { '@tool': [true] }),
	textByModel,
	content.mediaSource.field,
	shownOnlyFor({ contentType: mediaTypes, mediaSource: ['binary'] }, optionalBinaryField),
	shownOnlyFor({ contentType: ['file'] }, optionalBinaryField),
	...required(mediaTypes, content.storageRef.field, unless('storageRef')),
	...required(mediaTypes, content.mediaUrl.field, unless('url')),
	content.caption.field,
	...otherTypes.map(example),
	...[form.specify, form.fields, form.json].map((one) =>
		shownOnlyFor({ contentType: otherTypes }, one),
	),
];

/** The address of a file, for the service to fetch. */
function mediaUrlOf(parameters: Parameters, itemIndex: number): string {
	const given = parameters.get('mediaUrl', itemIndex);
	const isFieldName = typeof given === 'string' && fileIn(parameters.context, itemIndex, given);
	if (isFile(given) || isFieldName) throw refusal('mediaUrlIsFile');
	if (Array.isArray(given) && given.length > 1)
		throw refusal('mediaUrlIsList', { count: given.length });
	if ([given].flat().some(isObject)) throw refusal('mediaUrlIsObject');
	const url = parameters.read(content.mediaUrl, itemIndex);
	if (webAddressOf(url) === undefined) throw refusal('noWebAddress', { is: kindOfNoName(url) });
	return url;
}

/** Half an emoji, as an expression can cut it off, is no text in JSON for many services. */
const wellFormed = (given: object) =>
	JSON.parse(JSON.stringify(given), (_, value: unknown) =>
		typeof value === 'string' ? value.toWellFormed() : value,
	) as object;

/** The content of a type whose fields the reference does not show: the user's fields, and the chosen type. */
function otherContent(parameters: Parameters, itemIndex: number, type: string): object {
	const given = form.read(parameters, itemIndex);
	// Users who know the service's API may paste a whole request.
	if (isObject(given.content) && (given.to !== undefined || 'type' in given.content))
		throw refusal('contentIsRequest');
	if (given.type !== undefined && given.type !== type)
		throw refusal('contentOfOtherType', { says: JSON.stringify(given.type), chosen: type });
	const complete = { ...wellFormed(given), type };
	if (Object.keys(complete).length > 1) return complete;
	throw refusal('contentEmpty', { type });
}

/** Adds fields that the reference does not show to those that have a parameter of their own. */
export function withAdditional(parameters: Parameters, itemIndex: number, content: object): object {
	const additional = optionOf(parameters.options(itemIndex), 'additionalContent');
	const replaced = ['type', 'text', 'media'].find((name) => name in additional);
	if (replaced !== undefined) throw refusal('additionalContentReplaces', { name: replaced });
	return { ...content, ...additional };
}

/**
 * The content object of an item (API reference, part 2), and whether files of the item are to be uploaded first: it gets
 * their references later.
 */
export function contentObject(parameters: Parameters, itemIndex: number) {
	const contentType = parameters.read(content.contentType, itemIndex);
	if (contentType in examples) {
		const other = otherContent(parameters, itemIndex, contentType);
		return { contentType, content: other, hasFiles: false };
	}
	const complete = (fields: object) =>
		withAdditional(parameters, itemIndex, { type: contentType, ...fields });
	const how = () => optionOf(parameters.options(itemIndex), 'markdown');
	if (contentType === 'text') {
		const text = converted(parameters.read(content.text, itemIndex), how()).toWellFormed();
		return { contentType, content: complete({ text }), hasFiles: false };
	}
	const isAnyFile = contentType === 'file';
	const source = isAnyFile ? 'binary' : parameters.read(content.mediaSource, itemIndex);
	const caption = parameters.read(content.caption, itemIndex);
	// Its file is either the `url` or the `storageRef` (API reference, part 2).
	const media = {
		...(source === 'url' && { url: mediaUrlOf(parameters, itemIndex) }),
		...(source === 'storageRef' && { storageRef: parameters.read(content.storageRef, itemIndex) }),
		...(caption !== undefined && { caption: converted(caption, how()).toWellFormed() }),
	};
	return { contentType, content: complete({ media }), hasFiles: source === 'binary' };
}
