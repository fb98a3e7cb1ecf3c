import type { Policy } from './World';

/** What is known about a delivery, or about its key, before this run. */
export type Before =
	| 'nothing'
	/** All steps were sent. */
	| 'all'
	/** Some steps were sent, the others certainly not, and the steps are still those. */
	| 'some'
	/** Some steps were sent, and the steps are others now. */
	| 'changed'
	/** A step is in doubt, and the steps are still those. */
	| 'doubt'
	/** A step is in doubt, and the steps are others now. */
	| 'doubtChanged'
	/** An earlier run was lost, so that nobody knows what it sent. */
	| 'lost';

/** What becomes of a delivery. */
export type Fate =
	| 'send'
	/** The steps that were not sent. */
	| 'sendRest'
	/** The step in doubt, and those after it. */
	| 'sendAgain'
	| 'sendAllAgain'
	/** The answer of before comes out; of a key, that it was skipped. */
	| 'answerOfBefore'
	/** The step in doubt counts as sent, and those after it are sent. */
	| 'countAndSendRest'
	| 'countAll'
	| 'failChanged'
	| 'failInDoubt'
	| 'failLost';

/** Public interface, "One item is one delivery". Real runs and dry runs, executions and keys all ask this table. */
const fates = {
	nothing: { fail: 'send', resend: 'send', countAsSent: 'send' },
	all: { fail: 'answerOfBefore', resend: 'answerOfBefore', countAsSent: 'answerOfBefore' },
	some: { fail: 'sendRest', resend: 'sendRest', countAsSent: 'sendRest' },
	changed: { fail: 'failChanged', resend: 'failChanged', countAsSent: 'failChanged' },
	doubt: { fail: 'failInDoubt', resend: 'sendAgain', countAsSent: 'countAndSendRest' },
	doubtChanged: { fail: 'failInDoubt', resend: 'sendAllAgain', countAsSent: 'countAll' },
	lost: { fail: 'failLost', resend: 'send', countAsSent: 'countAll' },
} as const satisfies Record<Before, Record<Policy['whenUnsure'], Fate>>;

/**
 * @param isOwnDoubt whether this execution itself left the doubt: then nobody has looked yet, so it never counts as sent
 */
export function fateOf(
	before: Before,
	whenUnsure: Policy['whenUnsure'],
	isOwnDoubt: boolean,
): Fate {
	return fates[before][isOwnDoubt && whenUnsure === 'countAsSent' ? 'fail' : whenUnsure];
}
