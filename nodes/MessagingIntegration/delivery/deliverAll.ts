import type { Json } from '../api/answer';
import { type Failure, FailureError } from '../api/failure';
import type { Prepared } from '../api/request';
import type { RunOptions } from '../api/runOptions';
import type { Connection } from '../transport/connection';
import { deliverItem } from './deliverItem';
import { inLanes } from './lanes';
import { type Ledger, requestKey } from './ledger';
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
	/** Another retry has gone on from where this one begins. */
	isSuperseded: boolean;
	sendOnce: SendOnce;
	tally: Tally;
	/** Called for every item that was tried. */
	settled: () => void;
	/** Whether the items after a failed one go out all the same. */
	goesOn: boolean;
}

interface Task {
	item: number;
	/** What the ledger knows its request by. */
	key: string;
	lane: string | undefined;
}

/** Messages to one recipient of one instance keep their order, and a list is read once at a time; all else waits for no other. */
function laneOf({ request }: Prepared): string | undefined {
	if (request.method === 'GET') return request.path;
	const to = request.body?.to;
	return typeof to === 'string' ? JSON.stringify([request.instanceId, to]) : undefined;
}

/** Of an item that is not known from the try that this one goes on from. */
const superseded: Failure = {
	message: 'This execution was retried before',
	description:
		'That retry may have delivered this item, so it was not sent again. Retry the newest one in the list of executions instead. If a second delivery does less harm than none, switch on the option "Resend When Unsure".',
	delivery: 'unknown',
	source: 'service',
};

/** What is only read is read anew: it may have changed since. */
function isRemembered({ request }: Prepared): boolean {
	return request.method !== 'GET';
}

/** What another retry may have sent is told by its key; reading does no harm. */
function isUnprotected(prepared: Prepared): boolean {
	return isRemembered(prepared) && prepared.onceKey === undefined;
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
	const { connection, options, ledger, isSuperseded, sendOnce, tally, goesOn, settled } = round;
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
			if (isRemembered(prepared)) ledger.sent(item, key, items);
			results[item] = { items };
		} catch (error) {
			const failure = failureFrom(error);
			const before = ledger.of(item, key);
			if (failure.delivery === 'unknown') ledger.unsure(item, key, failure);
			// That this try surely sent nothing does not undo an earlier one that may have.
			results[item] = { error: before && 'unsure' in before ? new FailureError(before.unsure) : error };
			// What was known before is no reason to keep the others from going out now.
			halted ||= !goesOn && !(error instanceof InDoubt);
		}
		settled();
	}

	const tasks: Task[] = [];
	for (const [item, preparation] of preparations.entries()) {
		const prepared = preparation && !('error' in preparation) ? preparation : undefined;
		const key = prepared && requestKey(prepared);
		const before = !prepared || isRemembered(prepared) ? ledger.of(item, key) : undefined;
		const isDue = prepared && (before === undefined || ('unsure' in before && options.resendWhenUnsure));
		if (isDue && isSuperseded && !options.resendWhenUnsure && isUnprotected(prepared)) {
			results[item] = { error: new FailureError(superseded) };
		} else if (isDue && key !== undefined) {
			tasks.push({ item, key, lane: laneOf(prepared) });
		} else if (before && 'sent' in before) {
			results[item] = { items: before.sent };
			tally.remembered++;
		} else if (before) {
			results[item] = { error: notAgain(before.unsure) };
		} else if (preparation && 'error' in preparation) {
			results[item] = preparation;
			// What stands before an item that ends the run goes out, what stands behind it does not.
			if (!goesOn) break;
		}
	}
	await inLanes(tasks, ({ lane }) => lane, options.concurrency, deliver);
	return results;
}
