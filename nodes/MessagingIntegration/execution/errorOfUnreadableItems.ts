import { isReadable, type ReadItem } from '../api/request';
import type { ExecutionMemory } from '../memory/executionMemory';
import { itemsCannotBeSent } from './runMessages';

/**
 * Combines all items that cannot be sent into one error, before the first request.
 * @param memory items that an earlier run sent or left in doubt are not reported
 * @param recipientOf the recipient of an item, as the user entered it
 */
export function errorOfUnreadableItems(
	readItems: Array<ReadItem | undefined>,
	memory: Pick<ExecutionMemory, 'recall' | 'size'>,
	recipientOf: (itemIndex: number) => string | undefined,
): { error: unknown; itemIndex: number } | undefined {
	const open = [...readItems.entries()].filter(([itemIndex, readItem]) =>
		isReadable(readItem)
			? readItem.some((request) => !memory.recall(itemIndex, request))
			: !memory.recall(itemIndex),
	);
	const bad = open.flatMap(([itemIndex, readItem]) =>
		readItem && 'error' in readItem ? [{ itemIndex, error: readItem.error }] : [],
	);
	const [first, ...others] = bad;
	if (first === undefined || readItems.length === 1) return first;
	const error = itemsCannotBeSent([first, ...others], {
		all: readItems.length,
		sendable: open.length - bad.length,
		isRetry: memory.size > 0,
		recipientOf,
	});
	return { error, itemIndex: first.itemIndex };
}
