import { type Failure, FailureError, invalidInput, quoted } from './failure';

/** Failures of items that this run did not send: why not, and what is known from earlier runs. */

/** A retry with the original workflow does not know an option that was switched on since. */
const resend =
	'switch on the option "Resend When Unsure", save, and choose "Retry with currently saved workflow" in the list of executions. n8n does not retry an execution that succeeded: start a new one with only what did not arrive.';

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

/** The item was not sent, because another execution may have sent it. Which of its files it sent is not known. */
export class SentElsewhere extends FailureError {
	constructor(message: string, description: string, delivery: Failure['delivery'] = 'unknown') {
		super({ message, description, delivery, about: 'delivery' });
	}
}

const neverFinished = 'A message with this Send Once Key was started before and never finished';

/** Another execution started to send the message with this key, but its outcome is not known. */
export class KeyInDoubt extends SentElsewhere {
	constructor(
		message = neverFinished,
		description = `It may have arrived, so it was not sent again. Check whether it did. If not, ${resend}`,
	) {
		super(message, description);
	}
}

/** n8n looks for the word "canceled": it then counts the run as canceled, not as failed. */
export function canceledWhileSentElsewhere(): KeyInDoubt {
	return new KeyInDoubt(
		'The execution was canceled while another one was sending the message with this Send Once Key',
		'That one may deliver it. A new execution with this key does not send it again if it did.',
	);
}

/** The failure of a message in doubt that was sent again. It does not settle what became of the earlier attempt. */
export function stillInDoubt(again: Failure): FailureError {
	return deliveryFailure(
		'unknown',
		neverFinished,
		`It may have arrived. Sending it again failed: “${quoted(again.message)}”. Check whether it arrived.`,
	);
}

/** For an item with the Send Once Key of an earlier item, but another message. @param itemIndex the earlier item */
export function keyConflict(itemIndex: number): FailureError {
	return invalidInput(
		`The Send Once Key is the same as that of item ${itemIndex}, but the message is not`,
		'One of the two would never be sent. Add to the key what tells the messages apart, such as the number of an order.',
	);
}

/** For a message that another execution has started to send. */
export function keyNotLookedUp(error: unknown): KeyInDoubt {
	return new KeyInDoubt(
		'n8n could not look up the Send Once Key',
		`Another execution may have sent the message, so it was not sent again. n8n said: “${quoted((error as Error).message)}”`,
	);
}

export function keyNotRecorded(error: unknown): FailureError {
	return deliveryFailure(
		'notSent',
		'n8n could not record the Send Once Key',
		`So the message was not sent. n8n said: “${quoted((error as Error).message)}”`,
	);
}

/** For an item of a retry, if another retry of the same execution may have sent it. */
export function retriedBefore(): SentElsewhere {
	return new SentElsewhere(
		'This execution was retried before',
		'That retry may have delivered this item, so it was not sent again. If that retry failed, retry it instead: it is the oldest retry of this execution in the list. If n8n cannot retry it, check what arrived.',
	);
}

/** For an item of a retry, if n8n's database cannot tell other retries of the same execution that this one sends it. */
export function retryNotRecorded(error: unknown): SentElsewhere {
	return new SentElsewhere(
		'n8n could not record this retry',
		`So this item was not sent: a second retry of the same execution would send it again. n8n said: “${quoted((error as Error).message)}”`,
		'notSent',
	);
}

/** The most recipients that an error names. */
const namedRecipients = 3;

function recipientsSentence(recipients: string[]): string | undefined {
	const named = recipients.slice(0, namedRecipients).map(quoted).join(', ');
	const more = recipients.length - namedRecipients;
	if (recipients.length === 0) return undefined;
	return `${recipients.length === 1 ? 'Recipient' : 'Recipients'}: ${named}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** Items that an earlier run of the same execution left in doubt, and that were therefore not sent again. */
export class NotSentAgain extends FailureError {
	/**
	 * @param earlier the failure of the earlier run
	 * @param recipients those that are known
	 * @param noun what was not sent again
	 * @param others further items, which this failure also reports
	 */
	constructor(
		private readonly earlier: Failure,
		private readonly recipients: string[],
		private readonly noun: 'message' | 'item',
		others: NotSentAgain[] = [],
	) {
		const count = 1 + others.length;
		const allRecipients = [...recipients, ...others.flatMap((other) => other.recipients)];
		super({
			...earlier,
			message:
				count === 1
					? `1 ${noun} was not sent again: it may already have arrived`
					: `${count} ${noun}s were not sent again: they may already have arrived`,
			description: [
				recipientsSentence(allRecipients),
				count === 1
					? `Check whether it arrived. If not, ${resend}`
					: `Check whether they arrived. To send all of them again, ${resend}`,
				`The earlier error was: “${earlier.message}”.`,
			]
				.filter((sentence) => sentence !== undefined)
				.join(' '),
		});
	}

	/** One failure for this item and others. */
	with(others: NotSentAgain[]): NotSentAgain {
		return new NotSentAgain(this.earlier, this.recipients, this.noun, others);
	}
}

/** n8n looks for the word "canceled": it then counts the run as canceled, not as failed. */
export function canceledBeforeSending(): FailureError {
	return deliveryFailure('notSent', 'The execution was canceled before this item was sent');
}
