import type { Fault } from '../../dev/sandbox/faults';
import { deliveryOnSandbox, itemsToAll, texts } from './support/deliveryOnSandbox';
import { keyTable } from './support/keyTable';
import { textWith } from './support/matchers';
import { message, photo } from './support/parameters';

const { engine, execute, control, requests } = deliveryOnSandbox();

keyTable();

/** Node.js timers may fire this many ms early. */
const early = 2;

const refusedFor = (retryAfter: string) => ({
	status: 429,
	headers: { 'retry-after': retryAfter },
});

it('messages go evenly spread, each with its typing and repeated requests', async () => {
	await control().bend({ ...refusedFor('0'), path: '/messages$', skip: 2, count: 3 });
	const messagesPerMinute = 1200;
	const start = Date.now();
	await execute({
		items: itemsToAll(10),
		parameters: texts({ messagesPerMinute, typingFirst: 0.001 }),
	});
	const messages = (await requests()).filter(({ operation }) => operation === 'messages');
	expect(messages.length).toBe(13);
	for (const [before, { receivedAt }] of messages.entries())
		expect(Date.parse(receivedAt) - start).toBeGreaterThanOrEqual(before * 50 - early);
});

it('a file is one message with its upload: of one in an hour, none of the two waits', async () => {
	const items = [{ binary: { data: photo } }];
	const options = { messagesPerMinute: 1 / 60 };
	const { error } = await execute({ items, parameters: message('image', { options }) });
	expect(error).toBeUndefined();
	expect((await requests()).map(({ operation }) => operation)).toEqual(['media', 'messages']);
});

it('items that are skipped do not count for the limit of messages per minute', async () => {
	const node = { id: 'the same node', items: itemsToAll(5) };
	const options = { sendOnceKey: '={{ $json.text }}' };
	await execute({ ...node, parameters: texts(options) });
	const parameters = texts({ ...options, messagesPerMinute: 1 / 60 });
	const { hints } = await execute({ ...node, parameters });
	expect(hints).toMatchObject([{ message: textWith('5 items were skipped') }]);
});

const failing = { status: 500, count: 100 };
const resend = { whenUnsure: 'resend' };

describe('a request that fails is attempted', () => {
	it.each<[string, Fault, object, number, string]>([
		['three times if it may be sent again', failing, resend, 3, 'unknown'],
		['once if it may not', failing, {}, 1, 'unknown'],
	])('%s', async (_, fault, options, attempts, delivery) => {
		await control().bend(fault);
		const { error } = await execute({ items: itemsToAll(1), parameters: texts({ ...options }) });
		expect(error).toMatchObject({ httpCode: `${fault.status}`, context: { data: { delivery } } });
		expect(await requests()).toHaveLength(attempts);
	});

	it('once by each item if the service asks all of them for too long a pause', async () => {
		await control().bend({ ...refusedFor('3600'), count: 100 });
		const { items } = await execute({
			items: itemsToAll(4),
			parameters: texts({ concurrency: 1 }),
			onError: 'continueRegularOutput',
		});
		for (const { json } of items)
			expect(json).toMatchObject({
				details: {
					delivery: 'notSent',
					httpStatus: 429,
					description: textWith('The service asks for a pause of 60 minutes.'),
				},
			});
		expect(await requests()).toHaveLength(4);
	});
});

it('a run without problems shows no hints', async () => {
	const { hints } = await execute({ items: itemsToAll(20), parameters: texts() });
	expect(hints).toEqual([]);
});

it("a long run writes its progress and the time of each request to n8n's log, without recipients and content", async () => {
	const begun = performance.now();
	await execute({ items: itemsToAll(13), parameters: texts({ messagesPerMinute: 120 }) });
	const whole = performance.now() - begun;
	const log = await engine().log();
	expect(log).toMatch(/Messaging Integration: \d+ of 13 settled/);
	const requests = /Messaging Integration: request","metadata":\{"duration":(\d+),/g;
	const durations = [...log.matchAll(requests)].slice(-13).map(([, ms]) => Number(ms));
	expect(durations).toHaveLength(13);
	expect(Math.max(...durations)).toBeLessThanOrEqual(whole);
	for (const secret of ['text 12', '10012']) expect(log).not.toContain(secret);
});
