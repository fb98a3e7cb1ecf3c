import { type Failure, FailureError, withSentences } from './failure';
import { quoted } from './quoted';

/** Failures of items that this run did not send: why not, and what is known from earlier attempts. */

const resend =
	'If a second delivery does less harm than none, switch on the option "Resend When Unsure".';

function deliveryFailure(
	delivery: Failure['delivery'],
	message: string,
	description?: string,
): FailureError {
	return new FailureError({
		message,
		...(description !== undefined && { description }),
		delivery,
		about: 'delivery',
	});
}

/** An earlier execution started to send the message with this key, but its outcome was never recorded. */
export class KeyInDoubt extends FailureError {
	constructor() {
		super({
			message: 'A message with this Send Once Key was started before and never finished',
			description: `It may have been delivered, so it was not sent again. Check whether it arrived. ${resend}`,
			delivery: 'unknown',
			about: 'delivery',
		});
	}
}

export function keyNotRecorded(error: unknown): FailureError {
	return deliveryFailure(
		'notSent',
		'n8n could not record the Send Once Key',
		`Nothing was sent. n8n said: “${quoted((error as Error).message)}”`,
	);
}

/** For an item of a retry, if another retry of the same execution may have sent it. */
export function retriedBefore(): FailureError {
	return deliveryFailure(
		'unknown',
		'This execution was retried before',
		`That retry may have delivered this item, so it was not sent again. Retry the newest one in the list of executions instead. ${resend}`,
	);
}

/** For an item that an earlier attempt of the same execution left in doubt. */
export function notSentAgain(failure: Failure): FailureError {
	return withSentences(
		failure,
		'An earlier run of this execution left open whether it was delivered, so it was not sent again.',
		resend,
		failure.description,
	);
}

/** n8n looks for the word "canceled": it then counts the run as canceled, not as failed. */
export function canceledBeforeSending(): FailureError {
	return deliveryFailure('notSent', 'The execution was canceled before this item was sent');
}
