import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { MarksInDatabase } from '../../nodes/MessagingIntegration/n8n/MarksInDatabase';

/** n8n's helpers on a database that never answers. */
const silent = () => new Promise<never>(() => undefined);
const helpers = {
	checkProcessedAndRecord: silent,
	getProcessedDataCount: silent,
	clearAllProcessedItems: silent,
} as unknown as IExecuteFunctions['helpers'];
const marks = () => new MarksInDatabase({ helpers, node: { id: 'node' } as INode });

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** @returns after how many seconds the call fails */
async function secondsOf(call: Promise<unknown>): Promise<number> {
	const start = Date.now();
	const end = call.catch(() => Date.now());
	await jest.advanceTimersByTimeAsync(120_000);
	return Math.round(((await end) as number) - start) / 1000;
}

it('a database that says nothing counts as failed after 30 s', async () => {
	expect(await secondsOf(marks().create('key', 'owner'))).toBe(30);
});

it('once the execution is stopped, it waits for a silent database for 3 s more', async () => {
	const stopped = new AbortController();
	setTimeout(() => stopped.abort(), 5000);
	expect(await secondsOf(marks().create('key', 'owner', stopped.signal))).toBe(8);
});
