import { type INodeParameters, WorkflowExpression } from 'n8n-workflow';

import { deliveryOnSandbox, texts } from './support/deliveryOnSandbox';
import { byId, message, photo, upload } from './support/parameters';
import type { InputItem } from './support/startNode';

const { run, requests, acceptedTexts, control } = deliveryOnSandbox();

/** Every field that the expressions below read. */
const fields = {
	to: '1001',
	text: 'a text',
	instance: 'demo',
	caption: 'a caption',
	ref: 'ref-1',
	tag: 'a & b',
	url: 'https://media.example/a.png',
	file: 'a.png',
	mime: 'image/png',
	field: 'data',
	json: '{ "question": "Tea?" }',
	latitude: 1.5,
	yes: true,
};
const items: InputItem[] = [
	{ json: fields, binary: { data: photo } },
	{ json: { ...fields, to: '1002', text: 'ünï 😀', file: 'b.png' }, binary: { data: photo } },
];
const poll = (way: INodeParameters) => message('poll', way);

/** The same parameters in a form that n8n has to evaluate. */
function evaluated<T>(parameters: T): T {
	return JSON.parse(
		JSON.stringify(parameters).replaceAll(/\{\{ (\$json[^}]+) \}\}/g, '{{ ($1) }}'),
	) as T;
}

/** Counts how often n8n evaluates an item's field, until the returned function is called. */
function evaluations() {
	const evaluate = jest.spyOn(WorkflowExpression.prototype, 'resolveSimpleParameterValue');
	return () => {
		const count = evaluate.mock.calls.filter(
			([value]) => String(value).startsWith('=') && String(value).includes('$json'),
		).length;
		evaluate.mockRestore();
		return count;
	};
}

/** What the service gets, without the storageRefs that it makes up. */
async function requestsOf(parameters: INodeParameters) {
	await control().forget();
	await run({ items, parameters, onError: 'continueRegularOutput' });
	const log = await requests();
	expect(log.length).toBeGreaterThan(0);
	return log
		.map(({ operation, path, query, body, file }) =>
			JSON.stringify({ operation, path, query, body, file: file && { ...file, storageRef: '' } }),
		)
		.sort();
}

it.each<[string, INodeParameters]>([
	['recipient, text and instance', { ...texts(), instanceId: byId('={{ $json.instance }}') }],
	[
		'a text around fields',
		{ ...texts(), text: '=Dear {{ $json.to }},\n{{ $json["text"] }} of {{ $json.latitude }}!' },
	],
	[
		'caption and media URL',
		message('image', {
			mediaSource: 'url',
			mediaUrl: '={{ $json.url }}',
			caption: '={{ $json.caption }}',
		}),
	],
	[
		'the storage reference',
		message('image', { mediaSource: 'storageRef', storageRef: '={{ $json.ref }}' }),
	],
	[
		'the name of the file field, the file name and type',
		{
			...upload,
			binaryPropertyName: '={{ $json.field }}',
			options: { fileName: '={{ $json.file }}', mimeType: '={{ $json.mime }}' },
		},
	],
	['content JSON', poll({ specifyContent: 'json', contentJson: '={{ $json.json }}' })],
])(
	'plain fields are read without n8n evaluating them, with the same result: %s',
	async (_, parameters) => {
		const asked = evaluations();
		const sent = await requestsOf(parameters);
		expect(asked()).toBe(0);
		const askedThen = evaluations();
		expect(await requestsOf(evaluated(parameters))).toEqual(sent);
		expect(askedThen()).toBeGreaterThan(0);
	},
);

it('the Send Once Key may be a field', async () => {
	const asked = evaluations();
	const blank = [{ json: { to: '1001', text: 'a', key: ' ' } }];
	const { error } = await run({
		items: blank,
		parameters: texts({ sendOnceKey: '={{ $json.key }}' }),
	});
	expect(error?.message).toBe('The Send Once Key is empty');
	expect(asked()).toBe(0);
});

describe('$json is the item that n8n would use', () => {
	const two = [{ json: { to: '1001', text: 'one' } }, { json: { to: '1002', text: 'two' } }];
	const parameters = texts({ concurrency: 1 });

	it('with pinned data', async () => {
		const asked = evaluations();
		await run({ items: [{}], parameters, pinData: { Start: two } });
		expect(asked()).toBe(0);
		expect(await acceptedTexts()).toEqual(['one', 'two']);
	});

	it('after another node, whose items are paired with earlier ones', async () => {
		const other = { ...parameters, to: '=9{{ $json.to }}' };
		const to = "={{ $('Start').item.json.to }}";
		const next = { ...parameters, to, text: '=answer {{ $json.id }}' };
		const { nodes } = await run({ items: two, parameters: other, next: [{ parameters: next }] });
		const answers = nodes[0]?.items.map(({ json }) => `answer ${json.id as string}`);
		const messages = (await control().messages()).slice(2);
		expect(messages.map(({ content }) => content.text)).toEqual(answers);
		expect(messages.map((one) => one.to)).toEqual(['1001', '1002']);
	});
});
