import { setImmediate as nextTurn } from 'node:timers/promises';

import { ExecutionBaseError } from 'n8n-workflow';

import { FailureError, withSentences } from '../api/failure';
import type { Prepared } from '../api/request';
import type { ExecutionMemory } from '../memory/executionMemory';
import { failureFrom } from './nodeError';

/** Turns the parameters of one item into what it asks for. Sends nothing. */
export type Prepare = (itemIndex: number) => Prepared;

/** What each item asks for, or why it cannot be sent. */
export type Preparation = Prepared | { error: unknown };

/** Reading parameters holds n8n's one thread, so others get a turn this often (ms). */
const longestTurn = 50;

const namedItems = 3;

/** Whatever goes wrong while parameters are read, nothing of that item went out yet. */
function beforeSending(error: unknown): unknown {
	return error instanceof ExecutionBaseError ? error : new FailureError({ ...failureFrom(error), delivery: 'notSent' });
}

/**
 * Reads the parameters of every item; an error of one does not keep the others.
 * @returns one for each item, in input order; none from where the execution was stopped meanwhile
 */
export async function prepareAll(
	count: number,
	prepare: Prepare,
	signal?: AbortSignal,
): Promise<Array<Preparation | undefined>> {
	const preparations = new Array<Preparation | undefined>(count);
	let turn = Date.now();
	for (let itemIndex = 0; itemIndex < count; itemIndex++) {
		if (Date.now() - turn > longestTurn) {
			await nextTurn();
			turn = Date.now();
			if (signal?.aborted) break;
		}
		try {
			preparations[itemIndex] = prepare(itemIndex);
		} catch (error) {
			preparations[itemIndex] = { error: beforeSending(error) };
		}
	}
	return preparations;
}

/**
 * One error for all the items that cannot be sent, found before the first request.
 * @param memory knows the items that an earlier try sent, which need not be sent again
 */
export function badItems(
	preparations: Array<Preparation | undefined>,
	memory: Pick<ExecutionMemory, 'recall' | 'size'>,
): { error: unknown; itemIndex: number } | undefined {
	const bad = [...preparations.entries()].flatMap(([itemIndex, preparation]) =>
		preparation && 'error' in preparation && !memory.recall(itemIndex) ? [{ itemIndex, error: preparation.error }] : [],
	);
	const [first] = bad;
	if (first === undefined || preparations.length === 1) return first;
	const failure = failureFrom(first.error);
	const named = bad
		.slice(0, namedItems)
		.map(({ itemIndex, error }) => `item ${itemIndex}: ${failureFrom(error).message}`);
	const more = bad.length > namedItems ? `; and ${bad.length - namedItems} more` : '';
	const error = withSentences(
		{ ...failure, message: `${bad.length} of ${preparations.length} items cannot be sent: ${failure.message}` },
		failure.description,
		memory.size === 0 ? 'Nothing has been sent.' : 'This try sent nothing; what an earlier one sent stays sent.',
		`(${named.join('; ')}${more})`,
	);
	return { error, itemIndex: first.itemIndex };
}
