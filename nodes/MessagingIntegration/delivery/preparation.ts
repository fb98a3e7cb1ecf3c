import { setImmediate as nextTurn } from 'node:timers/promises';

import { ExecutionBaseError } from 'n8n-workflow';

import { FailureError, withSentences } from '../api/failure';
import type { Prepared } from '../api/request';
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

/** Reads the parameters of every item; an error of one does not keep the others. */
export async function prepareAll(
	items: number,
	prepare: Prepare,
	signal?: AbortSignal,
): Promise<Preparation[]> {
	const preparations: Preparation[] = [];
	let turn = Date.now();
	for (let itemIndex = 0; itemIndex < items; itemIndex++) {
		if (Date.now() - turn > longestTurn) {
			await nextTurn();
			turn = Date.now();
			if (signal?.aborted) break;
		}
		try {
			preparations.push(prepare(itemIndex));
		} catch (error) {
			preparations.push({ error: beforeSending(error) });
		}
	}
	return preparations;
}

/** One error for all the items that cannot be sent, found before anything went out. */
export function badItems(preparations: Preparation[]): { error: unknown; itemIndex: number } | undefined {
	const bad = [...preparations.entries()].flatMap(([itemIndex, preparation]) =>
		'error' in preparation ? [{ itemIndex, error: preparation.error }] : [],
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
		'Nothing has been sent.',
		`(${named.join('; ')}${more})`,
	);
	return { error, itemIndex: first.itemIndex };
}
