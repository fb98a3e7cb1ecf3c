// Tests: test/unit/pageOfWords.test.ts
import type { Failure } from '../delivery';
import { doubts } from './doubts';
import { input } from './input';
import { refusals, type RequestFacts } from './refusals';
import { sentences } from './sentences';
import type { Reason, Words } from './Words';

/** All tables of why something was not sent, or perhaps not. */
const entries = { ...refusals, ...doubts, ...input };

type Entries = typeof entries;

/** Of an entry. Its words differ from those of all others; workflows branch on its reason. */
export type Name = keyof Entries;

/** The facts that an entry needs: none, or one object. */
export type FactsOf<Of extends Name> = Parameters<Entries[Of]>;

interface WhyBy<Of extends Name> {
	name: Of;
	/** What its words say. JSON, because n8n saves some of them with the execution. */
	facts: FactsOf<Of> extends [infer Facts] ? Facts : object;
	/** The parameter that is wrong, if it is known. */
	parameter?: string;
	/** n8n's own error, which describes the problem best. */
	cause?: Error | undefined;
	/** Of a doubt that an earlier run left: why, if that can be read. */
	earlier?: Why | undefined;
	/** If sending again a message in doubt failed: why. That does not settle the doubt. */
	again?: Why;
	/** What else of the same item cannot be used. */
	also?: Why[];
}

/** Why a message was not sent, or perhaps not: a name and its facts. Sentences are made where it is reported. */
export type Why = { [Of in Name]: WhyBy<Of> }[Name];

export const because = <Of extends Name>(name: Of, ...[facts = {}]: FactsOf<Of>): Why =>
	({ name, facts }) as Why;

/** A doubt that was not settled, because sending it again failed. @param again why */
export const sentAgain = (doubt: Why, again: Why): Why =>
	doubt.name === 'retriedBefore'
		? { ...doubt, facts: { ...doubt.facts, isSentAgain: true }, again }
		: { ...doubt, again };

/** What was not sent, or perhaps not, and why. */
export type Failed = Why & Pick<Failure<Why>, 'delivery' | 'origin'>;

/** What an entry says; undefined for a name that this version of the node does not know. */
function said({ name, facts }: Why): Words | undefined {
	const say = entries[name] as ((facts: object) => Words) | undefined;
	return say?.(facts);
}

/** What is said of a failure, in the words of its entry. */
export function wordsOf(why: Why): Words {
	// A newer version of the node may have saved it with the execution.
	const own = said(why) ?? { title: `The reason was “${why.name}”` };
	// The service's own words belong to the title: n8n shows nothing else in most places.
	const words = requestFactsOf(why)?.words;
	if (words !== undefined) return { ...own, title: `${own.title}: ${words}` };
	const { also = [] } = why;
	if (also.length === 0) return own;
	const all = [own, ...also.map(wordsOf)];
	return {
		...own,
		title: all.map(({ title }) => title).join('. '),
		advice: sentences(...all.map(({ advice }) => advice)),
	};
}

export const titleOf = (why: Why) => wordsOf(why).title;

/** The stable word for why something failed, on which workflows can branch. */
export const reasonOf = (why: Why): Reason => wordsOf(why).reason ?? (why.name as Reason);

/** Undefined if the failure is not about a request. */
export function requestFactsOf({ name, facts }: Why): RequestFacts | undefined {
	return name in refusals ? (facts as RequestFacts) : undefined;
}

/** When a recipient in quiet hours may get the message; undefined if that is not why it was not sent now. */
export function endOfQuietHours(why: Why): { sendAfter: string; shown: string } | undefined {
	const { again = why } = why;
	return again.name === 'quietHours' ? again.facts : undefined;
}
