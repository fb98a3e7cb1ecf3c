import { type Failure, FailureError, invalidInput, lines, quoted } from './failure';

/** Failures of items that this run did not send: why not, and what is known from elsewhere. */

const retry = 'save, and choose "Retry with currently saved workflow" in the list of executions';

/**
 * What to do about items in doubt if the node stops on errors. A retry with the original workflow does not know what
 * was changed since.
 * @param all items of the run: with others, it goes on with the rest
 */
export function adviceOnDoubt(doubts: number, all: number): string {
	const [arrived, not] =
		doubts === 1 ? ['If it arrived', 'If not'] : ['If all of them arrived', 'If none of them did'];
	return lines(
		doubts === all
			? `${arrived}, you are done.`
			: `${arrived}, choose "Continue (using error output)" in Settings → On Error.`,
		`${not}, switch on the option "Resend When Unsure".`,
		`Then ${retry}.`,
		doubts > 1 && 'If only some arrived, start a new execution with what did not arrive.',
	);
}

/**
 * For an item that an earlier run of the same execution left in doubt. If the node stops on errors, the error of the run
 * gives the advice. n8n does not retry an execution that went on and succeeded.
 */
export function notSentAgain(earlier: Failure, continues: boolean): Failure {
	return {
		...earlier,
		message: 'This was not sent again: it may already have arrived',
		description: lines(
			`The earlier error was: “${earlier.message}”.`,
			continues &&
				'If it arrived, you are done. If not, start a new execution with only what did not arrive.',
		),
		about: 'earlierRun',
	};
}

/** For an item that an earlier run left in doubt, if sending it again failed: that does not settle what became of it. */
export function againInDoubt(earlier: Failure, again: Failure): Failure {
	const words = `Sending it again failed: “${quoted(again.message)}”.`;
	return { ...earlier, description: lines(earlier.description, words) };
}

const undelivered = (message: string, description?: string, facts?: Partial<Failure>) =>
	new FailureError({ message, description, delivery: 'notSent', about: 'request', ...facts });

/** Another execution may have sent the item. */
const elsewhere = { delivery: 'unknown', about: 'elsewhere' } as const;
const neverFinished = 'A message with this Send Once Key was started before and never finished';

const n8nSaid = (error: unknown) => `n8n said: “${quoted((error as Error).message)}”`;

export const keyInDoubt = () =>
	undelivered(
		neverFinished,
		'It may have arrived, so it was not sent again.\nIf it arrived, leave it out of further executions. If not, switch on the option "Resend When Unsure" and start a new execution: it skips what was sent with its key.',
		elsewhere,
	);

/** Why a run was stopped: a signal aborts with this reason if n8n ends. */
export const processEnds = 'n8n was asked to end';

/** Otherwise the execution was stopped: n8n looks for the word "canceled". */
const whyStopped = ({ reason }: AbortSignal) =>
	reason === processEnds ? processEnds : 'The execution was canceled';

export const stoppedWhileSentElsewhere = (signal: AbortSignal) =>
	undelivered(
		`${whyStopped(signal)} while another one was sending the message with this Send Once Key`,
		'That one may deliver it. A new execution with this key does not send it again if it did.',
		{ ...elsewhere, canceled: true },
	);

export const stoppedBeforeSending = (signal: AbortSignal) =>
	undelivered(
		`${whyStopped(signal)} before this item was sent`,
		signal.reason === processEnds ? 'Retry this execution when n8n runs again.' : undefined,
		{ canceled: true },
	);

/** For a message of a retry, if n8n kept nothing of what the earlier run sent. */
export const earlierRunLost = () =>
	undelivered(
		'This was not sent: n8n does not know whether the earlier run sent it',
		lines(
			'That run was stopped, or n8n ended in the middle of it. Look what arrived.',
			'Start a new execution with the rest. To send everything again, switch on the option "Resend When Unsure" and retry.',
			'Next time, give the messages a Send Once Key: a retry then sends exactly what is missing.',
		),
		{ delivery: 'unknown', about: 'lostRun' },
	);

/** The failure of a message in doubt that was sent again. It does not settle what became of the earlier attempt. */
export const stillInDoubt = (again: Failure) =>
	undelivered(
		neverFinished,
		`It may have arrived. Sending it again failed: “${quoted(again.message)}”. Check whether it arrived.`,
		{ delivery: 'unknown', slowDown: again.slowDown },
	);

/** For an item with the Send Once Key of an earlier item, but another message. @param item the earlier one */
export function keyConflict(item: number): FailureError {
	return invalidInput(
		`The Send Once Key is the same as that of item ${item}, but the message is not`,
		'One of the two would never be sent. Add to the key what tells the messages apart, such as the number of an order.',
	);
}

/** For a message that another execution has started to send. */
export const keyNotLookedUp = (error: unknown) =>
	undelivered(
		'n8n could not look up the Send Once Key',
		`Another execution may have sent the message, so it was not sent again. ${n8nSaid(error)}`,
		elsewhere,
	);

export const keyNotRecorded = (error: unknown) =>
	undelivered(
		'n8n could not record the Send Once Key',
		`So the message was not sent. ${n8nSaid(error)}`,
	);

/**
 * For an item of a retry, if another retry of the same execution has begun to send.
 * @param execution that both retry; undefined if it failed before it came to this node
 */
export const retriedBefore = (execution?: string) =>
	undelivered(
		'This execution was retried before',
		`That retry may have delivered this item, so this one sends nothing.\nRetry that one instead: it is the oldest retry of ${execution === undefined ? 'the execution that failed first' : `execution ${quoted(execution)}`} that has sent something.\nIf n8n kept nothing of it, look what arrived. If this did not, switch on the option "Resend When Unsure", ${retry}.`,
		elsewhere,
	);

/** For an item of a retry, if n8n's database cannot tell other retries of the same execution that this one sends it. */
export const retryNotRecorded = (error: unknown) =>
	undelivered(
		'n8n could not record this retry',
		`Another retry of the same execution may have sent this item, so this one did not. ${n8nSaid(error)}`,
		elsewhere,
	);
