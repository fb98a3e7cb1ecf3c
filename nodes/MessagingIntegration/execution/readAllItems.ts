import { ExecutionBaseError } from 'n8n-workflow';

import { FailureError } from '../api/failure';
import type { ItemRequest, ReadItem } from '../api/request';
import { failureFrom } from '../delivery/failureFrom';
import { inTurns } from '../delivery/inTurns';

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
