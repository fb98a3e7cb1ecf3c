import { NotSentAgain } from '../api/deliveryFailures';
import type { FailureError } from '../api/failure';
import type { ExecutionMemory } from '../memory/executionMemory';
import { type Part, requestOf } from './parts';
import type { Result } from './result';
import type { Summary } from './summary';

interface Earlier {
	memory: ExecutionMemory;
	/** The error of what another retry of the same execution may send, if this is not the only one. */
	conflict?: FailureError;
	resendWhenUnsure: boolean;
	summary: Summary;
}

/**
 * The result of a part that needs no request: an earlier run sent it or left it in doubt, or it cannot be sent.
 * @returns undefined for a part that is to be sent
 */
export function resultBeforeSending(
	part: Part,
	{ memory, conflict, resendWhenUnsure, summary }: Earlier,
): Result | undefined {
	const { item, read } = part;
	const itemRequest = requestOf(part);
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
	if (read && 'error' in read) return read;
	// A Send Once Key tells whether the other retry has sent a message or begun an item, but not which files it has sent.
	const isKeyEnough =
		itemRequest?.onceKey !== undefined && (!itemRequest.place?.index || !memory.knows(item));
	const mayBeSentTwice = itemRequest && !isRead && !isKeyEnough;
	return mayBeSentTwice && conflict && !resendWhenUnsure ? { error: conflict } : undefined;
}
