import { subscribe, unsubscribe } from 'node:diagnostics_channel';

import type { INodeParameters } from 'n8n-workflow';

import { deliveryOnSandbox, itemsToAll, texts } from './support/deliveryOnSandbox';
import { keyTable } from './support/keyTable';
import { message, photo } from './support/parameters';

const { acceptedTexts, execute, control, requests } = deliveryOnSandbox();
keyTable();

const one = { concurrency: 1, maxTries: 1 };
const items = itemsToAll(3);
const node = { id: 'node', items };

/** From an hour ago until in an hour. */
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
const quiet = (from: number, until: number) => ({
	quietHours: { values: { from: at(from), until: at(until), clock: 'workflow' } },
});
const settings = { timezone: 'UTC' };
const splitText = { values: { by: 'paragraphs', maxLength: 4096 } };
/** Sends "a", "b" and "c" for an item. */
const inPieces = (more: INodeParameters) =>
	message('text', { text: 'a\n\nb\n\nc', options: { ...one, splitText, ...more } });

it.each([{}, { dryRun: 'always' }])(
	'Quiet Hours hold an item back, and say until when: %j',
	async (more) => {
		const parameters = texts({ ...one, ...quiet(-1, 1), ...more, failIfMoreThan: 1 });
		const held = await execute({ items: itemsToAll(2), parameters, settings });
		expect(held.items.map(({ json }) => json)).toEqual([
			{
				held: true,
				sendAfter: expect.stringMatching(/T\d\d:\d\d:00\.000Z$/) as string,
				to: '1000',
			},
			{ held: true, sendAfter: expect.any(String) as string, to: '1001' },
		]);
		const { sendAfter } = held.items[0]?.json ?? {};
		const wait = Date.parse(sendAfter as string) - Date.now();
		expect(wait).toBeGreaterThan(3_400_000);
		expect(wait).toBeLessThan(3_610_000);
		expect(held.hints.map(({ message }) => message)).toContain(
			'2 items were held: their recipients are in quiet hours. The field "sendAfter" says when to send.',
		);
		expect(await requests()).toEqual([]);
	},
);

it('Quiet Hours begin no key for an item that they hold back, and a later run sends it', async () => {
	const sendOnceKey = 'k';
	const held = texts({ ...one, sendOnceKey, ...quiet(-1, 1) });
	await execute({ ...node, parameters: held, settings });
	const loud = texts({ ...one, sendOnceKey, ...quiet(1, 2) });
	expect((await execute({ ...node, parameters: loud, settings })).items[2]?.json.to).toBe('1002');
	expect(await requests()).toHaveLength(3);
});

describe('a run that lasts until Quiet Hours begin', () => {
	const evening = quiet(1, 2);
	let passed = 0;
	/** It is evening as soon as a message is on its way. */
	const becomesEvening = (event: unknown) => {
		if ((event as { request: { path: string } }).request.path.endsWith('/messages'))
			passed = 90 * 60_000;
	};
	beforeEach(() => {
		passed = 0;
		const { now } = Date;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + passed);
		subscribe('undici:request:create', becomesEvening);
	});
	afterEach(() => {
		unsubscribe('undici:request:create', becomesEvening);
		jest.restoreAllMocks();
	});

	it('sends nothing more, and what is left comes out as held', async () => {
		const ended = await execute({ items, parameters: texts({ ...one, ...evening }), settings });
		expect(ended.items.map(({ json }) => json.held)).toEqual([undefined, true, true]);
		expect(ended.hints.map(({ message }) => message)).toContainEqual(
			expect.stringContaining('2 items were held'),
		);
		expect(await acceptedTexts()).toEqual(['text 0']);
	});

	it('finishes an item that has begun, because whoever sends it later sends all of it', async () => {
		await execute({ items: [{}], parameters: inPieces(evening), settings });
		expect(await acceptedTexts()).toEqual(['a', 'b', 'c']);
	});

	it('holds back a message that the service refused for now', async () => {
		await control().bend({ path: 'messages', status: 429 });
		const plan = { items: items.slice(0, 1), parameters: texts({ ...one, ...evening }), settings };
		expect((await execute(plan)).items[0]?.json.held).toBe(true);
		expect(await acceptedTexts()).toEqual([]);
	});
});

it('an item with several messages is held once, so that it is sent once later', async () => {
	const held = await execute({ items: [{}, {}], parameters: inPieces(quiet(-1, 1)), settings });
	expect(held.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	expect(held.hints.map(({ message }) => message)).toContainEqual(
		expect.stringContaining('6 messages were held'),
	);
});

it('the files of an item that is held go with it, so that it can be sent later', async () => {
	const binary = { picture: photo };
	const image = (more: INodeParameters) =>
		message('image', { binaryPropertyName: 'picture', options: { ...one, ...more } });
	const held = await execute({
		...{ items: [{ binary }, { binary }], parameters: image(quiet(-1, 1)), settings },
	});
	expect(held.items.map((item) => item.binary)).toEqual([
		{ picture: expect.objectContaining({ fileName: 'photo.png' }) as object },
		{ picture: expect.objectContaining({ fileName: 'photo.png' }) as object },
	]);
});

it('Quiet Hours are refused if they are no times', async () => {
	const quietHours = { values: { from: '9 pm', until: '08:00' } };
	const { error } = await execute({ items, parameters: texts({ quietHours }) });
	expect(error?.description).toContain('Enter two different times such as 21:00');
});
