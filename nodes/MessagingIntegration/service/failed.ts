import type { RequestFacts, Words } from './facts';
import type { InputReason } from './inputError';
import type { NotBefore } from './request';
import type { RequestReason } from './requestWords';
import type { WhyStopped } from './whyStopped';

/**
 * What is known of a message that failed. `notSent`: it was certainly not processed, so repeating it is safe. `unknown`:
 * it may have been processed.
 */
export type Delivery = 'notSent' | 'unknown';

/** What to do with a message that may have arrived: nothing, send it again, or count it as sent without sending it. */
export type WhenUnsure = 'fail' | 'resend' | 'countAsSent';

/**
 * What a failure is about: what the user entered; a request of this run; the recipient's night; the end of this run; an earlier run of the same
 * execution; an earlier run of which n8n kept nothing; or another execution or retry, which may have sent the message.
 */
type Origin = 'input' | 'request' | 'quietHours' | 'end' | 'earlierRun' | 'lostRun' | 'elsewhere';

/** The facts of each reason. */
export type FactsOf = Record<RequestReason, RequestFacts> & {
	/**
	 * @property parameter that is wrong, if it is known
	 * @property forModel its words for a model, if those of the reason do not fit
	 */
	input: Words & { reason: InputReason; parameter?: string; forModel?: string };
	/** @property cause n8n's own error, which describes the problem best */
	unexpected: Words & { cause?: Error };
	earlierRunLost: object;
	/**
	 * @property earlier why it is in doubt; undefined if that cannot be read
	 * @property continues whether the node continues on errors; if not, the error of the run gives the advice
	 */
	inDoubtFromEarlierRun: { earlier?: Failed; continues: boolean };
	/** `left`: another execution never finished it. `sentAgain`: nor did this one. `goingOn`: another one is sending it. */
	keyInDoubt: { state: 'left' | 'sentAgain' | 'goingOn' };
	/** Some messages of the item were sent, and the others would be other ones now. */
	changedInTheMiddle: object;
	keyConflict: { item: number };
	quietHours: NotBefore;
	/** @property said the words of n8n */
	keyNotLookedUp: { said: string };
	keyNotRecorded: { said: string };
	retryNotRecorded: { said: string };
	/** @property execution that both retry; undefined if it failed before it came to this node */
	retriedBefore: { execution?: string };
	/**
	 * @property mayBeSent whether an earlier run may have sent it, and this one did not come to ask
	 * @property cannotRetry whether n8n does not keep this execution, or never retries one like it
	 */
	stopped: { why: WhyStopped; mayBeSent?: boolean; cannotRetry?: boolean };
	stoppedWhileSentElsewhere: { why: WhyStopped };
};

export type Reason = keyof FactsOf;

interface FailedBy<Name extends Reason> {
	state: 'failed';
	/** Its words differ from those of all others. Workflows branch on its family, `reasonFor`. */
	reason: Name;
	/** What its words say. JSON. */
	facts: FactsOf[Name];
	delivery: Delivery;
	origin: Origin;
	/** If sending again a message in doubt failed: why. That does not settle the doubt. */
	again?: Failed;
}

/** Why a message was not sent, or perhaps not. Sentences are made where it is reported. */
export type Failed = { [Name in Reason]: FailedBy<Name> }[Reason];

export function failed<Name extends Reason>(
	reason: Name,
	facts: FactsOf[Name],
	delivery: Delivery,
	origin: Origin,
): Failed {
	return { state: 'failed', reason, facts, delivery, origin } as unknown as Failed;
}

/** When a recipient in quiet hours may get the message; undefined if that is not why it was not sent now. */
export function endOfQuietHours(failure: Failed): NotBefore | undefined {
	const { again = failure } = failure;
	return again.reason === 'quietHours' ? again.facts : undefined;
}

/** Whether this run caused it, so that it ends the run unless the node continues on errors. */
export const isOfThisRun = ({ origin }: Failed) => origin === 'input' || origin === 'request';
