// Tests: test/unit/pageOfWords.test.ts, test/unit/doubtsInWords.test.ts
import { type Field, nameOf } from './input';
import type { RequestFacts } from './refusals';
import { pauseAsked, quoted, sentences } from './sentences';
import { afterStop, type WhyStopped, whatStopped } from './stops';
import type { Table } from './Words';

/** What was sent before, keys, retries, stops, and what the node does not know. */

/** Where people retry an execution after a change. */
export const retryAfterChange =
	'save, and choose "Retry with currently saved workflow" in the list of executions';

const n8nSaid = (words: string) => `n8n said: “${quoted(words)}”`;

const optionOfDoubt = 'the option "If It May Have Arrived"';

export const doubts = {
	inDoubtFromEarlierRun: () => ({
		title: 'This was not sent again: it may already have arrived',
		advice:
			'If it arrived, you are done. If not, start a new execution with only what did not arrive.',
		model: { why: 'An earlier try did not learn whether it did' },
	}),
	earlierRunLost: () => ({
		title: 'This was not sent again: n8n no longer knows what the earlier run sent',
		advice: sentences(
			'Look what arrived, and start a new execution with the rest.',
			`To send everything again, set ${optionOfDoubt} to "Send Again", ${retryAfterChange}.`,
			'Next time, give the messages a Send Once Key: a retry then sends exactly what is missing. A key that you add now does not help here.',
		),
		model: { why: 'n8n does not know whether an earlier try sent it' },
	}),
	/**
	 * @property execution that both retry; undefined if it failed before it came to this node
	 * @property isSentAgain whether the user chose that this retry sends it again
	 */
	retriedBefore: (facts: { execution?: string | undefined; isSentAgain?: true }) => ({
		title: 'This execution was retried before',
		advice: facts.isSentAgain
			? 'That retry may have delivered this item: look whether it arrived. If it did not, send it in a new execution with this item alone.'
			: sentences(
					'That retry may have delivered this item, so this one sends nothing.',
					`In the list of executions, look for the retries of ${facts.execution === undefined ? 'the execution that failed first' : `execution ${quoted(facts.execution)}`}, and retry the oldest of them that came to this node: it knows what it sent, and sends the rest.`,
					`If it is not in the list, look what arrived. If this did not, set ${optionOfDoubt} to "Send Again", ${retryAfterChange}.`,
				),
		model: { why: 'An earlier retry may have sent it' },
	}),
	/** `left`: another execution never finished it. `goingOn`: another one is sending it. */
	keyInDoubt: ({ state }: { state: 'left' | 'goingOn' }) =>
		state === 'goingOn'
			? {
					title: 'Another execution is sending the message with this Send Once Key',
					advice:
						'It may still send what this run did not. When it has ended, retry, or start a new execution: what was sent with its key is skipped.',
					model: { why: 'Another execution is sending it' },
				}
			: {
					title: 'A message with this Send Once Key was started before and never finished',
					advice: `It may have arrived. If it did, set ${optionOfDoubt} to "Count as Sent", if not, to "Send Again". Then start a new execution: it skips what was sent with its key.`,
					model: { why: 'A message with the same key was begun before and never finished' },
				},
	/** Some messages of the item were sent, and the others would be other ones now. */
	changedInTheMiddle: () => ({
		title: 'The rest was not sent: the text or the files changed after a part was sent',
		advice: sentences(
			`Set the text, "Markdown", "Split Text" and the files of this item back to what they were, ${retryAfterChange}: the rest goes.`,
			'If the service refused the old text, send the rest as a new message.',
			`To send all of it again, set ${optionOfDoubt} to "Send Again" and retry in the same way.`,
		),
		model: {
			next: 'neverAgain',
			why: 'Part of an earlier text was sent, and the text has changed since',
		},
	}),
	/** @property item the position of the first one with the key */
	keyConflict: ({ item }: { item: number }) => ({
		title: `The Send Once Key is the same as that of item ${item}, but the message is not`,
		advice:
			'Add to the key what tells the messages apart, such as the number of an order. Otherwise one of the two would never be sent.',
	}),
	/** @property shown when it may go, for people */
	quietHours: ({ shown }: { sendAfter: string; shown: string }) => ({
		title: `The recipient is in quiet hours until ${shown}`,
		advice:
			'After that, retry this execution if n8n has saved it. If n8n is to wait by itself, take the example A List by Day and Night of the documentation.',
	}),
	/** @property pause how long the service wants no requests (ms) */
	givenUp: ({ pause }: { pause: number }) => ({
		reason: 'rateLimited',
		canTryAgain: true,
		title: 'The service accepts no requests at the moment',
		advice: sentences(
			'Try again later. It refused earlier messages of this run for too long, so this item was not tried.',
			pauseAsked(pause),
		),
	}),
	/** @property said the words of n8n; undefined if they were left out when it was saved */
	keyNotLookedUp: ({ said = '' }: { said?: string }) => ({
		reason: 'databaseFailed',
		title: 'n8n could not look up the Send Once Key',
		advice: `Another execution may have sent the message, so it was not sent again. Retry when n8n's database works again. ${n8nSaid(said)}`,
		model: { why: 'Another execution may have sent it' },
	}),
	keyNotRecorded: ({ said = '' }: { said?: string }) => ({
		reason: 'databaseFailed',
		title: 'n8n could not record the Send Once Key',
		advice: `The message was not sent. Retry when n8n's database works again. ${n8nSaid(said)}`,
	}),
	retryNotRecorded: ({ said = '' }: { said?: string }) => ({
		reason: 'databaseFailed',
		title: 'n8n could not record this retry',
		advice: `Another retry of the same execution may have sent this item, so this one does not send it. Retry when n8n's database works again. ${n8nSaid(said)}`,
		model: { why: 'An earlier retry may have sent it' },
	}),
	/**
	 * @property mayBeSent whether an earlier run may have sent it, and this one did not come to ask
	 * @property cannotRetry whether n8n does not keep this execution, or never retries one like it
	 */
	stopped: (facts: { why: WhyStopped; mayBeSent?: boolean; cannotRetry?: boolean }) => ({
		title: facts.mayBeSent
			? `${whatStopped[facts.why]} before it could look whether an earlier run sent this item`
			: `${whatStopped[facts.why]} before this item was sent`,
		advice: sentences(
			facts.cannotRetry && facts.why !== 'canceled'
				? 'Send what is missing in a new execution.'
				: afterStop[facts.why],
		),
	}),
	stoppedWhileSentElsewhere: ({ why }: { why: WhyStopped }) => ({
		reason: 'stopped',
		title: `${whatStopped[why]} while another execution was sending the message with this Send Once Key`,
		advice:
			'That one may deliver it. A new execution with this key does not send it again if it did.',
		model: { why: 'Another execution was sending it when this one was stopped' },
	}),
	/** @property said n8n's own words @property more and what it says besides */
	unexpected: ({ said, more }: { said?: string | undefined; more?: string | undefined }) => ({
		title: said ?? 'This node met an error that it does not know',
		...(more !== undefined && { advice: more }),
	}),
	/** n8n cannot evaluate an expression. */
	notEvaluated: (facts: { field: Field; said: string; more?: string | undefined }) => ({
		reason: 'unexpected',
		title: `The ${nameOf(facts.field)} cannot be evaluated: ${facts.said}`,
		advice: facts.more ?? 'Correct the expression in this field.',
	}),
} as const satisfies Table;

/** What is said beside a doubt, or beside the certainty that there is none. @param title why */
export const besideDoubts = {
	mayHaveArrived: (title: string) => `It may have arrived. ${title}`,
	earlier: (title: string) => `The earlier error was: “${title}”.`,
	unreadable: "n8n's record of what an earlier run sent of this item cannot be read.",
	again: (title: string) => `Sending it again failed: “${title}”.`,
	isSafe: 'This was not sent, so it is safe to try again.',
};

/** What to do first about a request that may have been processed. Undefined for a read, which delivers nothing. */
export function doubtAbout({ kind, effect }: RequestFacts): string | undefined {
	if (effect === 'read') return undefined;
	return kind === 'upload'
		? 'The service may have stored the file. Uploading again is safe; the service may store two copies.'
		: 'It may have been delivered: check before you send it again.';
}
