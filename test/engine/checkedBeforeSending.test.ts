import type { INodeParameters } from 'n8n-workflow';
import { engineOnSandbox } from './support/engineOnSandbox';
import { anyText, textWith } from './support/matchers';
import {
	assignment,
	byId,
	getAll,
	message,
	photo,
	presence,
	text,
	upload,
} from './support/parameters';

const { run, requests, failureOf } = engineOnSandbox();

/** Expects an error that names the parameter, and that nothing was sent. @returns its description */
async function refused(parameters: INodeParameters, problem: RegExp, parameter: string) {
	const { error, details } = await failureOf({ parameters });
	expect(error).toMatch(problem);
	expect(details).toMatchObject({
		description: textWith(`"${parameter}"`),
		delivery: 'notSent',
		reason: anyText,
	});
	expect(await requests()).toEqual([]);
	return details.description ?? '';
}

const nothing = '={{ $json.nothing }}';
const blank = '={{ "  " }}';
const byUrl = (mediaUrl: string) => message('image', { mediaSource: 'url', mediaUrl });
const byRef = (storageRef: string) => message('image', { mediaSource: 'storageRef', storageRef });
const json = (contentJson: string, type = 'poll') =>
	message(type, { specifyContent: 'json', contentJson });
const bodyJson = (value: string, fields: INodeParameters = {}) =>
	presence('read', { specifyBody: 'json', bodyJson: value, ...fields });
const rows = (...assignments: Array<ReturnType<typeof assignment>>) =>
	message('poll', { contentFields: { assignments } });
const row = (...given: Parameters<typeof assignment>) => rows(assignment(...given));
const additional = (additionalContent: string, parameters = text) => ({
	...parameters,
	options: { additionalContent },
});
const query = { queryParameters: { parameters: [{ name: 'tag', value: '={{ ({}) }}' }] } };
const noDate = "={{ DateTime.fromISO('31.03.2026') }}";

it.each<[problem: string, parameter: string, parameters: INodeParameters]>([
	['recipient is empty', 'To', { ...text, to: nothing }],
	['recipient is empty', 'To', presence('typing', { to: nothing })],
	['recipient is empty', 'To', presence('read', { to: nothing })],
	['text is empty', 'Text', { ...text, text: blank }],
	['has a date that is none$', 'Text', { ...text, text: noDate }],
	['No instance', 'Instance', { ...text, instanceId: byId(nothing) }],
	['No instance', 'Instance', { ...upload, instanceId: byId(nothing) }],
	['No instance', 'Instance', presence('read', { instanceId: byId(blank) })],
	[
		'instance is an object instead of an ID',
		'Instance',
		{ ...text, instanceId: byId('={{ $json }}') },
	],
	['media URL is empty', 'Media URL', byUrl(nothing)],
	['not a web address', 'Media URL', byUrl('example.com/a.png')],
	['not a web address', 'Media URL', byUrl('data:image/png;base64,AA==')],
	['not a web address', 'Media URL', byUrl('Foto: https://a.example/1.png')],
	['several addresses', 'Media URL', byUrl('https://a.example/1.png, https://a.example/2.png')],
	['begins with https:// twice', 'Media URL', byUrl('https://https://a.example/1.png')],
	['storage reference is empty', 'Storage Reference', byRef(nothing)],
	['"Content Type" has no choice "sticker"', 'Content Type', message('={{ "sticker" }}')],
	['"Content Type" is empty', 'Content Type', message(nothing)],
	[
		'"Media Source" has no choice "file"',
		'Media Source',
		message('image', { mediaSource: '={{ "file" }}' }),
	],
	['"Specify Content" is empty', 'Specify Content', message('poll', { specifyContent: nothing })],
	[
		'"Specify Body" has no choice "JSON"',
		'Specify Body',
		bodyJson('{}', { specifyBody: '={{ "JSON" }}' }),
	],
	['Send Once Key is empty', 'Send Once Key', { ...text, options: { sendOnceKey: nothing } }],
	['option "Markdown" is empty$', 'Markdown', { ...text, options: { markdown: nothing } }],
	['query parameter is an object', 'Query Parameters', { ...getAll, options: query }],
	['no operation', 'Operation', { ...text, resource: '={{ "chat" }}' }],
	[
		'no "Custom API Call"',
		'Predefined Credential Type',
		{ ...text, operation: '__CUSTOM_API_CALL__' },
	],
	[
		'no "Custom API Call"',
		'Messaging Integration API',
		{ ...text, resource: '__CUSTOM_API_CALL__' },
	],
	['limit cannot be used', 'Limit', { ...getAll, limit: '={{ -1 }}' }],
	['a value but no name', 'Content Fields', row('', 'Tea?', 'string')],
	['"latitude" has no value', 'Content Fields', row('latitude', '', 'number')],
	['says type "list", but "poll"', 'Content Type', row('type', 'list', 'string')],
	['says type "list", but "poll"', 'Content Type', json('{ "type": "list" }')],
	['^The poll is empty$', 'Content Fields', rows()],
	['^The poll is empty$', 'Content Fields', row('type', 'poll', 'string')],
	['^The location is empty$', 'Content JSON', json('{}', 'location')],
	['^The reaction is empty$', 'Content JSON', json('{ "type": "reaction" }', 'reaction')],
	['not a JSON object', 'Content JSON', json('={{ [1] }}')],
	['not a JSON object', 'Content JSON', json('={{ 1 }}')],
	['not a JSON object', 'Content JSON', json('={{ "null" }}')],
	['not a JSON object', 'Body JSON', bodyJson('={{ "[]" }}')],
	['complete request', 'Content JSON', json('{ "to": "1555", "content": { "type": "poll" } }')],
	['complete request', 'To', json('{ "content": { "type": "poll" } }')],
	[
		'complete request',
		'To',
		rows(assignment('to', '1555', 'string'), assignment('content.question', 'Tea?', 'string')),
	],
	['recipient is given twice', 'To', bodyJson('{ "to": "1666" }', { to: '1555' })],
	['cannot have the field "type"', 'Additional Content', additional('{ "type": "x" }')],
	['cannot have the field "text"', 'Additional Content', additional('{ "text": "x" }')],
	[
		'additional content cannot have the field "media"',
		'Additional Content',
		additional('{ "media": "x" }', byUrl('https://example.com/a.png')),
	],
	['additional content is not a JSON object', 'Additional Content', additional('[]')],
	['additional content is not valid JSON', 'Additional Content', additional('={{ "{" }}')],
])('reported before anything is sent: %s (%s)', async (problem, parameter, parameters) => {
	await refused(parameters, new RegExp(problem), parameter);
});

it.each([
	['array', 'Red, Blue ', 'not a list', '["Red","Blue"]'],
	['array', '[Red', 'not a list', '["Red","Blue"]'],
	['object', 'Red', 'not an object', '{ "name": "value" }'],
	['number', '52,52', 'not a number', '52.52'],
	['boolean', 'perhaps', 'not true or false', 'true or false'],
])(
	'the error for a field of type %s with the value "%s" shows how to write it',
	async (type, value, problem, example) => {
		const parameters = row('options', `={{ ${JSON.stringify(value)} }}`, type);
		const error = new RegExp(`^The field "options" is ${problem}$`);
		expect(await refused(parameters, error, 'Content Fields')).toContain(example);
	},
);

it.each([
	['Content JSON', json('={{ "{ \\"a\\": }" }}')],
	['Body JSON', bodyJson('={{ "{ \\"a\\": }" }}')],
])('the error for invalid %s quotes the parser and names the usual cause', async (name, given) => {
	const description = await refused(given, /not valid JSON/, name);
	expect(description).toMatch(/Unexpected token|position \d+/);
	expect(description).toContain('write {{ JSON.stringify($json.name) }} without quotes around it.');
});

it('a run option whose expression returns nothing is an error, not the default', async () => {
	const parameters = { ...text, options: { messagesPerMinute: nothing } };
	expect((await failureOf({ parameters })).error).toBe(
		'The option "Messages per Minute" cannot be used',
	);
	expect(await requests()).toEqual([]);
});

it('a broken expression in an option of one item does not stop the other items', async () => {
	const items = ['', 'b.png'].map((name) => ({ json: { name }, binary: { data: photo } }));
	const fileName = '={{ $json.name || $("Nowhere").item }}';
	const { items: output } = await run({
		items,
		parameters: { ...upload, options: { fileName } },
		onError: 'continueRegularOutput',
	});
	expect(output.map(({ json }) => Object.keys(json))).toEqual([
		['error', 'details'],
		['storageRef'],
	]);
	expect(await requests()).toMatchObject([{ file: { fileName: 'b.png' } }]);
});
