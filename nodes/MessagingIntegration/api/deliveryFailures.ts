import { type Failure, FailureError, withSentences } from './failure';
import { quoted } from './quoted';

/** The failures that have no answer of the service: what the node knows from earlier attempts, and why it did not send. */

const resend = 'If a second delivery does less harm than none, switch on the option "Resend When Unsure".';

function deliveryFailure(delivery: Failure['delivery'], message: string, description?: string): FailureError {
	return new FailureError({ message, ...(description !== undefined && { description }), delivery, about: 'delivery' });
}

/** An earlier execution started the message of a key, and nobody recorded how that ended. */
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

/** The item of a retry that another retry of the same execution may have sent. */
export function retriedBefore(): FailureError {
	return deliveryFailure(
		'unknown',
		'This execution was retried before',
		`That retry may have delivered this item, so it was not sent again. Retry the newest one in the list of executions instead. ${resend}`,
	);
}

/** The failure of an item that an earlier try left in doubt. */
export function notSentAgain(failure: Failure): FailureError {
	return withSentences(
		failure,
		'An earlier try of this execution left open whether it was delivered, so it was not sent again.',
		resend,
		failure.description,
	);
}

/** n8n counts a run as canceled, and not as failed, by the word "canceled". */
export function canceledBeforeSending(): FailureError {
	return deliveryFailure('notSent', 'The execution was canceled before this item was sent');
}
