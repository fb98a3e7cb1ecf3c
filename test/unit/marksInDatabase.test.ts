import { setImmediate } from 'node:timers/promises';

import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { MarksInDatabase } from '../../nodes/MessagingIntegration/n8n/MarksInDatabase';
import { DeduplicationError } from '../support/DeduplicationError';

/** n8n's helpers on a database that never answers. */
const silent = () => new Promise<never>(() => undefined);
const helpers = {
	checkProcessedAndRecord: silent,
	getProcessedDataCount: silent,
	clearAllProcessedItems: silent,
} as unknown as IExecuteFunctions['helpers'];
const node = { id: 'node' } as INode;
const marks = () => new MarksInDatabase({ helpers, node });

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** @returns after how many seconds the call fails */
async function secondsOf(call: Promise<unknown>): Promise<number> {
	const start = Date.now();
	const end = call.catch(() => Date.now());
	await jest.advanceTimersByTimeAsync(120_000);
	return Math.round(((await end) as number) - start) / 1000;
}

describe('a database that says nothing for 30 s', () => {
	/** @param answer to the second call, and to those behind it */
	function counting(answer: () => Promise<number>) {
		const calls = { count: 0 };
		const count = async () => await (++calls.count === 1 ? silent() : answer());
		const counted = new MarksInDatabase({
			helpers: { ...helpers, getProcessedDataCount: count },
			node,
		});
		return { calls, of: async () => await counted.count('key').catch(() => 'failed') };
	}
	const untilCalled = async (calls: { count: number }, times: number) => {
		while (calls.count < times) await setImmediate();
	};

	it('is asked once more', async () => {
		const { calls, of } = counting(async () => await Promise.resolve(1));
		const marks = of();
		await jest.advanceTimersByTimeAsync(30_000);
		await untilCalled(calls, 2);
		expect(await marks).toBe(1);
	});

	it('counts as failed if it is silent again, and is then asked once only', async () => {
		const { calls, of } = counting(silent);
		const first = of();
		await jest.advanceTimersByTimeAsync(30_000);
		await untilCalled(calls, 2);
		await jest.advanceTimersByTimeAsync(30_000);
		expect(await first).toBe('failed');
		const second = of();
		await jest.advanceTimersByTimeAsync(30_000);
		expect(await second).toBe('failed');
		expect(calls.count).toBe(3);
	});
});

it('once the execution is stopped, it waits for a silent database for 3 s more', async () => {
	const stopped = new AbortController();
	setTimeout(() => stopped.abort(), 5000);
	expect(await secondsOf(marks().create('key', 'owner', stopped.signal))).toBe(8);
});

it('a database that is locked for a moment does not make an own mark one of another owner', async () => {
	const owners = new Map<string, unknown>();
	let locked = 0;
	const record = async (_: unknown, __: unknown, { mode }: { mode: string }) => {
		const { id } = node;
		await Promise.resolve();
		if (locked-- > 0) throw new Error('SQLITE_BUSY: database is locked');
		if ((owners.get(id) ?? mode) !== mode) throw new DeduplicationError();
		owners.set(id, mode);
	};
	const table = {
		checkProcessedAndRecord: record,
		getProcessedDataCount: async () => await Promise.resolve(owners.has(node.id) ? 1 : 0),
	} as unknown as IExecuteFunctions['helpers'];
	const create = async (owner: string) => {
		const created = new MarksInDatabase({ helpers: table, node }).create('key', owner);
		await jest.advanceTimersByTimeAsync(10_000);
		return await created;
	};
	expect(await create('one')).toBe(true);
	locked = 2;
	expect(await create('one')).toBe(true);
	locked = 2;
	expect(await create('other')).toBe(false);
});
