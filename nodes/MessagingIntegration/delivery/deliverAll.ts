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
import { inTurns } from './inTurns';
import { expectedDuration, type Pauses } from './pauses';
import type { Result } from './result';
import { resultBeforeSending } from './resultBeforeSending';
import type { Summary } from './summary';
import type { Uploads } from './uploadOnce';

export interface Run {
	connection: Connection;
	uploads: Uploads;
	options: RunOptions;
	memory: ExecutionMemory;
	/** Another retry of the same execution has already continued from the same point. */
	isSuperseded: boolean;
	sendOnce: SendOnce;
	summary: Summary;
	/** Undefined if the user wants no pauses between messages. */
	pauses?: Pauses;
	/** Called with the duration that is expected of the pauses (ms). */
	expect: (duration: number) => void;
	/** Called after each item that the run tried to deliver. */
	settled: () => void;
	/** Whether to send the items after a failed one as well. */
	continues: boolean;
}

/** Sends one item. @returns the JSON of its output items */
async function sendItem(
	itemRequest: ItemRequest,
	{ connection, uploads, sendOnce, summary, pauses }: Run,
): Promise<Json[]> {
	const deliver = async () => {
		pauses?.attempted(itemRequest.request.instanceId);
		return await deliverItem(connection, uploads, itemRequest, summary);
	};
	const key = keyDigest(itemRequest);
	if (key === undefined) return await deliver();
	const items = await sendOnce.send(key, deliver);
	if (!items) summary.skipped++;
	return items ?? [{ skipped: true, sendOnceKey: itemRequest.onceKey }];
}

/** Pauses before a message, unless it will be skipped because of its Send Once Key. */
async function pauseBefore(
	itemRequest: ItemRequest,
	pauses: Pauses,
	{ sendOnce }: Run,
	signal: AbortSignal,
): Promise<void> {
	const { instanceId } = itemRequest.request;
	if (!pauses.isDue(instanceId)) return;
	const key = keyDigest(itemRequest);
	if (key !== undefined && (await sendOnce.wasSent(key))) return;
	await pauses.before(instanceId, signal);
}

/**
 * Delivers the items that can be delivered and were not delivered before. After a failure that ends the run, no further
 * item starts, and requests in progress finish.
 * @param readItems each is forgotten when its delivery starts
 * @returns a result for each item; undefined for an item that was not started
 */
export async function deliverAll(
	readItems: Array<ReadItem | undefined>,
	run: Run,
): Promise<Array<Result | undefined>> {
	const { connection, options, memory, continues, pauses } = run;
	const results = new Array<Result | undefined>(readItems.length);
	const toSend: number[] = [];
	const requestOf = (item: number): ItemRequest | undefined => {
		const readItem = readItems[item];
		return isReadable(readItem) ? readItem : undefined;
	};
	await inTurns(readItems.length, (item) => {
		const readItem = readItems[item];
		const result = resultBeforeSending(item, readItem, {
			...run,
			resendWhenUnsure: options.resendWhenUnsure,
		});
		if (result) results[item] = result;
		else if (isReadable(readItem)) toSend.push(item);
		// An item that cannot be read ends the run: items before it are sent, items after it are not.
		return continues || !result || result !== readItem;
	});

	// Aborts after a failure that ends the run, and when the execution is stopped.
	const halt = new AbortController();
	const halted = AbortSignal.any([halt.signal, ...(connection.signal ? [connection.signal] : [])]);
	if (pauses)
		run.expect(
			expectedDuration(
				toSend.flatMap((item) => requestOf(item) ?? []),
				pauses.range,
			),
		);
	await inLanes(
		toSend,
		(item) => requestOf(item)?.request[pauses ? 'instanceId' : 'lane'],
		options.concurrency,
		async (item) => {
			const itemRequest = requestOf(item);
			if (!itemRequest || halted.aborted) return;
			// Saves memory in a long run.
			readItems[item] = undefined;
			try {
				const items = await sendItem(itemRequest, run);
				memory.remember(item, itemRequest, { sent: items });
				results[item] = { items };
			} catch (error) {
				const failure = failureFrom(error);
				const before = memory.recall(item, itemRequest);
				// A retry asks the key store again instead: another execution may have finished by then.
				const isKnownDoubt = error instanceof KeyInDoubt;
				if (failure.delivery === 'unknown' && !isKnownDoubt)
					memory.remember(item, itemRequest, { unsure: failure });
				// A run that sent nothing does not settle the doubt that an earlier run left.
				results[item] = {
					error: before && 'unsure' in before ? new FailureError(before.unsure) : error,
				};
				// A doubt from before this run is no reason to hold back the other items.
				if (!continues && !isKnownDoubt) halt.abort();
			}
			run.settled();
		},
		pauses &&
			(async (item) => {
				const itemRequest = requestOf(item);
				if (itemRequest && !halted.aborted) await pauseBefore(itemRequest, pauses, run, halted);
			}),
	);
	return results;
}
