import { isReadable, type ReadItem } from '../api/request';
import { inTurns } from '../delivery/inTurns';
import type { ExecutionMemory } from '../memory/executionMemory';
import { type BadItem, itemsCannotBeSent } from './runMessages';

/**
 * Combines all items that cannot be sent into one error, before the first request.
 * @param memory items that an earlier run sent or left in doubt are not reported
 * @param recipientOf the recipient of an item, as the user entered it
 */
export async function errorOfUnreadableItems(
	readItems: Array<ReadItem | undefined>,
	memory: Pick<ExecutionMemory, 'recall' | 'size'>,
	recipientOf: (itemIndex: number) => string | undefined,
): Promise<BadItem | undefined> {
	const bad: BadItem[] = [];
	let sendable = 0;
	await inTurns(readItems.length, (itemIndex) => {
		const readItem = readItems[itemIndex];
		const isKnown = isReadable(readItem)
			? readItem.every((request) => memory.recall(itemIndex, request))
			: memory.recall(itemIndex);
		if (isKnown) return;
		if (readItem && 'error' in readItem) bad.push({ itemIndex, error: readItem.error });
		else sendable++;
	});
	const [first, ...others] = bad;
	if (first === undefined || readItems.length === 1) return first;
	const error = itemsCannotBeSent([first, ...others], {
		all: readItems.length,
		sendable,
		isRetry: memory.size > 0,
		recipientOf,
	});
	return { error, itemIndex: first.itemIndex };
}
