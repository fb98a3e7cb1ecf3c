import { existsSync } from 'node:fs';
import { join } from 'node:path';

import {
	type AssignmentCollectionValue,
	displayParameter,
	type FromAIArgument,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	traverseNodeParameters,
} from 'n8n-workflow';

import { description, methods, root } from './built';

const instanceId = ['instanceId', 'resourceLocator', { mode: 'list', value: '' }];
const to = ['to', 'string', ''];
const defaultCountry = ['defaultCountry', 'options', 'none'];
const options = ['options', 'collection', {}];
const recipient = [instanceId, to, defaultCountry];
const question = [...recipient, ['message', 'string', ''], ['responseType', 'options', 'approval']];
const binary = ['binaryPropertyName', 'string', ''];
const caption = ['caption', 'string', ''];
const mediaSource = ['mediaSource', 'options', 'binary'];
const contentType = ['contentType', 'options', 'text'];
const specify = (name: string) => [name, 'options', 'fields'];
const fields = (name: string) => [name, 'assignmentCollection', {}];
const json = (name: string) => [name, 'json', '{}'];
const message = (chosen: INodeParameters) => ({
	resource: 'message',
	operation: 'send',
	...chosen,
});
const image = (source: string) => message({ contentType: 'image', mediaSource: source });

/** The parameters that n8n's editor shows for these values, without resource and operation. */
function shown(chosen: INodeParameters): INodeProperties[] {
	return description.properties.filter(
		(property) =>
			!['resource', 'operation'].includes(property.name) &&
			displayParameter(chosen, property, { typeVersion: 1 }, description, chosen),
	);
}

it.each<[name: string, chosen: INodeParameters, parameters: unknown[][]]>([
	[
		'instance: getAll',
		{ resource: 'instance', operation: 'getAll', returnAll: false },
		[['returnAll', 'boolean', false], ['limit', 'number', 50], options],
	],
	[
		'instance: getAll with Return All',
		{ resource: 'instance', operation: 'getAll', returnAll: true },
		[['returnAll', 'boolean', false], options],
	],
	['media: upload', { resource: 'media', operation: 'upload' }, [instanceId, binary, options]],
	[
		'text',
		message({ contentType: 'text' }),
		[...recipient, contentType, ['text', 'string', ''], options],
	],
	['a file', image('binary'), [...recipient, contentType, mediaSource, binary, caption, options]],
	[
		'a stored file',
		image('storageRef'),
		[...recipient, contentType, mediaSource, ['storageRef', 'string', ''], caption, options],
	],
	[
		'a file by URL',
		image('url'),
		[...recipient, contentType, mediaSource, ['mediaUrl', 'string', ''], caption, options],
	],
	[
		'other content by fields',
		message({ contentType: 'poll', specifyContent: 'fields' }),
		[
			...recipient,
			contentType,
			specify('specifyContent'),
			['contentFields', 'assignmentCollection', expect.objectContaining({})],
			options,
		],
	],
	[
		'other content as JSON',
		message({ contentType: 'poll', specifyContent: 'json' }),
		[
			...recipient,
			contentType,
			specify('specifyContent'),
			['contentJson', 'json', expect.stringContaining('guess')],
			options,
		],
	],
	[
		'a question to approve',
		message({ operation: 'sendAndWait', responseType: 'approval' }),
		[...question, ['approvalOptions', 'fixedCollection', {}], options],
	],
	[
		'a question with a text as its answer',
		message({ operation: 'sendAndWait', responseType: 'freeText' }),
		[...question, options],
	],
	[
		'a question with a form',
		message({ operation: 'sendAndWait', responseType: 'customForm', defineForm: 'fields' }),
		[
			...question,
			['defineForm', 'options', 'fields'],
			['formFields', 'fixedCollection', {}],
			options,
		],
	],
	...['typing', 'read'].flatMap(
		(operation): Array<[string, INodeParameters, unknown[][]]> => [
			[
				`presence: ${operation}`,
				{ resource: 'presence', operation, specifyBody: 'fields' },
				[...recipient, specify('specifyBody'), fields('bodyFields'), options],
			],
			[
				`presence: ${operation} as JSON`,
				{ resource: 'presence', operation, specifyBody: 'json' },
				[...recipient, specify('specifyBody'), json('bodyJson'), options],
			],
		],
	),
])('has the documented parameters, types and defaults for %s', (_, chosen, parameters) => {
	expect(shown(chosen).map(({ name, type, default: value }) => [name, type, value])).toEqual(
		parameters,
	);
});

const valuesOf = (property?: INodeProperties) =>
	property?.options?.map((option) => 'value' in option && option.value).sort();

it('has the documented resources and operations, and sends a message by default', () => {
	const resource = description.properties.find(({ name }) => name === 'resource');
	expect([resource?.default, valuesOf(resource)]).toEqual([
		'message',
		['instance', 'media', 'message', 'presence'],
	]);
	const operations = description.properties.filter(({ name }) => name === 'operation');
	expect(
		operations.map((operation) => [
			operation.displayOptions?.show?.resource,
			valuesOf(operation),
			operation.default,
		]),
	).toEqual([
		[['message'], ['send', 'sendAndWait'], 'send'],
		[['media'], ['upload'], 'upload'],
		[['presence'], ['read', 'typing'], 'typing'],
		[['instance'], ['getAll'], 'getAll'],
	]);
});

/** API reference, part 2. */
const contentTypes = [
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
];

it.each(contentTypes)('offers the content type %s and a parameter for its content', (type) => {
	const parameters = shown(
		message({ contentType: type, mediaSource: 'url', specifyContent: 'json' }),
	);
	expect(valuesOf(parameters.find(({ name }) => name === 'contentType'))).toEqual(
		[...contentTypes].sort(),
	);
	const media = ['image', 'video', 'audio', 'document'];
	const means = type === 'text' ? 'text' : media.includes(type) ? 'mediaUrl' : 'contentJson';
	expect(parameters.map(({ name }) => name)).toContain(means);
});

it('lets the user pick an instance from a searchable list or enter its ID', () => {
	const located = description.properties.filter(({ name }) => name === 'instanceId');
	expect(located).toHaveLength(3);
	for (const { modes } of located) {
		expect(modes?.map(({ name, type }) => [name, type])).toEqual([
			['list', 'list'],
			['id', 'string'],
		]);
		expect(modes?.[0]?.typeOptions).toEqual({
			searchListMethod: 'searchInstances',
			searchable: true,
		});
	}
	expect(methods?.listSearch).toHaveProperty('searchInstances');
});

const entriesOf = (property?: INodeProperties) =>
	(property?.options ?? []) as INodePropertyOptions[];

it('lists message actions first, because n8n orders actions by resource', () => {
	expect(entriesOf(description.properties[0]).map(({ value }) => value)).toEqual([
		'message',
		'media',
		'presence',
		'instance',
	]);
});

it('lists the content types in the order of use, and marks those whose fields the user has to know', () => {
	const types = entriesOf(description.properties.find(({ name }) => name === 'contentType'));
	const unknown = ['Buttons', 'Contact', 'List', 'Location', 'Poll', 'Reaction'];
	expect(types.map(({ name }) => name)).toEqual([
		...['Text', 'Image', 'Document', 'Video', 'Audio'],
		...unknown.map((name) => `${name} (you enter the fields)`),
	]);
	for (const type of types) expect(type.description).toMatch(/^[A-Z].{8,50}[^.]$/);
});

it.each(['buttons', 'contact', 'list', 'location', 'poll', 'reaction'])(
	'the prefilled rows and JSON of a %s are the same, and say that they are a guess',
	(contentType) => {
		const prefilled = ['fields', 'json'].map((specifyContent) => {
			const own = shown(message({ contentType, specifyContent }));
			return own.filter(({ name }) => /^content(Fields|Json)$/.test(name));
		});
		expect(prefilled).toHaveLength(prefilled.flat().length);
		const [rows, json] = prefilled.flat().map((property) => property.default);
		const guess = JSON.parse(json as string) as object;
		const [mark, ...fields] = Object.keys(guess);
		expect(mark).toBe('This is a guess');
		expect(fields).not.toEqual([]);
		const { assignments } = rows as AssignmentCollectionValue;
		const asJson = assignments.map(({ name, type = '', value }) => [
			name,
			/array|object/.test(type) ? JSON.parse(value as string) : value,
		]);
		expect(Object.fromEntries(asJson)).toEqual(guess);
	},
);

it('offers additional content only for content types whose fields the node knows', () => {
	const options = description.properties.find(
		({ name, displayOptions }) =>
			name === 'options' && displayOptions?.show?.resource?.includes('message'),
	);
	const option = options?.options?.find(
		({ name }) => name === 'additionalContent',
	) as INodeProperties;
	expect(option.displayOptions?.show).toEqual({
		'/contentType': ['text', 'image', 'video', 'audio', 'document'],
	});
});

it('links to the page with examples of content', () => {
	const texts = shown(message({ contentType: 'poll', specifyContent: 'fields' }))
		.map(({ description, hint }) => `${description} ${hint}`)
		.join();
	const page =
		/<a href="https:\/\/[^"]+\/(docs\/send\.md)#content-types" target="_blank">/.exec(texts)?.[1] ??
		'';
	expect(existsSync(join(root, page))).toBe(true);
});

it('the model of an AI agent writes the text, and the author of the workflow enters the recipient', () => {
	const tool = { ...description, name: 'messagingIntegrationTool' };
	const chosen = message({ contentType: 'text' });
	const ofTool = tool.properties.filter((property) =>
		displayParameter(chosen, property, { typeVersion: 1 }, tool, chosen),
	);
	const defaultsOf = (parameter: string) =>
		ofTool.filter(({ name }) => name === parameter).map((property) => property.default);
	expect(defaultsOf('to')).toEqual(['']);
	const said: FromAIArgument[] = [];
	traverseNodeParameters(defaultsOf('text'), said);
	expect(said).toEqual([{ key: 'Text', type: 'string', description: 'The text of the message' }]);
});

it('lets no model choose whom to ask: it would choose who approves its own tool calls', () => {
	const tool = { ...description, name: 'messagingIntegrationHitlTool' };
	const chosen = message({ operation: 'sendAndWait' });
	const recipients = tool.properties.filter(
		(property) =>
			property.name === 'to' &&
			displayParameter(chosen, property, { typeVersion: 1 }, tool, chosen),
	);
	expect(recipients.map((property) => property.default)).toEqual(['']);
});
