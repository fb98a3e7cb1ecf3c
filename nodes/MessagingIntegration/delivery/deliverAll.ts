import type { Json } from '../api/answer';
import { FailureError } from '../api/failure';
import type { Prepared } from '../api/request';
import type { RunOptions } from '../api/runOptions';
import type { Connection } from '../transport/connection';
import { deliverItem } from './deliverItem';
import { inLanes } from './lanes';
import { entryKey, type Ledger } from './ledger';
import { failureFrom, notAgain } from './nodeError';
import type { Preparation } from './preparation';
import { InDoubt, type SendOnce } from './sendOnce';
import type { Tally } from './tally';

/** What became of one item: the json of what comes out, or its error. */
export type Result = { items: Json[] } | { error: unknown };

interface Round {
	connection: Connection;
	options: RunOptions;
	ledger: Ledger;
	sendOnce: SendOnce;
	tally: Tally;
	/** Called for every item that was tried. */
	settled: () => void;
	/** Whether the items after a failed one go out all the same. */
	goesOn: boolean;
}

interface Task {
	item: number;
	/** What the ledger knows it by. */
	key: string;
	lane: string | undefined;
}

/** Messages to one recipient of one instance keep their order, and a list is read once at a time; all else waits for no other. */
function laneOf({ request }: Prepared): string | undefined {
	if (request.method === 'GET') return request.path;
	const to = request.body?.to;
	return typeof to === 'string' ? JSON.stringify([request.instanceId, to]) : undefined;
}

/** What is only read is read anew: it may have changed since. */
function isRemembered({ request }: Prepared): boolean {
	return request.method !== 'GET';
}

/**
 * Delivers all that can be delivered and was not before. After a failure that ends the run nothing new
 * starts, and what is under way settles.
 * @param preparations is emptied as the items go out
 * @returns a result for each item; none for an item that was not begun
 */
export async function deliverAll(
	preparations: Array<Preparation | undefined>,
	round: Round,
): Promise<Array<Result | undefined>> {
	const { connection, options, ledger, sendOnce, tally, goesOn, settled } = round;
	const results = new Array<Result | undefined>(preparations.length);
	let halted = false;

	async function deliver({ item, key }: Task): Promise<void> {
		const prepared = preparations[item];
		if (halted || connection.signal?.aborted || !prepared || 'error' in prepared) return;
		// Of a long list only what is still to go out is held.
		preparations[item] = undefined;
		try {
			const { onceKey } = prepared;
			const send = async () => await deliverItem(connection, prepared, options.typingFirst, tally);
			const items = onceKey === undefined ? await send() : await sendOnce.deliver(onceKey, send);
			if (isRemembered(prepared)) ledger.sent(key, items);
			results[item] = { items };
		} catch (error) {
			const failure = failureFrom(error);
			const before = ledger.get(key);
			if (failure.delivery === 'unknown') ledger.unsure(key, failure);
			// That this try surely sent nothing does not undo an earlier one that may have.
			results[item] = { error: before && 'unsure' in before ? new FailureError(before.unsure) : error };
			// What was known before is no reason to keep the others from going out now.
			halted ||= !goesOn && !(error instanceof InDoubt);
		}
		settled();
	}

	const tasks: Task[] = [];
	for (const [item, preparation] of preparations.entries()) {
		if (preparation === undefined) continue;
		if ('error' in preparation) {
			results[item] = preparation;
			// What stands before an item that ends the run goes out, what stands behind it does not.
			if (!goesOn) break;
			continue;
		}
		const key = entryKey(preparation, item);
		const before = isRemembered(preparation) ? ledger.get(key) : undefined;
		if (before === undefined || ('unsure' in before && options.resendWhenUnsure)) {
			tasks.push({ item, key, lane: laneOf(preparation) });
		} else if ('sent' in before) {
			results[item] = { items: before.sent };
			tally.remembered++;
		} else {
			// It may have been delivered by an earlier try.
			results[item] = { error: notAgain(before.unsure) };
		}
	}
	await inLanes(tasks, ({ lane }) => lane, options.concurrency, deliver);
	return results;
}
