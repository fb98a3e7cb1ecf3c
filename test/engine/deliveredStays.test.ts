// What was delivered stays delivered, whatever was edited between an execution and its retry.
import { text as textOf } from 'node:stream/consumers';

import type { INodeParameters } from 'n8n-workflow';

import { httpServer } from '../transport/support/httpServer';
import { itemsToAll, texts } from './support/deliveryOnSandbox';
import { keyTable } from './support/keyTable';
import { textWith } from './support/matchers';
import { byId, presence } from './support/parameters';
import {
	itemWith,
	picture,
	pictures,
	picturesOnSandbox,
	three,
	uploads,
} from './support/picturesOnSandbox';

const { execute, control, requests, acceptedTexts, arrived } = picturesOnSandbox();
keyTable();
const one = { concurrency: 1 };
const node = { id: 'node' };
const refusal = { path: '(messages|read)$', status: 422 };
const continues = { onError: 'continueRegularOutput' as const };

const elsewhere = {
	text: '=Corrected {{ $json.text }}',
	to: '={{ $json.to }}9',
	instanceId: byId('basic'),
};

it.each<[what: string, edit: INodeParameters]>([
	['text, recipient and instance', elsewhere],
	['content type', { contentType: 'poll', specifyContent: 'json', contentJson: '{ "a": 1 }' }],
	['text, so that no item can be read any more,', { text: '={{ $json.nowhere }}' }],
])('after a change of the %s, a retry sends only what was not delivered', async (_, edit) => {
	await control().bend({ ...refusal, skip: 1 });
	const plan = { items: itemsToAll(4), parameters: texts(one) };
	const failed = await execute(plan);
	const { length } = await requests();
	const edited = { ...plan, parameters: { ...plan.parameters, ...edit } };
	const { items, hints } = await execute({ ...edited, ...continues }, failed.run);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2, 3].map((item) => ({ item })));
	expect(items[0]?.json).toMatchObject({ status: 'accepted', to: '1000' });
	const bodies = (await requests()).slice(length).map(({ body }) => body as { to: string });
	const rest = edit.text === '={{ $json.nowhere }}' ? [] : ['1001', '1002', '1003'];
	expect(bodies.map(({ to }) => to.slice(0, 4))).toEqual(rest);
	const now = rest.length > 0 ? `${rest.length} sent now. ` : '';
	expect(hints.map(({ message }) => message)).toContain(
		`${now}1 was sent by an earlier try and not again. To send everything again, run the workflow again (a new execution).`,
	);
});

const mixed = '={{ ["Pictures_2", $binary.Pictures_1, "Pictures*", $binary.Pictures_0] }}';

it.each<[string, INodeParameters]>([
	['caption and file name', { caption: 'Closer', options: { ...one, fileName: 'new.png' } }],
	['names to an expression', { binaryPropertyName: '={{ Object.values($binary) }}' }],
])('after a change of the %s, a retry keeps the first of three pictures', async (_, edit) => {
	await control().bend({ ...refusal, skip: 1 });
	const plan = { items: [three], parameters: pictures({ options: one }) };
	const failed = await execute(plan);
	const parameters = { ...plan.parameters, ...edit };
	const { error, items } = await execute({ ...plan, parameters }, failed.run);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(3);
	expect(await control().messages()).toHaveLength(3);
	const media = (await requests()).filter(({ operation }) => operation === 'media');
	expect(new Set(media.map(({ file }) => file?.sha256)).size).toBe(3);
});

it('after files are named in another order, a retry sends nothing of an item of which a picture was sent, and says so', async () => {
	await control().bend({ ...refusal, skip: 1 });
	const plan = { items: [three], parameters: pictures({ options: one }) };
	const failed = await execute(plan);
	const parameters = { ...plan.parameters, binaryPropertyName: mixed };
	const { error, run } = await execute({ ...plan, parameters }, failed.run);
	expect(error).toMatchObject({ context: { data: { reason: 'changedInTheMiddle' } } });
	expect(await control().messages()).toHaveLength(1);
	expect((await execute(plan, run)).error).toBeUndefined();
	expect(await arrived()).toEqual(['1555 a Look', '1555 b', '1555 c']);
});

it('a file without a name of its own is told apart from a field with any name', async () => {
	const binary = { x: picture('x'), 'File 1': picture('a'), 'File 2': picture('b') };
	const items = ['1555', '1666'].map((to) => ({ json: { to }, binary }));
	const files = "={{ ['File 2', $('Start').first().binary.x, 'File 1'] }}";
	const options = { ...one, sendOnceKey: 'k' };
	const parameters = pictures({ options, caption: '', binaryPropertyName: files });
	const plan = { ...node, items, parameters };
	await control().bend({ ...refusal, skip: 4 });
	const failed = await execute(plan);
	expect((await execute(plan, failed.run)).error).toBeUndefined();
	const sent = ['1555 b', '1555 x', '1555 a', '1666 b', '1666 x', '1666 a'];
	expect(await arrived()).toEqual(sent);
	// A key is of all files of an item.
	expect((await execute(plan)).items.map(({ json }) => json.skipped)).toEqual([true, true]);
	expect(await arrived()).toEqual(sent);
});

it.each<[string, INodeParameters]>([
	['an upload', uploads],
	['an indication', presence('read', { to: '={{ $json.to }}' })],
])('%s that was accepted is not repeated by a retry', async (_, parameters) => {
	const items = [itemWith('a'), itemWith('b')];
	const plan = { items, parameters: { ...parameters, options: one } };
	await control().bend({ path: '(media|read)$', status: 422, skip: 1 });
	const failed = await execute(plan);
	expect((await execute(plan, failed.run)).error).toBeUndefined();
	const carriedOut = (await requests()).filter((request) => request.carriedOut);
	expect([carriedOut.length, (await requests()).length]).toEqual([2, 3]);
});

it('another operation of the node is another task, also on the way back', async () => {
	await control().bend({ ...refusal, skip: 1 });
	const plan = { items: itemsToAll(2), parameters: texts(one) };
	const parameters = presence('read', { to: '={{ $json.to }}', options: one });
	const reading = { ...plan, parameters };
	const failed = await execute(plan);
	await control().bend({ path: 'read$', status: 422, skip: 1 });
	const read = await execute(reading, failed.run);
	expect((await execute(plan, read.run)).error).toBeUndefined();
	expect(await acceptedTexts()).toEqual(['text 0', 'text 1']);
	expect((await requests()).filter(({ operation }) => operation === 'read')).toHaveLength(2);
});

it('an unusable credential does not make a delivered item look unsent, nor one in doubt', async () => {
	await control().bend({ path: 'messages', skip: 1, reset: 'afterReading' });
	await control().bend({ ...refusal, skip: 2 });
	const plan = { items: itemsToAll(4), parameters: texts(one) };
	const failed = await execute(plan);
	const credential = { apiKey: 'two words' };
	const retried = await execute({ ...plan, ...continues, credential }, failed.run);
	expect(retried.items.map(({ json }) => json)).toMatchObject([
		{ status: 'accepted', to: '1000' },
		{ error: textWith('was not sent again'), details: { delivery: 'unknown', to: '1001' } },
		{ error: textWith('API key'), details: { delivery: 'notSent' } },
		{ error: textWith('API key'), details: { delivery: 'notSent' } },
	]);
});

it('a message that was skipped because of its key was not delivered by this execution', async () => {
	const plan = (sendOnceKey: string) => ({
		...node,
		items: itemsToAll(2),
		parameters: texts({ ...one, sendOnceKey }),
	});
	await execute({ ...plan('=a'), items: itemsToAll(1) });
	await control().bend(refusal);
	const failed = await execute(plan('=a'));
	expect(failed.error?.description).toMatch(
		/<br>2 items: 1 skipped because of a Send Once Key, 1 not sent\.<br>Not sent: item 1 \(1001\)\.$/,
	);
	const { error, hints } = await execute(plan('=b'), failed.run);
	expect(error).toBeUndefined();
	expect(hints).toEqual([]);
	expect(await acceptedTexts()).toEqual(['text 0', 'text 0', 'text 1']);
});

describe('a key', () => {
	const parameters = pictures({ options: { ...one, sendOnceKey: 'order 7' } });
	const order = { ...node, items: [three], parameters };

	it('lets a repeated order continue with the file that failed', async () => {
		await control().bend({ ...refusal, skip: 1 });
		await execute(order);
		const { error, items } = await execute(order);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toMatchObject([
			{ skipped: true, sendOnceKey: 'order 7' },
			{ status: 'accepted' },
			{ status: 'accepted' },
		]);
		expect(await arrived()).toEqual(['1555 a Look', '1555 b', '1555 c']);
	});

	it.each(['Pictures_', 'Pictures', 'Pictures1'])(
		'sends no file "%s0" if the files come in another order after one was sent',
		async (name) => {
			const files = Object.values(three.binary ?? {});
			const inOrder = (...positions: number[]) => ({
				...three,
				binary: Object.fromEntries(positions.map((at, to) => [`${name}${to}`, files[at]])),
			});
			await control().bend({ ...refusal, skip: 1 });
			await execute({ ...order, items: [inOrder(0, 1, 2) as typeof three] });
			const { error } = await execute({ ...order, items: [inOrder(2, 0, 1) as typeof three] });
			expect(error).toMatchObject({ context: { data: { reason: 'changedInTheMiddle' } } });
			expect(await arrived()).toEqual(['1555 a Look']);
		},
	);

	it('of two different messages to one person stops all before anything is sent', async () => {
		const items = ['one', 'two'].map((text) => ({ json: { to: '1001', text } }));
		const parameters = texts({ ...one, sendOnceKey: 'k' });
		const { error } = await execute({ ...node, items, parameters });
		expect(error?.message).toBe('1 of 2 items cannot be sent; nothing was sent');
		expect(await requests()).toEqual([]);
	});

	it('of a message that was delivered, or is in doubt, is still no key for another one in a second try', async () => {
		await control().bend(refusal);
		await control().bend({ path: 'messages', reset: 'afterReading' });
		const item = ([to, text]: string) => ({ json: { to: `100${to}`, text } });
		const { items } = await execute({
			...node,
			...continues,
			retryOnFail: true,
			maxTries: 2,
			waitBetweenTries: 1,
			items: ['1a', '2b', '2c', '3d', '3e', '3d'].map(item),
			parameters: texts({ ...one, sendOnceKey: 'k' }),
		});
		const sameAs = (other: number) => textWith(`Key is the same as that of item ${other}`);
		expect(items.map(({ json }) => json.error ?? json.status ?? json.skipped)).toEqual([
			...['accepted', textWith('not sent again'), sameAs(1), 'accepted', sameAs(3), true],
		]);
	});

	it('and a file used with one service do not count at another', async () => {
		await control().bend({ ...refusal, skip: 1 });
		const failed = await execute(order);
		const bodies: string[] = [];
		const other = await httpServer((request, response) => {
			void textOf(request).then((body) => {
				if (request.url?.endsWith('messages')) bodies.push(body);
				response.end('{ "storageRef": "elsewhere" }');
			});
		});
		const credential = { baseUrl: other.url };
		const { error } = await execute({ ...order, credential });
		expect(error).toBeUndefined();
		expect(bodies).toHaveLength(3);
		expect((await execute({ ...order, credential }, failed.run)).error).toBeUndefined();
		expect(bodies.filter((body) => !body.includes('"elsewhere"'))).toEqual([]);
	});
});
