import { ExecutionBaseError } from 'n8n-workflow';

import { keyConflict } from '../api/deliveryFailures';
import { FailureError } from '../api/failure';
import { isReadable, type ItemRequest, type ReadItem } from '../api/request';
import { keyDigest, requestDigest } from '../memory/digests';
import { failureFrom } from '../n8n/errors';
import { inTurns } from './lanes';

/** Turns the parameters of one item into its requests. Sends nothing. */
export type ItemReader = (itemIndex: number) => ItemRequest[];

/** An error that came before the first request, so nothing was sent. */
export function beforeSending(error: unknown): unknown {
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
	const readOne = (itemIndex: number) => {
		try {
			readItems[itemIndex] = read(itemIndex);
		} catch (error) {
			readItems[itemIndex] = { error: beforeSending(error) };
		}
	};
	await inTurns(count, readOne, signal);
	return readItems;
}

/**
 * Marks items that have the same Send Once Key, recipient and instance as an earlier item, but different content.
 * @param readItems each conflicting item is replaced by an error
 * @returns whether there are any conflicts
 */
export async function markKeyConflicts(readItems: Array<ReadItem | undefined>): Promise<boolean> {
	const first = new Map<string, { itemIndex: number; content: string }>();
	let found = false;
	await inTurns(readItems.length, (itemIndex) => {
		const readItem = readItems[itemIndex];
		if (!isReadable(readItem)) return;
		const [request] = readItem;
		const key = request && keyDigest(request);
		if (key === undefined) return;
		const content = readItem.map(requestDigest).join();
		const earlier = first.get(key);
		if (!earlier) first.set(key, { itemIndex, content });
		else if (earlier.content !== content) {
			readItems[itemIndex] = { error: keyConflict(earlier.itemIndex) };
			found = true;
		}
	});
	return found;
}
