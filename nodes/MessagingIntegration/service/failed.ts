import type { Certainty, Failure, Origin } from '../delivery';
import type { RequestFacts, Words } from './facts';
import type { InputReason } from './inputError';
import type { NotBefore } from './request';
import type { RequestReason } from './requestWords';
import type { WhyStopped } from './whyStopped';

/** What to do with a message that may have arrived: nothing, send it again, or count it as sent without sending it. */
export type WhenUnsure = 'fail' | 'resend' | 'countAsSent';

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
	inDoubtFromEarlierRun: { earlier?: Why | undefined; continues: boolean };
	/** `left`: another execution never finished it. `sentAgain`: nor did this one. `goingOn`: another one is sending it. */
	keyInDoubt: { state: 'left' | 'sentAgain' | 'goingOn' };
	/** Some messages of the item were sent, and the others would be other ones now. */
	changedInTheMiddle: object;
	keyConflict: { item: number };
	quietHours: NotBefore;
	/** @property pause how long the service wants no requests (ms) */
	givenUp: { pause: number };
	/** @property said the words of n8n */
	keyNotLookedUp: { said: string };
	keyNotRecorded: { said: string };
	retryNotRecorded: { said: string };
	/** @property execution that both retry; undefined if it failed before it came to this node */
	retriedBefore: { execution?: string | undefined };
	/**
	 * @property mayBeSent whether an earlier run may have sent it, and this one did not come to ask
	 * @property cannotRetry whether n8n does not keep this execution, or never retries one like it
	 */
	stopped: { why: WhyStopped; mayBeSent?: boolean; cannotRetry?: boolean };
	stoppedWhileSentElsewhere: { why: WhyStopped };
};

export type Reason = keyof FactsOf;

interface WhyBy<Name extends Reason> {
	/** Its words differ from those of all others. Workflows branch on its family, `reasonFor`. */
	reason: Name;
	/** What its words say. JSON, because n8n saves some of them with the execution. */
	facts: FactsOf[Name];
	/** If sending again a message in doubt failed: why. That does not settle the doubt. */
	again?: Why;
}

/** Why a message was not sent, or perhaps not. Sentences are made where it is reported. */
export type Why = { [Name in Reason]: WhyBy<Name> }[Reason];

export const because = <Name extends Reason>(reason: Name, facts: FactsOf[Name]): Why =>
	({ reason, facts }) as Why;

/** What was not sent, or perhaps not, and why. */
export type Failed = Why & Pick<Failure<Why>, 'delivery' | 'origin'>;

export const failed = <Name extends Reason>(
	reason: Name,
	facts: FactsOf[Name],
	delivery: Certainty,
	origin: Origin,
): Failed => ({ ...because(reason, facts), delivery, origin });

/** When a recipient in quiet hours may get the message; undefined if that is not why it was not sent now. */
export function endOfQuietHours(why: Why): NotBefore | undefined {
	const { again = why } = why;
	return again.reason === 'quietHours' ? again.facts : undefined;
}
