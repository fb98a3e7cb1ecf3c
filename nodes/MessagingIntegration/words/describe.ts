// Tests: test/unit/failureOf.test.ts, test/unit/pageOfWords.test.ts
import { besideDoubts, doubtAbout } from './doubts';
import type { RequestFacts } from './refusals';
import { lines, onOneLine, pauseAsked, quoted, sentences } from './sentences';
import { type Failed, requestFactsOf, titleOf, wordsOf } from './why';

/** What the network or n8n said, as a sentence. */
function quotation({ said }: RequestFacts): string | undefined {
	if (!said) return undefined;
	const speaker = said.by === 'n8n' ? 'n8n' : 'The network';
	return `${speaker} said: “${said.words}”${/[.!?…]$/.test(said.words) ? '' : '.'}`;
}

/** What people read of a failure. */
interface Said {
	/** What happened, and true alone. */
	title: string;
	/** What to do about it. */
	advice: string;
	/** What else is known: what the network said, what an earlier run left in doubt, and why that was not settled. */
	more: string;
}

export function saidOf(failed: Failed): Said {
	const { title, advice } = wordsOf(failed);
	const facts = requestFactsOf(failed);
	const { earlier, again } = failed;
	return {
		title,
		advice: sentences(advice, pauseAsked(facts?.pause)),
		more: sentences(
			facts && quotation(facts),
			earlier && besideDoubts.earlier(quoted(titleOf(earlier))),
			failed.name === 'inDoubtFromEarlierRun' && !earlier && besideDoubts.unreadable,
			again && besideDoubts.again(quoted(titleOf(again))),
		),
	};
}

/**
 * Why something failed: its title, which says if it may have arrived, what to do, what else is known, and whether it is safe to try
 * again, if that can help.
 */
export function describe(failed: Failed): { message: string; description?: string } {
	const { title, advice, more } = saidOf(failed);
	const facts = requestFactsOf(failed);
	const isInDoubt = failed.delivery === 'unknown';
	const isSafe = wordsOf(failed).canTryAgain && !isInDoubt && facts?.effect !== 'read';
	const description = lines(
		isInDoubt && facts && doubtAbout(facts),
		advice,
		more,
		isSafe && besideDoubts.isSafe,
	);
	// A caller of this workflow, a toast and a list of executions get nothing else.
	const message =
		isInDoubt && facts?.kind === 'message' ? besideDoubts.mayHaveArrived(title) : title;
	return { message, ...(description !== '' && { description }) };
}

/** Both sentences in one, for the places where n8n shows only the message. */
export function inOneMessage(failed: Failed): string {
	const { message, description } = describe(failed);
	return [message, onOneLine(description)].filter(Boolean).join('. ');
}
