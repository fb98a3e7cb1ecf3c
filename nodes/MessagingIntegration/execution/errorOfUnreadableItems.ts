import { withSentences } from '../api/failure';
import type { ReadItem } from '../api/request';
import { failureFrom } from '../delivery/failureFrom';
import type { ExecutionMemory } from '../memory/executionMemory';

const namedItems = 3;

/**
 * One error for all the items that cannot be sent, found before the first request.
 * @param memory knows the items that an earlier try sent, which need not be sent again
 */
export function errorOfUnreadableItems(
	readItems: Array<ReadItem | undefined>,
	memory: Pick<ExecutionMemory, 'recall' | 'size'>,
): { error: unknown; itemIndex: number } | undefined {
	const bad = [...readItems.entries()].flatMap(([itemIndex, readItem]) =>
		readItem && 'error' in readItem && !memory.recall(itemIndex) ? [{ itemIndex, error: readItem.error }] : [],
	);
	const [first] = bad;
	if (first === undefined || readItems.length === 1) return first;
	const failure = failureFrom(first.error);
	const named = bad
		.slice(0, namedItems)
		.map(({ itemIndex, error }) => `item ${itemIndex}: ${failureFrom(error).message}`);
	const more = bad.length > namedItems ? `; and ${bad.length - namedItems} more` : '';
	const error = withSentences(
		{ ...failure, message: `${bad.length} of ${readItems.length} items cannot be sent: ${failure.message}` },
		failure.description,
		memory.size === 0 ? 'Nothing has been sent.' : 'This try sent nothing; what an earlier one sent stays sent.',
		`(${named.join('; ')}${more})`,
	);
	return { error, itemIndex: first.itemIndex };
}
