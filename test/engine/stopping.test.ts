import type { OnError } from 'n8n-workflow';
import { httpServer } from '../transport/support/httpServer';
import { deliveryOnSandbox, itemsToAll, texts } from './support/deliveryOnSandbox';
import { textWith } from './support/matchers';
import { keyTable } from './support/keyTable';
import { getAll, message, photo, presence, text, upload } from './support/parameters';

const { behaveAs } = keyTable();
const { stoppedAfter, begin, control, requests, acceptedTexts } = deliveryOnSandbox();

/** So long that only stopping can end the wait. */
const forever = 3600;
const notBegun = { error: textWith('before this item was sent'), details: { delivery: 'notSent' } };

async function outputOfStopped(
	count: number,
	options: object,
	onError: OnError = 'continueRegularOutput',
) {
	const [items, parameters] = [itemsToAll(6), texts({ ...options })];
	const { items: output, run } = await stoppedAfter(count, { items, parameters, onError });
	expect(run.status).toBe('canceled');
	return output.map(({ json }) => json);
}

it('items that are still waiting are not sent after stopping, and say for whom they were', async () => {
	await control().bend({ hang: true, count: 10 });
	const output = await outputOfStopped(2, { timeout: forever, concurrency: 2 });
	const error = 'The execution was canceled before this item was sent';
	expect(output).toMatchObject([
		{ details: { delivery: 'unknown' } },
		{ details: { delivery: 'unknown' } },
		...[2, 3, 4, 5].map((at) => ({ error, details: { to: `100${at}`, delivery: 'notSent' } })),
	]);
	expect(await requests()).toHaveLength(2);
});

it('stopping ends a pause that the service asked for', async () => {
	await control().bend({ status: 429, headers: { 'retry-after': '299' }, count: 10 });
	const output = await outputOfStopped(6, { concurrency: 1 });
	expect(output).toHaveLength(6);
	for (const json of output) expect(json).toMatchObject({ details: { delivery: 'notSent' } });
	expect(await requests()).toHaveLength(6);
});

it('stopping ends the wait for the limit of messages per minute', async () => {
	const output = await outputOfStopped(1, { messagesPerMinute: 1 / 60, concurrency: 4 });
	expect(await requests()).toHaveLength(1);
	expect(await acceptedTexts()).toEqual(['text 0']);
	for (const json of output.slice(1))
		expect(json).toMatchObject({ details: { delivery: 'notSent' } });
});

it('a message that waits for the limit of messages per minute has begun no key', async () => {
	const begun = new Set<string>();
	behaveAs(async ({ row, changes }, run) => {
		if (changes) begun.add(row);
		return await Promise.resolve(run());
	});
	await outputOfStopped(1, { messagesPerMinute: 1 / 60, sendOnceKey: '={{ $json.text }}' });
	expect(await acceptedTexts()).toEqual(['text 0']);
	expect(begun.size).toBe(1);
});

it('a request in progress gets a moment to finish, and then counts as sent', async () => {
	const service = await httpServer((_, response) => {
		running.cancel();
		setTimeout(() => response.end('{ "status": "accepted" }'), 100);
	});
	const running = begin({
		items: itemsToAll(2),
		parameters: texts({ timeout: forever, concurrency: 1 }),
		onError: 'continueRegularOutput',
		credential: { baseUrl: service.url },
	});
	const { items, run } = await running.outcome;
	expect(run.status).toBe('canceled');
	expect(items.map(({ json }) => json)).toMatchObject([{ status: 'accepted' }, notBegun]);
	expect(service.requests).toHaveLength(1);
});

it('retrying a stopped execution sends the items that were not sent', async () => {
	await control().bend({ skip: 2, hang: true, count: 1 });
	const plan = { items: itemsToAll(6), parameters: texts({ timeout: forever, concurrency: 1 }) };
	const stopped = await stoppedAfter(3, plan);
	expect(stopped.run.status).toBe('canceled');
	expect(stopped.error?.message).toContain('canceled');
	expect(stopped.error?.description).toMatch(/^6 items: 2 sent, .*1 may have arrived\./);

	const retried = await begin(plan, stopped.run).outcome;
	// The request that was in progress is in doubt; all other items are sent.
	expect(retried.error?.message).toContain('was not sent again');
	expect(await acceptedTexts()).toEqual(['text 0', 'text 1', 'text 3', 'text 4', 'text 5']);
});

const items = ['1', '2', '3'].map((to) => ({ json: { to }, binary: { data: photo } }));
const options = { timeout: forever, concurrency: 1 };

describe.each([
	['a message', text],
	['an upload', upload],
	['an upload for a message', message('image')],
	['a typing indication', presence('typing')],
	['the instance list', getAll],
])('stopping the execution while %s waits for its answer', (_, parameters) => {
	it.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'ends the run with "On Error" set to %s',
		async (onError) => {
			await control().bend({ hang: true, count: 100 });
			const { nodes, run } = await stoppedAfter(1, {
				items,
				parameters: { ...parameters, options },
				onError,
				next: [{ parameters: text }],
			});
			expect(run.finished).not.toBe(true);
			// The next node did not run.
			expect(nodes).toHaveLength(1);
			expect(await requests()).toHaveLength(1);
			expect(await control().messages()).toEqual([]);
		},
	);
});

it('the error of a stopped execution says that its only message is in doubt', async () => {
	await control().bend({ hang: true, carryOut: true });
	const one = { items: items.slice(0, 1), parameters: { ...text, options } };
	const { error, run } = await stoppedAfter(1, one);
	expect(error).toMatchObject({
		message: '1 message may have arrived. The execution was canceled before the service answered',
		context: { itemIndex: 0, data: { delivery: 'unknown' } },
	});
	expect(error?.description).not.toContain('1 more');
	expect(run.status).toBe('canceled');
});

it('the error of a stopped execution names an item that was not sent, and counts those in doubt', async () => {
	await control().bend({ hang: true, carryOut: true });
	const { error } = await stoppedAfter(1, { items, parameters: { ...text, options } });
	expect(error).toMatchObject({
		message: '1 message may have arrived. The execution was canceled: 2 of 3 items were not sent',
		description: expect.stringMatching(
			/^3 items: 2 not sent, 1 may have arrived\.<br>Not sent: items? .*<br>May have arrived: item 0/,
		),
		context: { itemIndex: 1, data: { delivery: 'notSent' } },
	});
});
