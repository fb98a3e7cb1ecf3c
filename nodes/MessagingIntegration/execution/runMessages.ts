import { ExecutionBaseError } from 'n8n-workflow';

import { type FailureError, withSentences } from '../api/failure';
import { quoted } from '../api/quoted';
import { failureFrom } from '../delivery/failureFrom';

/**
 * What the error that ends a run says about all of its items. Sentences about one item are in `api/errorTable.ts`
 * and `api/deliveryFailures.ts`, hints in `delivery/summary.ts`.
 */

/** An item that cannot be sent. */
export interface BadItem {
	itemIndex: number;
	error: unknown;
}

/** Further items that the error names. */
const namedItems = 2;

function recipientSentence(recipient: string | undefined, said: string): string | undefined {
	if (recipient === undefined || said.includes(quoted(recipient))) return undefined;
	return `Recipient: ${quoted(recipient)}.`;
}

interface Checked {
	/** The number of items, and how many of them could be sent. */
	all: number;
	sendable: number;
	/** Whether an earlier run of this execution sent some. */
	isRetry: boolean;
	/** The recipient of an item as the user entered it, if there is one. */
	recipientOf: (itemIndex: number) => string | undefined;
}

/** The error of a run that sends nothing, because some of its items cannot be sent. */
export function itemsCannotBeSent(
	[first, ...others]: [BadItem, ...BadItem[]],
	{ all, sendable, isRetry, recipientOf }: Checked,
): FailureError {
	const failure = failureFrom(first.error);
	const more = others.slice(0, namedItems).map(({ itemIndex, error }) => {
		const { message } = failureFrom(error);
		const recipient = recipientOf(itemIndex);
		const item = `item ${itemIndex}${recipient === undefined ? '' : ` to ${quoted(recipient)}`}`;
		return message === failure.message ? item : `${item}: ${message}`;
	});
	if (others.length > namedItems) more.push(`and ${others.length - namedItems} more`);
	return withSentences(
		{
			...failure,
			message: `${others.length + 1} of ${all} items cannot be sent: ${failure.message}`,
		},
		recipientSentence(recipientOf(first.itemIndex), failure.message),
		failure.description,
		isRetry
			? 'This run sent nothing. An earlier run of this execution did.'
			: 'Nothing has been sent.',
		sendable > 0
			? `To send the other ${sendable === 1 ? 'one' : sendable}, choose Continue in Settings → On Error.`
			: undefined,
		more.length > 0 ? `Also ${more.join('; ')}.` : undefined,
	);
}

/** What happened to the other items when the error of a failed one ends the run. */
interface Others {
	sent: number;
	inDoubt: number;
	all: number;
	/** What is counted: items, or files if items have several. */
	noun: string;
	/** The recipient of the failed item, if other items have another. */
	recipient?: string;
}

/** Adds to the first failed item's error what happened to the other items. */
export function withOthers(
	error: unknown,
	{ sent, inDoubt, all, noun, recipient }: Others,
): unknown {
	const failure = failureFrom(error);
	if (sent + inDoubt === 0 && recipient === undefined) return error;
	const whole = withSentences(
		failure,
		recipientSentence(recipient, failure.message),
		failure.description,
		sent > 0
			? `${sent} of ${all} ${noun} were sent. A retry does not send them again. A new execution does, unless they have a Send Once Key.`
			: undefined,
		inDoubt > 0 ? `${inDoubt} more may have been delivered.` : undefined,
	);
	// n8n's own errors stay the same objects; only their description changes.
	return error instanceof ExecutionBaseError
		? Object.assign(error, { description: whole.failure.description })
		: whole;
}
