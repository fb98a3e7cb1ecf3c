// Tests: test/unit/summary.test.ts
import { counted, type Counts, notAllAsked, type Noun } from './run';
import { amount, sentences } from './sentences';

const notTwice = ' No message was sent twice.';

/** What users should know of a run in which nothing, or not everything, failed. Each is said once, with its count. */

/** How often something was noted, where first, and what it is about. */
interface Noted {
	count: number;
	/** Such as "3 items". */
	amount: string;
	isOne: boolean;
	/** Such as "The first is item 3." */
	first: string;
	/** What it is about: the names of fields. */
	about: string;
	/** How many this run sent. */
	sentNow: number;
}

const ofItems = {
	delivered: ({ count, isOne, sentNow }: Noted) =>
		sentences(
			sentNow > 0 && `${sentNow.toLocaleString('en')} sent now.`,
			`${count.toLocaleString('en')} ${isOne ? 'was' : 'were'} sent by an earlier try and not again. To send everything again, run the workflow again (a new execution).`,
		),
	skipped: ({ isOne, amount: all }: Noted) =>
		`${all} ${isOne ? 'was skipped: a message with its' : 'were skipped: messages with their'} Send Once Key${isOne ? ' was' : 's were'} sent before. To send again in a test, put a word such as "test2-" in front of the key.`,
	noFile: ({ count, isOne }: Noted) =>
		`${count} ${isOne ? 'item has no file and was skipped' : 'items have no file and were skipped'}.`,
	captionAsText: ({ count, isOne }: Noted) =>
		`${count} ${isOne ? 'item has no file, so its caption goes as a text' : 'items have no file, so their captions go as texts'}.`,
	otherFiles: ({ count, isOne, about, first }: Noted) =>
		`${count} ${isOne ? 'item has' : 'items have'} no file in a field that you entered, but in others: ${about}. If you mean these, correct "Input Data Field Name(s)". ${first}`,
	untyped: ({ count, isOne }: Noted) =>
		`${count} ${isOne ? 'typing indication failed; its message was sent' : 'typing indications failed; their messages were sent'}.`,
	answerLost: ({ amount: all, isOne }: Noted) =>
		`The service accepted ${all}, but ${isOne ? 'its answer' : 'their answers'} could not be read to the end.`,
	otherType: ({ count, isOne, first }: Noted) =>
		`${count} ${isOne ? 'file is' : 'files are'} not of the chosen content type. Choose another in "Content Type", or correct the option "MIME Type". ${first}`,
};

export type HintName = keyof typeof ofItems;

/** What is noted with an item, perhaps with what it is about behind its name. */
export type Hint = HintName | `${HintName} ${string}`;

/**
 * @param given with its item, in the order of the input
 * @param sentNow how many this run sent
 * @returns a sentence for each hint that was given at least once, in the order above
 */
export function hintsOfItems(
	given: Array<readonly [item: number, hint: Hint]>,
	noun: Noun,
	sentNow: number,
): string[] {
	return (Object.keys(ofItems) as HintName[]).flatMap((name) => {
		const all = given.filter(([, one]) => one === name || one.startsWith(`${name} `));
		const [first] = all;
		if (!first) return [];
		const [item, one] = first;
		const { length: count } = all;
		return ofItems[name]({
			count,
			amount: amount(count, noun),
			isOne: count === 1,
			first: `The first is item ${item}.`,
			about: one.slice(name.length + 1),
			sentNow,
		});
	});
}

/** A duration as people say it, rounded: "45 s", "12 min" or "1.5 h". @param duration ms */
function durationText(duration: number): string {
	const seconds = Math.round(duration / 1000);
	if (seconds < 120) return `${seconds} s`;
	if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
	return `${Math.round(seconds / 360) / 10} h`;
}

/** @property isCertain whether no message can have been sent twice: certain only unless the user allowed to repeat doubts */
interface Slowed {
	isCertain: boolean;
}

export const ofRun = {
	slowedDown: ({ isCertain }: Slowed) =>
		`The service asked to slow down, so the run took longer.${isCertain ? notTwice : ''}`,
	repeated: ({ isCertain }: Slowed) =>
		`Some requests failed and were repeated, so the run took longer.${isCertain ? notTwice : ''}`,
	/** @property duration of the run (ms) */
	paused: ({ pauses, duration }: { pauses: number; duration: number }) =>
		`The node paused ${pauses === 1 ? 'once' : `${pauses} times`} between messages. The run took ${durationText(duration)}.`,
	/** The workflow goes on after errors: n8n then marks the node as successful. @property isSeparate whether the failed items have an output of their own */
	failedItems: (facts: { counts: Counts; noun: Noun; isSeparate: boolean }) =>
		`${counted(facts.counts, facts.noun)} ${
			facts.isSeparate
				? 'The tab "Error Branch" shows which and why.'
				: 'Look for the field "error" in the output: it says why.'
		}`,
	dryRun: ({ noun, goes, skips }: { noun: string; goes: number; skips: number }) =>
		`Dry run: nothing was sent. ${amount(goes, noun)} would go${skips > 0 ? `, ${skips.toLocaleString('en')} would be skipped` : ''}.`,
	/** @property first the position of the first item */
	equalMessages: ({ count, first }: { count: number; first: number }) =>
		`${count} equal messages go to one person. To send one, switch on "Execute Once" in Settings. The first is item ${first}.`,
	signsOfMarkdown: ({ count, first }: { count: number; first: number }) =>
		`Signs of Markdown such as ** are in ${amount(count, 'message')}. If people see them as they are, add the option "Markdown". The first is item ${first}.`,
	typedN: ({ count, first }: { count: number; first: number }) =>
		`People read \\n as two letters in ${amount(count, 'message')}. Press Enter for a new line. The first is item ${first}.`,
	notAllAsked,
	linkToThisMachine: () =>
		'The link in the message leads to this machine only. Whoever runs n8n has to set the environment variable WEBHOOK_URL of n8n, and of each worker, to an address that the recipient can open.',
	linkInFolder: () =>
		'n8n will refuse the link in the message, because n8n cannot run under a subpath. Whoever runs n8n has to give it a host name of its own, and to set WEBHOOK_URL to it.',
};
