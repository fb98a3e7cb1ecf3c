import { NotSentAgain, retriedBefore } from '../api/deliveryFailures';
import { isReadable, type ReadItem } from '../api/request';
import type { ExecutionMemory } from '../memory/executionMemory';
import type { Result } from './result';
import type { Summary } from './summary';

interface Earlier {
	memory: ExecutionMemory;
	/** Another retry of the same execution has already continued from the same point. */
	isSuperseded: boolean;
	resendWhenUnsure: boolean;
	summary: Summary;
}

/**
 * The result of an item that needs no request: an earlier run sent it or left it in doubt, or it cannot be sent.
 * @param readItem undefined if the execution was stopped before the item was read
 * @returns undefined for an item that is to be sent
 */
export function resultBeforeSending(
	item: number,
	readItem: ReadItem | undefined,
	{ memory, isSuperseded, resendWhenUnsure, summary }: Earlier,
): Result | undefined {
	const itemRequest = isReadable(readItem) ? readItem : undefined;
	const isRead = itemRequest?.request.effect === 'read';
	const before = isRead ? undefined : memory.recall(item, itemRequest);
	if (before && 'sent' in before) {
		summary.remembered++;
		return { items: before.sent };
	}
	if (before && !(itemRequest && resendWhenUnsure)) {
		const { kind, body } = itemRequest?.request ?? {};
		const recipients = typeof body?.to === 'string' ? [body.to] : [];
		const noun = kind === 'message' ? 'message' : 'item';
		return { error: new NotSentAgain(before.unsure, recipients, noun) };
	}
	if (readItem && 'error' in readItem) return readItem;
	// A Send Once Key tells whether the other retry has sent the message.
	const mayBeSentTwice = itemRequest && !isRead && itemRequest.onceKey === undefined;
	return mayBeSentTwice && isSuperseded && !resendWhenUnsure
		? { error: retriedBefore() }
		: undefined;
}
