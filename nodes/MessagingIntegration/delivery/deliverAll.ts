import type { Json } from '../api/answer';
import { KeyInDoubt } from '../api/deliveryFailures';
import { FailureError } from '../api/failure';
import { isReadable, type ItemRequest, type ReadItem } from '../api/request';
import type { RunOptions } from '../input/runOptions';
import type { ExecutionMemory } from '../memory/executionMemory';
import { keyDigest } from '../memory/requestDigest';
import type { SendOnce } from '../memory/sendOnce';
import type { Connection } from '../transport/connection';
import { deliverItem } from './deliverItem';
import { failureFrom } from './failureFrom';
import { inLanes } from './inLanes';
import type { Result } from './result';
import { resultBeforeSending } from './resultBeforeSending';
import type { Summary } from './summary';
import type { Uploads } from './uploadOnce';

export interface Run {
	connection: Connection;
	uploads: Uploads;
	options: RunOptions;
	memory: ExecutionMemory;
	/** Another retry has already continued from where this one begins. */
	isSuperseded: boolean;
	sendOnce: SendOnce;
	summary: Summary;
	/** Called for every item that was tried. */
	settled: () => void;
	/** Whether the items after a failed one are sent as well. */
	continues: boolean;
}

/** Sends one item. @returns the json of the items that it becomes */
async function sendItem(itemRequest: ItemRequest, { connection, uploads, sendOnce, summary }: Run): Promise<Json[]> {
	const deliver = async () => await deliverItem(connection, uploads, itemRequest, summary);
	const key = keyDigest(itemRequest);
	if (key === undefined) return await deliver();
	const items = await sendOnce.send(key, deliver);
	if (!items) summary.skipped++;
	return items ?? [{ skipped: true, sendOnceKey: itemRequest.onceKey }];
}

/**
 * Delivers what can be delivered and was not delivered before. After a failure that ends the run nothing new starts,
 * and requests in progress finish.
 * @returns a result for each item; undefined for an item that was not started
 */
export async function deliverAll(readItems: Array<ReadItem | undefined>, run: Run): Promise<Array<Result | undefined>> {
	const { connection, options, memory, continues } = run;
	const results = new Array<Result | undefined>(readItems.length);
	const toSend = new Map<number, ItemRequest>();
	for (const [item, readItem] of readItems.entries()) {
		const result = resultBeforeSending(item, readItem, { ...run, resendWhenUnsure: options.resendWhenUnsure });
		if (result) results[item] = result;
		else if (isReadable(readItem)) toSend.set(item, readItem);
		// Items before the one that ends the run are sent, items after it are not.
		if (!continues && result && result === readItem) break;
	}

	let halted = false;
	await inLanes([...toSend.keys()], (item) => toSend.get(item)?.request.lane, options.concurrency, async (item) => {
		const itemRequest = toSend.get(item);
		if (!itemRequest || halted || connection.signal?.aborted) return;
		// A long list holds only what is still to be sent.
		toSend.delete(item);
		try {
			const items = await sendItem(itemRequest, run);
			memory.remember(item, itemRequest, { sent: items });
			results[item] = { items };
		} catch (error) {
			const failure = failureFrom(error);
			const before = memory.recall(item, itemRequest);
			// The next try asks the store of keys again: by then another execution may have finished.
			const isKnownDoubt = error instanceof KeyInDoubt;
			if (failure.delivery === 'unknown' && !isKnownDoubt) memory.remember(item, itemRequest, { unsure: failure });
			// A try that sent nothing does not undo an earlier one that may have.
			results[item] = { error: before && 'unsure' in before ? new FailureError(before.unsure) : error };
			// What was known before this run is no reason to hold back the other items.
			halted ||= !continues && !isKnownDoubt;
		}
		run.settled();
	});
	return results;
}
