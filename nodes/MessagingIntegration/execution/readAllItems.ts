import { setImmediate as nextTurn } from 'node:timers/promises';

import { ExecutionBaseError } from 'n8n-workflow';

import { FailureError } from '../api/failure';
import type { ItemRequest, ReadItem } from '../api/request';
import { failureFrom } from '../delivery/failureFrom';

/** Turns the parameters of one item into a request. Sends nothing. */
export type ItemReader = (itemIndex: number) => ItemRequest;

/** Reading parameters blocks n8n's only thread, so it pauses this often for other work (ms). */
const longestTurn = 50;

/** Reading sends nothing, so an error while reading means that the item was not sent. */
function beforeSending(error: unknown): unknown {
	return error instanceof ExecutionBaseError
		? error
		: new FailureError({ ...failureFrom(error), delivery: 'notSent' });
}

/**
 * Reads the parameters of every item. An error of one item does not affect the others.
 * @returns one entry for each item, in input order; undefined for items after the execution was stopped
 */
export async function readAllItems(
	count: number,
	read: ItemReader,
	signal?: AbortSignal,
): Promise<Array<ReadItem | undefined>> {
	const readItems = new Array<ReadItem | undefined>(count);
	let turn = Date.now();
	for (let itemIndex = 0; itemIndex < count; itemIndex++) {
		if (Date.now() - turn > longestTurn) {
			await nextTurn();
			turn = Date.now();
			if (signal?.aborted) break;
		}
		try {
			readItems[itemIndex] = read(itemIndex);
		} catch (error) {
			readItems[itemIndex] = { error: beforeSending(error) };
		}
	}
	return readItems;
}
