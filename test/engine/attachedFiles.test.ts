// A question that goes with its file.
import type { INodeParameters } from 'n8n-workflow';

import { deliveryOnSandbox } from './support/deliveryOnSandbox';
import { photo } from './support/parameters';
import { question } from './support/questionsOnSandbox';

const { execute, control, requests } = deliveryOnSandbox();

const attaching = (attachFile: string, fields: INodeParameters = {}) =>
	question({ to: '1555, 1556', options: { attachFile }, ...fields });
const kinds = {
	image: 'image/png',
	video: 'video/mp4',
	audio: 'audio/ogg',
	document: 'text/plain',
};
const itemWith = (...names: string[]) => ({
	json: { name: 'data' },
	binary: Object.fromEntries(names.map((name) => [name, photo])),
});
const operations = async () => (await requests()).map(({ operation }) => operation);

it.each(Object.entries(kinds))(
	'the file is uploaded once for all, and the question is the caption of an %s',
	async (type, mimeType) => {
		const items = [{ json: {}, binary: { data: { ...photo, fileName: undefined, mimeType } } }];
		const { run } = await execute({ items, parameters: attaching('data') });
		expect(run.status).toBe('waiting');
		expect((await operations()).sort()).toEqual(['media', 'messages', 'messages']);
		const sent = (await control().messages()).map(({ content: { type: sentAs, media } }) => {
			const [words, empty, label, link = ''] = String(media?.caption).split('\n');
			expect([sentAs, words, empty, label]).toEqual([
				...[type, 'May Ada take Friday off?', ''],
				'Approve or decline:',
			]);
			expect(media?.storageRef).toEqual(expect.any(String));
			return link;
		});
		expect(new Set(sent).size).toBe(2);
	},
);

it.each(['data', 'data, data', '={{ $binary.data }}', '={{ $json.name }}', 'da*'])(
	'the option takes what the parameter for files takes: %s',
	async (attachFile) => {
		const outcome = await execute({ items: [itemWith('data')], parameters: attaching(attachFile) });
		expect(outcome.run.status).toBe('waiting');
		expect(await operations()).toContain('media');
	},
);

it.each<[string, string[], string]>([
	['other', ['data'], 'The item has no file in the field "other"'],
	['data', [], 'The item has no file in the field "data"'],
	['={{ $json.nothing }}', ['data'], '"Attach File" is neither a name nor a file'],
	['={{ "" }}', ['data', 'more'], '"Attach File" is empty'],
	['={{ 5 }}', ['data'], '"Attach File" is neither a name nor a file'],
	['={{ $json.nothing }}data', ['data'], 'Part of the input field name is empty'],
	['*', ['data', 'more'], 'The option "Attach File" leads to several files'],
])('an error before anything is sent: %j with the files %j', async (attachFile, names, said) => {
	const { error, run } = await execute({
		items: [itemWith(...names)],
		parameters: attaching(attachFile),
	});
	expect(error?.message).toBe(said);
	expect(error?.description).not.toContain('Input Data Field Name(s)');
	expect(run.status).toBe('error');
	expect(await requests()).toEqual([]);
});

const notSupported = { status: 422, code: 'NOT_SUPPORTED_BY_ENGINE' };

it('an empty option attaches nothing', async () => {
	const parameters = attaching(' ');
	await execute({ items: [itemWith('data')], parameters });
	expect(await operations()).toEqual(['messages', 'messages']);
});

it.each([
	['upload', { path: 'media', status: 413 }, 'The file is too large for the service (413)'],
	['message', { path: 'messages', count: 2, status: 415 }, 'does not take this type of content'],
	[
		'image',
		{ path: 'messages', count: 2, ...notSupported },
		'cannot send the content type "image"',
	],
])('a refused %s is that of a question that cannot be sent', async (_, fault, said) => {
	await control().bend(fault);
	const items = [itemWith('data')];
	const { error, run } = await execute({ items, parameters: attaching('data') });
	expect(error?.message).toContain(said);
	expect(error?.description).toContain('2 of 2 people could not be asked');
	expect(run.status).toBe('error');
});

it.each(['', 'data'])(
	'a question carries fields that the reference does not show: %j',
	async (attachFile) => {
		const options = { attachFile, additionalContent: '{ "threadId": "t1" }' };
		const run = { items: [itemWith('data')], parameters: question({ options }) };
		await execute(run);
		const [sent] = await control().messages();
		expect(sent?.content).toMatchObject({ threadId: 't1', type: attachFile ? 'image' : 'text' });
	},
);
