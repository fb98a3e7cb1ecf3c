import { text } from 'node:stream/consumers';

import type { INodeParameters } from 'n8n-workflow';

import type { SendRequest } from '../../dev/sandbox/message';
import { httpServer } from '../transport/support/httpServer';
import { deliveryOnSandbox } from './support/deliveryOnSandbox';
import { keyTable } from './support/keyTable';
import { textWith } from './support/matchers';
import { byId, message, photo } from './support/parameters';
import type { InputFile, InputItem } from './support/startNode';

const { engine, run, execute, requests, control } = deliveryOnSandbox();
keyTable();

/** Parameters that send each item's picture to its own recipient. */
const picture = { ...message('image'), to: '={{ $json.to }}' };

/** The first item's file, for all items. */
const shared = "={{ $('Start').first().binary.data }}";

/** Parameters that send it to each item's own recipient. */
const sendShared = (options: INodeParameters = {}) => ({
	...picture,
	binaryPropertyName: shared,
	options,
});
const one = { concurrency: 1 };
const continues = { onError: 'continueRegularOutput' as const };

const photos = (count: number) => itemsWith(Array.from({ length: count }, () => photo));
const itemsWith = (files: InputFile[]): InputItem[] =>
	files.map((data, at) => ({ json: { to: String(1000 + at) }, binary: { data } }));

async function uploads() {
	return (await requests()).filter(({ operation }) => operation === 'media');
}

async function sentRefs(): Promise<unknown[]> {
	return (await control().messages()).map(({ content }) => content.media?.storageRef);
}

describe.each(['default', 'filesystem'] as const)('with binary data mode %s', (mode) => {
	beforeAll(async () => await engine().storeBinariesIn(mode));

	it('a picture for 200 recipients is uploaded once', async () => {
		const [first = {}, ...others] = photos(200);
		const { error, items } = await run({
			items: [first, ...others.map(({ json }) => ({ json }))],
			parameters: sendShared({ concurrency: 64 }),
		});
		expect([error, items.length]).toEqual([undefined, 200]);
		const [upload, ...more] = await uploads();
		expect(more).toEqual([]);
		expect(await sentRefs()).toEqual(Array(200).fill(upload?.file?.storageRef));
	});

	it('files with different content are uploaded separately, even under the same name', async () => {
		const texts = ['one', 'two', 'three'];
		const { items } = await run({
			items: itemsWith(texts.map((words) => ({ ...photo, bytes: Buffer.from(words) }))),
			parameters: picture,
		});
		expect(items).toHaveLength(3);
		const refs = (await uploads()).map(({ file }) => file?.storageRef);
		expect(new Set(refs).size).toBe(3);
		expect((await sentRefs()).sort()).toEqual([...refs].sort());
	});

	it('equal files of several items with one Send Once Key are one message; those of one item are all sent', async () => {
		const options = { sendOnceKey: 'k', concurrency: 1 };
		const twice = { json: { to: '1999' }, binary: { Pictures_0: photo, Pictures_1: photo } };
		const parameters = { ...picture, binaryPropertyName: '*', options };
		const ofItem = await run({ items: [twice], parameters });
		expect(ofItem.items.map(({ json }) => 'skipped' in json)).toEqual([false, false]);
		const ofSeveral = await run({ items: photos(2), parameters: { ...parameters, to: '1000' } });
		expect(ofSeveral.items.map(({ json }) => 'skipped' in json)).toEqual([false, true]);
		expect(await control().messages()).toHaveLength(3);
		const others = [photo, { ...photo, bytes: Buffer.alloc(photo.bytes.length + 1) }];
		const { error } = await run({
			items: itemsWith(others),
			parameters: { ...parameters, to: '1001' },
		});
		expect(error?.description).toContain('The Send Once Key is the same as that of item 0');
		expect(await control().messages()).toHaveLength(3);
	});
});

it('an item of several files, whose key an earlier item has, fails once', async () => {
	const files = (byte: number) => {
		const file = { ...photo, bytes: Buffer.alloc(photo.bytes.length + byte) };
		return { json: { to: '1999' }, binary: { Pictures_0: file, Pictures_1: file } };
	};
	const parameters = { ...picture, binaryPropertyName: '*', options: { sendOnceKey: 'k' } };
	const { error } = await run({ items: [files(0), files(1)], parameters });
	const sameKey = 'The Send Once Key is the same as that of item 0';
	expect(error?.description?.split(sameKey)).toHaveLength(2);
});

it.each([
	['another instance', { instanceId: byId("={{ $itemIndex ? 'basic' : 'demo' }}") }],
	['another name', { options: { fileName: '={{ $itemIndex }}.png' } }],
	['another type', { options: { mimeType: '={{ $itemIndex ? "image/webp" : "image/png" }}' } }],
])('the same file is uploaded again for %s', async (_, parameters) => {
	await run({ items: photos(2), parameters: { ...sendShared(), ...parameters } });
	expect(await uploads()).toHaveLength(2);
	expect((await requests()).every(({ carriedOut }) => carriedOut)).toBe(true);
});

it('an upload is repeated after a temporary failure, and no message fails', async () => {
	await control().bend({ path: 'media', status: 502 });
	const { error, items } = await run({ items: photos(20), parameters: sendShared() });
	expect([error, items.length]).toEqual([undefined, 20]);
	expect((await uploads()).map(({ status }) => status)).toEqual([502, 200]);
});

it('an upload that gets no answer fails all messages that need it together', async () => {
	await control().bend({ path: 'media', hang: true, count: 100 });
	const parameters = sendShared({ timeout: 0.3, concurrency: 4 });
	const { items } = await run({ items: photos(8), parameters, ...continues });
	const stuck = { error: textWith('did not answer in time'), details: { delivery: 'notSent' } };
	expect(items.map(({ json }) => json)).toMatchObject(items.map(() => stuck));
	expect([items.length, await uploads()]).toMatchObject([8, Array(3).fill({})]);
});

it('a refused upload fails every message that needs it, and no message is sent', async () => {
	await control().bend({ path: 'media', status: 413 });
	const { items } = await run({ items: photos(3), parameters: sendShared(), ...continues });
	const reason = {
		error: 'The file is too large for the service (413): "Payload Too Large", "PayloadTooLarge"',
		details: { httpStatus: 413, delivery: 'notSent' },
	};
	expect(items.map(({ json }) => json)).toMatchObject([reason, reason, reason]);
	expect((await requests()).map(({ operation }) => operation)).toEqual(['media']);
});

it('a storageRef that is good for ten messages reaches ten more people with each run', async () => {
	const left: number[] = [];
	let sent = 0;
	const service = await httpServer((request, response) => {
		void text(request).then((body) => {
			if (request.url?.endsWith('/media'))
				return response.end(JSON.stringify({ storageRef: String(left.push(10) - 1) }));
			const { content } = JSON.parse(body) as SendRequest;
			const ref = Number(content.media?.storageRef);
			const isGood = (left[ref] ?? 0) > 0;
			left[ref] = (left[ref] ?? 0) - 1;
			if (isGood) sent++;
			return response.writeHead(isGood ? 202 : 404).end('{}');
		});
	});
	const settings = { retryOnFail: true, maxTries: 5, waitBetweenTries: 1 };
	const credential = { baseUrl: service.url };
	await execute({ items: photos(60), parameters: sendShared(), credential, ...settings });
	expect([sent, left.length]).toEqual([50, 5]);
});

describe('the storageRef of a file', () => {
	const plan = { items: photos(3), parameters: sendShared(one) };
	const refuse = async () => await control().bend({ path: 'messages', status: 404 });

	it('is forgotten if the service refuses a message with it, so that the next retry uploads the file again', async () => {
		await refuse();
		const first = await execute(plan);
		await refuse();
		const second = await execute(plan, first.run);
		expect(second.error).toMatchObject({ httpCode: '404' });
		expect(await uploads()).toHaveLength(2);
		expect((await execute(plan, second.run)).error).toBeUndefined();
		const refs = (await uploads()).map(({ file }) => file?.storageRef);
		expect(refs).toHaveLength(3);
		expect(await sentRefs()).toEqual([refs[2], refs[2], refs[2]]);
	});

	it('stays after an answer that asks to slow down', async () => {
		// The run does not wait that long, so the message fails.
		const headers = { 'retry-after': '3600' };
		await control().bend({ path: 'messages', status: 429, headers });
		const second = await execute(plan);
		expect(second.error).toMatchObject({ httpCode: '429' });
		expect((await execute(plan, second.run)).error).toBeUndefined();
		expect(await uploads()).toHaveLength(1);
	});
});

it('recipients whom the service refuses do not cause an upload each', async () => {
	await control().bend({ path: 'messages', status: 422, skip: 2, count: 4 });
	const { items } = await run({ items: photos(8), parameters: sendShared(one), ...continues });
	const failed = items.flatMap(({ json }, at) => ('error' in json ? at : []));
	expect(failed).toEqual([2, 3, 4, 5]);
	expect(await uploads()).toHaveLength(1);
});
