import type { Json } from '../api/answer';
import { type Failure, FailureError } from '../api/failure';
import type { Prepared } from '../api/request';
import type { RunOptions } from '../api/runOptions';
import type { ExecutionMemory } from '../memory/executionMemory';
import { keyDigest } from '../memory/requestDigest';
import { KeyInDoubt, type SendOnce } from '../memory/sendOnce';
import type { Connection } from '../transport/connection';
import { deliverItem } from './deliverItem';
import { inLanes } from './lanes';
import { failureFrom, notAgain } from './nodeError';
import type { Preparation } from './preparation';
import type { Tally } from './tally';

/** What became of one item: the json of what comes out, or its error. */
export type Result = { items: Json[] } | { error: unknown };

interface Round {
	connection: Connection;
	options: RunOptions;
	memory: ExecutionMemory;
	/** Another retry has already continued from where this one begins. */
	isSuperseded: boolean;
	sendOnce: SendOnce;
	tally: Tally;
	/** Called for every item that was tried. */
	settled: () => void;
	/** Whether the items after a failed one are sent as well. */
	goesOn: boolean;
}

/** Messages to one recipient of one instance keep their order, and a list is read once at a time; nothing else waits. */
function laneOf({ request }: Prepared): string | undefined {
	if (request.method === 'GET') return request.path;
	const to = request.body?.to;
	return typeof to === 'string' ? JSON.stringify([request.instanceId, to]) : undefined;
}

/** The failure of an item that the try before this one does not know. */
const superseded: Failure = {
	message: 'This execution was retried before',
	description:
		'That retry may have delivered this item, so it was not sent again. Retry the newest one in the list of executions instead. If a second delivery does less harm than none, switch on the option "Resend When Unsure".',
	delivery: 'unknown',
	source: 'service',
};

/** A key tells whether another retry has sent its message, and reading twice does no harm. */
function mayRepeatOtherRetry({ request, onceKey }: Prepared): boolean {
	return request.method !== 'GET' && onceKey === undefined;
}

/**
 * Delivers what can be delivered and was not delivered before. After a failure that ends the run nothing new starts,
 * and requests in progress finish.
 * @returns a result for each item; undefined for an item that was not started
 */
export async function deliverAll(
	preparations: Array<Preparation | undefined>,
	round: Round,
): Promise<Array<Result | undefined>> {
	const { connection, options, memory, sendOnce, tally, goesOn, settled } = round;
	const results = new Array<Result | undefined>(preparations.length);
	let halted = false;

	async function send(prepared: Prepared): Promise<Json[]> {
		const deliver = async () => await deliverItem(connection, prepared, tally);
		const key = keyDigest(prepared);
		if (key === undefined) return await deliver();
		const items = await sendOnce.deliver(key, deliver);
		if (!items) tally.skipped++;
		return items ?? [{ skipped: true, sendOnceKey: prepared.onceKey }];
	}

	async function work(item: number): Promise<void> {
		const prepared = toSend.get(item);
		if (!prepared || halted || connection.signal?.aborted) return;
		// A long list holds only what is still to be sent.
		toSend.delete(item);
		try {
			const items = await send(prepared);
			memory.remember(item, prepared, { sent: items });
			results[item] = { items };
		} catch (error) {
			const failure = failureFrom(error);
			const isKnownDoubt = error instanceof KeyInDoubt;
			const before = memory.recall(item, prepared);
			// The store of keys is asked again by the next try: by then another execution may have finished.
			if (failure.delivery === 'unknown' && !isKnownDoubt) memory.remember(item, prepared, { unsure: failure });
			// A try that sent nothing does not undo an earlier one that may have.
			results[item] = { error: before && 'unsure' in before ? new FailureError(before.unsure) : error };
			// What was known before this run is no reason to hold back the other items.
			halted ||= !goesOn && !isKnownDoubt;
		}
		settled();
	}

	const toSend = new Map<number, Prepared>();
	for (const [item, preparation] of preparations.entries()) {
		const result = resultBeforeSending(item, preparation, round);
		if (result) results[item] = result;
		else if (isPrepared(preparation)) toSend.set(item, preparation);
		// Items before the one that ends the run are sent, items after it are not.
		if (!goesOn && result && result === preparation) break;
	}
	const laneOfItem = (item: number) => laneOf(toSend.get(item) as Prepared);
	await inLanes([...toSend.keys()], laneOfItem, options.concurrency, work);
	return results;
}

function isPrepared(preparation: Preparation | undefined): preparation is Prepared {
	return preparation !== undefined && !('error' in preparation);
}

/**
 * The result of an item that needs no request: an earlier try sent it or left it in doubt, or it cannot be sent.
 * @param preparation undefined if the execution was stopped before the item was read
 */
function resultBeforeSending(
	item: number,
	preparation: Preparation | undefined,
	{ memory, options, isSuperseded, tally }: Round,
): Result | undefined {
	const prepared = isPrepared(preparation) ? preparation : undefined;
	const isRead = prepared?.request.method === 'GET';
	const before = isRead ? undefined : memory.recall(item, prepared);
	if (before && 'sent' in before) {
		tally.remembered++;
		return { items: before.sent };
	}
	if (before && !(prepared && options.resendWhenUnsure)) return { error: notAgain(before.unsure) };
	if (preparation && 'error' in preparation) return preparation;
	if (prepared && isSuperseded && !options.resendWhenUnsure && mayRepeatOtherRetry(prepared)) {
		return { error: new FailureError(superseded) };
	}
	return undefined;
}
