import type { INodeParameters } from 'n8n-workflow';
import { engineOnSandbox } from './engineOnSandbox';
import { assignment, byId, getAll, message, photo, presence, text, upload } from './parameters';
import { refusal } from './refusal';

const engine = engineOnSandbox();
const { run, requests, failureOf } = engine;
const expectRefusal = refusal(engine);

const nothing = '={{ $json.nothing }}';
const blank = '={{ "  " }}';
const byUrl = (mediaUrl: string) => message('image', { mediaSource: 'url', mediaUrl });
const byRef = (storageRef: string) => message('image', { mediaSource: 'storageRef', storageRef });
const json = (contentJson: string) => message('poll', { specifyContent: 'json', contentJson });
const bodyJson = (value: string) => presence('typing', { specifyBody: 'json', bodyJson: value });

it.each<[string, INodeParameters, RegExp, string]>([
	['no recipient', { ...text, to: nothing }, /recipient is empty/, 'To'],
	['a blank recipient', { ...text, to: blank }, /recipient is empty/, 'To'],
	['no text', { ...text, text: nothing }, /text is empty/, 'Text'],
	['a blank text', { ...text, text: blank }, /text is empty/, 'Text'],
	['no instance', { ...text, instanceId: byId(nothing) }, /No instance/, 'Instance'],
	[
		'no instance for an upload',
		{ ...upload, instanceId: byId(nothing) },
		/No instance/,
		'Instance',
	],
	[
		'no instance for a read indication',
		presence('read', { instanceId: byId(blank) }),
		/No instance/,
		'Instance',
	],
	['no media URL', byUrl(nothing), /media URL is empty/, 'Media URL'],
	['a media URL without http', byUrl('example.com/a.png'), /not a web address/, 'Media URL'],
	['an FTP media URL', byUrl('ftp://example.com/a.png'), /not a web address/, 'Media URL'],
	['a javascript: media URL', byUrl('javascript:alert(1)'), /not a web address/, 'Media URL'],
	[
		'two media URLs',
		byUrl('https://a.example/1.png, https://a.example/2.png'),
		/several addresses/,
		'Media URL',
	],
	['a data: media URL', byUrl('data:image/png;base64,AA=='), /not a web address/, 'Media URL'],
	[
		'an unknown content type',
		message('={{ "sticker" }}', { text: 'a' }),
		/content type "sticker" is not known/,
		'Content Type',
	],
	['no content type', message(nothing, { text: 'a' }), /content type is not known/, 'Content Type'],
	[
		'an unknown media source',
		message('image', { mediaSource: '={{ "file" }}' }),
		/media source "file" is not known/,
		'Media Source',
	],
	[
		'no way to specify the content',
		message('poll', { specifyContent: nothing }),
		/way to specify the content is not known/,
		'Specify Content',
	],
	[
		'an unknown way to specify the body',
		presence('read', { specifyBody: '={{ "JSON" }}' }),
		/way to specify the body "JSON" is not known/,
		'Specify Body',
	],
	[
		'an empty Send Once Key',
		{ ...text, options: { sendOnceKey: nothing } },
		/Send Once Key is empty/,
		'Send Once Key',
	],
	[
		'a field with a value but no name',
		message('poll', { contentFields: { assignments: [assignment('', 'Tea?', 'string')] } }),
		/a value but no name/,
		'Content Fields',
	],
	[
		'a number field without a value',
		message('location', { contentFields: { assignments: [assignment('latitude', '', 'number')] } }),
		/"latitude" has no value/,
		'Content Fields',
	],
	[
		'an object as instance',
		{ ...text, instanceId: byId('={{ $json }}') },
		/instance is an object instead of an ID/,
		'Instance',
	],
	[
		'a query parameter that is an object',
		{
			...getAll,
			options: { queryParameters: { parameters: [{ name: 'tag', value: '={{ ({}) }}' }] } },
		},
		/query parameter is an object/,
		'Query Parameters',
	],
	['no operation', { ...text, resource: '={{ "chat" }}' }, /no operation/, 'Operation'],
	[
		'n8n\'s "Custom API Call" as operation',
		{ ...text, operation: '__CUSTOM_API_CALL__' },
		/no "Custom API Call"/,
		'Predefined Credential Type',
	],
	[
		'n8n\'s "Custom API Call" as resource',
		{ ...text, resource: '__CUSTOM_API_CALL__' },
		/no "Custom API Call"/,
		'Messaging Integration API',
	],
	['a limit below one', { ...getAll, limit: '={{ -1 }}' }, /limit cannot be used/, 'Limit'],
	['no storage reference', byRef(nothing), /storage reference is empty/, 'Storage Reference'],
	['JSON that is a list', json('={{ [1] }}'), /not a JSON object/, 'Content JSON'],
	['JSON that is a number', json('={{ 1 }}'), /not a JSON object/, 'Content JSON'],
	['JSON that is null', json('={{ "null" }}'), /not a JSON object/, 'Content JSON'],
	['a body that is a list', bodyJson('={{ "[]" }}'), /not a JSON object/, 'Body JSON'],
	[
		'JSON with a different content type',
		json('{ "type": "list" }'),
		/says type "list", but "poll"/,
		'Content Type',
	],
	[
		'a field with a different content type',
		message('poll', { contentFields: { assignments: [assignment('type', 'list', 'string')] } }),
		/says type "list", but "poll"/,
		'Content Type',
	],
	[
		'a field whose value does not fit its type',
		message('poll', {
			contentFields: { assignments: [assignment('size', '={{ "many" }}', 'number')] },
		}),
		/^The field "size" is not a number$/,
		'Content Fields',
	],
	[
		'content that is a complete request',
		json('{ "to": "1555", "content": { "type": "poll" } }'),
		/complete request/,
		'Content JSON',
	],
	[
		'content that is a complete request without a recipient',
		json('{ "content": { "type": "poll" } }'),
		/complete request/,
		'To',
	],
	[
		'a complete request in the content fields',
		message('poll', {
			contentFields: {
				assignments: [
					assignment('to', '1555', 'string'),
					assignment('content.question', 'Tea?', 'string'),
				],
			},
		}),
		/complete request/,
		'To',
	],
	[
		'a recipient both in the parameter and in the body',
		presence('read', { to: '1555', specifyBody: 'json', bodyJson: '{ "to": "1666" }' }),
		/recipient is given twice/,
		'To',
	],
	...['type', 'text', 'media'].flatMap((name): Array<[string, INodeParameters, RegExp, string]> => {
		const options = { additionalContent: JSON.stringify({ [name]: 'x' }) };
		const problem = new RegExp(`additional content cannot have the field "${name}"`);
		return [
			[
				`additional content that replaces "${name}" of a text`,
				{ ...text, options },
				problem,
				'Additional Content',
			],
			[
				`additional content that replaces "${name}" of an image`,
				{ ...byUrl('https://example.com/a.png'), options },
				problem,
				'Additional Content',
			],
		];
	}),
	[
		'additional content that is a list',
		{ ...text, options: { additionalContent: '[]' } },
		/additional content is not a JSON object/,
		'Additional Content',
	],
	[
		'additional content that is not valid JSON',
		{ ...text, options: { additionalContent: '={{ "{" }}' } },
		/additional content is not valid JSON/,
		'Additional Content',
	],
])('%s is reported before anything is sent', async (_, parameters, problem, parameter) => {
	await expectRefusal(parameters, problem, parameter);
});

it('a run option whose expression returns nothing is an error, not the default', async () => {
	const parameters = { ...text, options: { requestsPerSecond: nothing } };
	expect((await failureOf({ parameters })).error).toBe(
		'The option "Requests per Second" cannot be used',
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

it('content type and media source can be expressions', async () => {
	const items = [
		{ json: { kind: 'image', source: 'url' } },
		{ json: { kind: 'text', text: 'hello' } },
	];
	const fields = {
		mediaSource: '={{ $json.source }}',
		mediaUrl: 'https://example.com/a.png',
		text: '={{ $json.text }}',
	};
	const { error } = await run({ items, parameters: message('={{ $json.kind }}', fields) });
	expect(error).toBeUndefined();
	expect((await requests()).map(({ body }) => body)).toMatchObject([
		{ content: { type: 'image', media: { url: 'https://example.com/a.png' } } },
		{ content: { type: 'text', text: 'hello' } },
	]);
});

it.each([upload, message('image')])(
	'the error for a missing file lists the fields that have one: %j',
	async (parameters) => {
		const items = [{ binary: { photo, invoice: photo } }];
		const { error, details } = await failureOf({ items, parameters });
		expect(error).toBe('"Input Data Field Name(s)" is empty');
		expect(details.description).toMatch(
			/"Input Data Field Name\(s\)": (photo, invoice|invoice, photo)\./,
		);
		expect(details.delivery).toBe('notSent');
		expect(await requests()).toEqual([]);
	},
);

it('n8n reports an empty required parameter before the node runs', async () => {
	await expect(run({ parameters: { ...text, to: '' } })).rejects.toThrow(
		'Parameter "To" is required',
	);
});
