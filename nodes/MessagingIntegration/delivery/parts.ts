import type { ItemRequest, ReadItem } from '../api/request';
import type { Result } from './result';

/** What has a result of its own: an item, or one file of an item with several. */
export interface Part {
	/** The position of the item in the input. */
	item: number;
	/** Undefined if the execution was stopped before the item was read, and after the part was delivered. */
	read: ItemRequest | { error: unknown } | undefined;
	/** Undefined as long as the delivery of the part has not ended. */
	result: Result | undefined;
}

export type PartResult = Pick<Part, 'item' | 'result'>;

export function requestOf({ read }: Part): ItemRequest | undefined {
	return read && 'request' in read ? read : undefined;
}

/**
 * The parts of all items, in input order, then in the order of the item's files. Each has all its properties from the
 * start, because one that is added later takes twice the memory.
 */
export function partsOf(readItems: Array<ReadItem | undefined>): Part[] {
	return readItems.flatMap((readItem, item): Part[] => {
		const reads = readItem && 'error' in readItem ? [readItem] : (readItem ?? [undefined]);
		return reads.map((read) => ({ item, read, result: undefined }));
	});
}
