import { subscribe, unsubscribe } from 'node:diagnostics_channel';

import type { INodeParameters } from 'n8n-workflow';

import { deliveryOnSandbox, itemsToAll, texts } from './support/deliveryOnSandbox';
import { keyTable } from './support/keyTable';
import { textWith } from './support/matchers';
import { message, photo } from './support/parameters';

const { acceptedTexts, execute, control, requests } = deliveryOnSandbox();
keyTable();

const one = { concurrency: 1 };
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

const until = expect.stringMatching(/T\d\d:\d\d:00\.000Z$/) as string;

it.each([{}, { dryRun: 'always' }])(
	'an item in Quiet Hours fails, and says until when, in a dry run as well: %j',
	async (more) => {
		const hours = quiet(-1, 1);
		const parameters = texts({ ...one, ...hours, ...more, failIfMoreThan: 1 });
		const onError = 'continueErrorOutput';
		const { outputs } = await execute({ items: itemsToAll(2), parameters, settings, onError });
		expect(outputs[1]?.map(({ json }) => json)).toMatchObject(
			['1000', '1001'].map((to) => ({
				error: expect.stringMatching(/ until 20\d\d-\d\d-\d\d \d\d:\d\d \(UTC\)$/) as string,
				details: { reason: 'quietHours', delivery: 'notSent', sendAfter: until, to },
			})),
		);
		const { sendAfter } = outputs[1]?.[0]?.json.details as { sendAfter: string };
		expect(sendAfter.slice(11, 16)).toBe(hours.quietHours.values.until);
		expect(await requests()).toEqual([]);
	},
);

it('Quiet Hours end no other item, and a retry in the morning sends exactly the rest', async () => {
	const rows = ['+81 90 1234 5678', '+49 1512 3456789', '+81 90 1234 5679'];
	const zones = { Tokyo: 'Asia/Tokyo', Berlin: 'Europe/Berlin' };
	const hour = (timeZone: string) =>
		new Date().toLocaleTimeString('sv-SE', { timeZone, hour: '2-digit' }).slice(0, 2);
	// In Tokyo it is this hour, in Berlin another one.
	expect(hour(zones.Tokyo)).not.toBe(hour(zones.Berlin));
	const later = String((Number(hour(zones.Tokyo)) + 2) % 24).padStart(2, '0');
	const [from, end] = [`${hour(zones.Tokyo)}:00`, `${later}:00`];
	const quietHours = { values: { from, until: end, clock: 'recipient' } };
	const plan = { id: 'node', items: rows.map((to) => ({ json: { to, text: to } })) };
	const night = await execute({ ...plan, parameters: texts({ ...one, quietHours }) });
	expect(night.error).toMatchObject({
		message: textWith(
			'2 of 3 items were not sent: their recipients are in quiet hours, the last until 20',
		),
		description: textWith('3 items: 1 sent, 2 not sent.'),
		context: { data: { reason: 'quietHours', delivery: 'notSent', sendAfter: until } },
	});
	expect(await acceptedTexts()).toEqual([rows[1]]);
	expect((await execute({ ...plan, parameters: texts(one) }, night.run)).error).toBeUndefined();
	expect(await acceptedTexts()).toEqual([rows[1], rows[0], rows[2]]);
});

it('the whole row, with its files, comes out of the error output, so that it can go back into the node', async () => {
	const image = message('image', {
		to: '={{ $json.to }}',
		binaryPropertyName: 'picture',
		caption: '={{ $json.text }}',
		options: { ...one, quietHours: { values: quiet(-1, 1).quietHours.values } },
	});
	const rows = items.map((item) => ({ ...item, binary: { picture: photo } }));
	const onError = 'continueErrorOutput';
	const { outputs } = await execute({ items: rows, parameters: image, settings, onError });
	expect(outputs[1]).toMatchObject(
		items.map(({ json }) => ({ json, binary: { picture: { fileName: 'photo.png' } } })),
	);
});

it('Quiet Hours begin no key for an item that they hold back, and a later run sends it', async () => {
	const sendOnceKey = 'k';
	const held = texts({ ...one, sendOnceKey, ...quiet(-1, 1) });
	await execute({ ...node, parameters: held, settings });
	const loud = texts({ ...one, sendOnceKey, ...quiet(1, 2) });
	expect((await execute({ ...node, parameters: loud, settings })).items[2]?.json.to).toBe('1002');
	expect(await requests()).toHaveLength(3);
});

it.each([{}, { dryRun: 'always' }])(
	'Quiet Hours are asked before a key is looked at, so whoever has the message waits as well: %j',
	async (more) => {
		const sendOnceKey = 'k';
		const sent = texts({ ...one, sendOnceKey });
		await execute({ ...node, items: itemsToAll(1), parameters: sent, settings });
		const held = texts({ ...one, sendOnceKey, ...quiet(-1, 1), ...more });
		const onError = 'continueErrorOutput';
		const { outputs } = await execute({ ...node, parameters: held, settings, onError });
		const row = { reason: 'quietHours', delivery: 'notSent', sendAfter: until };
		expect(outputs[1]?.map(({ json }) => json.details)).toMatchObject([row, row, row]);
		expect(await requests()).toHaveLength(1);
	},
);

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

	it('sends nothing more, and fails with what is left', async () => {
		const ended = await execute({ items, parameters: texts({ ...one, ...evening }), settings });
		expect(ended.error?.message).toContain('2 of 3 items were not sent');
		expect(await acceptedTexts()).toEqual(['text 0']);
	});

	it('finishes an item that has begun, because whoever sends it later sends all of it', async () => {
		await execute({ items: [{}], parameters: inPieces(evening), settings });
		expect(await acceptedTexts()).toEqual(['a', 'b', 'c']);
	});

	it('holds back a message that the service refused for now', async () => {
		await control().bend({ path: 'messages', status: 429 });
		const plan = { items: items.slice(0, 1), parameters: texts({ ...one, ...evening }), settings };
		expect((await execute(plan)).error?.message).toContain('quiet hours');
		expect(await acceptedTexts()).toEqual([]);
	});
});

it('the title counts people, not the messages of a text', async () => {
	const parameters = { ...inPieces(quiet(-1, 1)), to: '={{ $json.to }}' };
	const { error } = await execute({ items: itemsToAll(2), parameters, settings });
	expect(error?.message).toContain(
		'2 of 2 items were not sent: their recipients are in quiet hours',
	);
});

it('an item with several messages fails once, so that it is sent once later', async () => {
	const plan = { items: [{}, {}], parameters: inPieces(quiet(-1, 1)), settings };
	const { items: failed } = await execute({ ...plan, onError: 'continueRegularOutput' });
	expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	expect(await requests()).toEqual([]);
});

it('Quiet Hours can be as a database gives them, with seconds', async () => {
	const quietHours = { values: { from: '00:00:00', until: '00:00:00.000' } };
	const { error } = await execute({ items, parameters: texts({ quietHours }) });
	// They are read, and two equal times are an error.
	expect(error?.description).toContain('Enter two different times such as 21:00');
	const other = { values: { from: '00:00:00', until: '23:59:00', clock: 'workflow' } };
	const { error: quiet } = await execute({ items, parameters: texts({ quietHours: other }) });
	expect(quiet?.message).toContain('quiet hours');
});

it('Quiet Hours are refused if they are no times', async () => {
	const quietHours = { values: { from: '9 pm', until: '08:00' } };
	const { error } = await execute({ items, parameters: texts({ quietHours }) });
	expect(error?.description).toContain('Enter two different times such as 21:00');
});
