import { withSentences } from '../api/failure';
import type { ReadItem } from '../api/request';
import { failureFrom } from '../delivery/failureFrom';
import type { ExecutionMemory } from '../memory/executionMemory';

const namedItems = 3;

/**
 * Combines all items that cannot be sent into one error, before the first request.
 * @param memory items that an earlier run sent or left in doubt are not reported
 */
export function errorOfUnreadableItems(
	readItems: Array<ReadItem | undefined>,
	memory: Pick<ExecutionMemory, 'recall' | 'size'>,
): { error: unknown; itemIndex: number } | undefined {
	const bad = [...readItems.entries()].flatMap(([itemIndex, readItem]) =>
		readItem && 'error' in readItem && !memory.recall(itemIndex)
			? [{ itemIndex, error: readItem.error }]
			: [],
	);
	const [first] = bad;
	if (first === undefined || readItems.length === 1) return first;
	const failure = failureFrom(first.error);
	const named = bad
		.slice(0, namedItems)
		.map(({ itemIndex, error }) => `item ${itemIndex}: ${failureFrom(error).message}`);
	const more = bad.length > namedItems ? `; and ${bad.length - namedItems} more` : '';
	const error = withSentences(
		{
			...failure,
			message: `${bad.length} of ${readItems.length} items cannot be sent: ${failure.message}`,
		},
		failure.description,
		memory.size === 0
			? 'Nothing has been sent.'
			: 'This run sent nothing. An earlier run of this execution did.',
		`(${named.join('; ')}${more})`,
	);
	return { error, itemIndex: first.itemIndex };
}
