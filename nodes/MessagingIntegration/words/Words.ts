// Tests: test/unit/pageOfWords.test.ts
/**
 * Why something failed, in stable words on which workflows branch: `details.reason`. A reason is one of its own if a
 * workflow does something else about it. Several titles can have the same reason.
 */
export const reasons = [
	'callRefused',
	'changedInTheMiddle',
	'connectionBroke',
	'countryCodeMissing',
	'databaseFailed',
	'earlierRunLost',
	'fileEmpty',
	'fileMissing',
	'inDoubtFromEarlierRun',
	'keyConflict',
	'keyInDoubt',
	'keyRefused',
	'missingScope',
	'notSupported',
	'notTheService',
	'numberNotPossible',
	'parameterUnusable',
	'quietHours',
	'rateLimited',
	'recipientEmpty',
	'refused',
	'refusedInAnswer',
	'retriedBefore',
	'serviceFailed',
	'stopped',
	'textBroken',
	'timeout',
	'tooManyMessages',
	'unexpected',
	'unreachable',
	'valueEmpty',
	'webPage',
] as const;

export type Reason = (typeof reasons)[number];

/** What an argument of a model has to be. */
export type Needs = 'number' | 'oneNumber' | 'readable';

/**
 * What a model does next about a call that certainly did nothing. Without it: it calls again with another value of what it
 * wrote for the parameter that is wrong, or it tells the user, if it wrote nothing for it.
 */
export type NextOfModel =
	| { next: 'tellUser' | 'neverAgain' }
	/** @property how in place of another value: "like this: { To: … }" */
	| { next: 'callAgain'; how: string }
	/** @property needs what the other value has to be */
	| { next: 'callAgain'; needs: Needs };

/** What an entry of the tables says. */
export interface Words {
	/** True alone, as a whole sentence without its full stop: in most places n8n shows nothing else. */
	title: string;
	/** What to do about it. */
	advice?: string;
	/** If it is not the name of the entry. */
	reason?: Reason;
	/** Whether the same request can succeed later. */
	canTryAgain?: boolean;
	/** @property why the cause in words for a model, if the title does not fit behind the state of its call */
	model?: (NextOfModel | { next?: undefined }) & { why?: string };
}

/** A table of words: what each name says, with its facts. */
export type Table = Record<string, (facts: never) => Words>;

/** Gives all entries of a table the same reason. */
export function withReason<Entries extends Table>(reason: Reason, entries: Entries): Entries {
	const all = Object.entries(entries).map(([name, say]) => [
		name,
		(facts: never) => ({ reason, ...say(facts) }),
	]);
	return Object.fromEntries(all) as Entries;
}
