import type { INodeParameters } from 'n8n-workflow';
import { engineOnSandbox } from './engine-on-sandbox';
import { textWith } from './matchers';
import { assignment, byId, message, photo, presence, text, upload } from './parameters';

const { run, requests, failureOf } = engineOnSandbox();

const nothing = '={{ $json.nothing }}';
const blank = '={{ "  " }}';
const byUrl = (mediaUrl: string) => message('image', { mediaSource: 'url', mediaUrl });
const byRef = (storageRef: string) => message('image', { mediaSource: 'storageRef', storageRef });
const json = (contentJson: string) => message('poll', { specifyContent: 'json', contentJson });
const bodyJson = (value: string) => presence('typing', { specifyBody: 'json', bodyJson: value });

async function expectRefusal(parameters: INodeParameters, problem: RegExp, parameter: string) {
	const { error, details } = await failureOf({ items: [{ json: {} }], parameters });
	expect(error).toMatch(problem);
	expect(details).toStrictEqual({ description: textWith(`"${parameter}"`), delivery: 'notSent' });
	expect(await requests()).toEqual([]);
	return details.description ?? '';
}

it.each<[string, INodeParameters, RegExp, string]>([
	['no recipient', { ...text, to: nothing }, /recipient is empty/, 'To'],
	['a blank recipient', { ...text, to: blank }, /recipient is empty/, 'To'],
	['no text', { ...text, text: nothing }, /text is empty/, 'Text'],
	['a blank text', { ...text, text: blank }, /text is empty/, 'Text'],
	['no instance', { ...text, instanceId: byId(nothing) }, /No instance/, 'Instance'],
	['no instance for an upload', { ...upload, instanceId: byId(nothing) }, /No instance/, 'Instance'],
	['no instance for an indication', presence('read', { instanceId: byId(blank) }), /No instance/, 'Instance'],
	['no media URL', byUrl(nothing), /media URL is empty/, 'Media URL'],
	['a media URL without http', byUrl('example.com/a.png'), /not a web address/, 'Media URL'],
	['a media URL of FTP', byUrl('ftp://example.com/a.png'), /not a web address/, 'Media URL'],
	['a media URL of a script', byUrl('javascript:alert(1)'), /not a web address/, 'Media URL'],
	['a media URL of data', byUrl('data:image/png;base64,AA=='), /not a web address/, 'Media URL'],
	['no storage reference', byRef(nothing), /storage reference is empty/, 'Storage Reference'],
	['JSON that is a list', json('={{ [1] }}'), /not a JSON object/, 'Content JSON'],
	['JSON that is a number', json('={{ 1 }}'), /not a JSON object/, 'Content JSON'],
	['JSON text of null', json('={{ "null" }}'), /not a JSON object/, 'Content JSON'],
	['a body that is a list', bodyJson('={{ "[]" }}'), /not a JSON object/, 'Body JSON'],
	['another type in JSON', json('{ "type": "list" }'), /says type "list", but "poll"/, 'Content Type'],
	[
		'another type in fields',
		message('poll', { contentFields: { assignments: [assignment('type', 'list', 'string')] } }),
		/says type "list", but "poll"/,
		'Content Type',
	],
	[
		'a field whose value has another type',
		message('poll', { contentFields: { assignments: [assignment('size', '={{ "many" }}', 'number')] } }),
		/"size"/,
		'Content Fields',
	],
])('%s is named and nothing is sent', async (_, parameters, problem, parameter) => {
	await expectRefusal(parameters, problem, parameter);
});

it.each([
	['Content JSON', json('={{ "{ \\"a\\": }" }}')],
	['Body JSON', bodyJson('={{ "{ \\"a\\": }" }}')],
])('broken %s is named with the words of the parser', async (parameter, parameters) => {
	const description = await expectRefusal(parameters, /not valid JSON/, parameter);
	expect(description).toMatch(/Unexpected token|position \d+/);
});

describe('a missing file', () => {
	it.each([upload, message('image')])('is named with the fields that are there: %j', async (parameters) => {
		const items = [{ binary: { photo, invoice: photo } }];
		const { error, details } = await failureOf({ items, parameters });
		expect(error).toBe('The item has no file in the field "data"');
		expect(details.description).toMatch(/"Input Data Field Name": (photo, invoice|invoice, photo)\./);
		expect(details.delivery).toBe('notSent');
		expect(await requests()).toEqual([]);
	});

	it('of an item without any says so', async () => {
		const { details } = await failureOf({ parameters: upload });
		expect(details.description).toMatch(/no files at all/);
		expect(await requests()).toEqual([]);
	});
});

it('what n8n itself sees to be missing ends before anything runs', async () => {
	await expect(run({ parameters: { ...text, text: '' } })).rejects.toThrow('Parameter "Text" is required');
	await expect(run({ parameters: { ...text, to: '' } })).rejects.toThrow('Parameter "To" is required');
});
