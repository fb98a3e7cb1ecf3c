import type { FactsOf, Failed, Reason, Why } from './failed';
import type { RequestFacts, Words } from './facts';
import type { Hint, HintName, PlaceInItem } from './request';
import { afterStop, requestWords, whatStopped } from './requestWords';
import { amount, lines, onOneLine, quoted, sentences } from './sentences';

const retry = 'save, and choose "Retry with currently saved workflow" in the list of executions';

const n8nSaid = (words: string) => `n8n said: “${quoted(words)}”`;

/** The only table from why something was not sent to what users read. */
export const words: { [Name in Reason]: (facts: FactsOf[Name]) => Words } = {
	...requestWords,
	input: (facts) => facts,
	unexpected: (facts) => facts,
	earlierRunLost: () => ({
		title: 'This was not sent: n8n does not know whether the earlier run sent it',
		advice: lines(
			'A Send Once Key that you add now does not help: it knows nothing of that run, which was stopped, or n8n ended in the middle of it. Look what arrived.',
			'Start a new execution with the rest. To send everything again, set the option "If It May Have Arrived" to "Send Again" and retry.',
			'Next time, give the messages a Send Once Key: a retry then sends exactly what is missing.',
		),
	}),
	inDoubtFromEarlierRun: ({ earlier, continues }) => ({
		title: 'This was not sent again: it may already have arrived',
		advice: lines(
			earlier
				? `The earlier error was: “${titleOf(earlier)}”.`
				: 'What an earlier run kept about this item cannot be read.',
			// n8n does not retry an execution that went on and succeeded.
			continues &&
				'If it arrived, you are done. If not, start a new execution with only what did not arrive.',
		),
	}),
	keyInDoubt: ({ state }) => {
		if (state === 'goingOn')
			return {
				title: 'Another execution is sending the message with this Send Once Key',
				advice:
					'The other execution may still send what this run did not. A retry, or a new execution, skips what was sent with its key.',
			};
		return {
			title: 'A message with this Send Once Key was started before and never finished',
			advice:
				state === 'sentAgain'
					? 'It may have arrived. Look whether it did.'
					: 'It may have arrived, so it was not sent again.\nIf it arrived, set the option "If It May Have Arrived" to "Count as Sent", if not, to "Send Again", and start a new execution: it skips what was sent with its key.',
		};
	},
	changedInTheMiddle: () => ({
		title: 'The rest was not sent: the text or the files changed after a part was sent',
		advice:
			'Set the text, "Markdown", "Split Text" and the files of this item back to what they were and retry, or send only the rest in a new execution (with another Send Once Key, if it has one). Its first messages were sent. To send all of it again, set the option "If It May Have Arrived" to "Send Again".',
	}),
	keyConflict: ({ item }) => ({
		title: `The Send Once Key is the same as that of item ${item}, but the message is not`,
		advice:
			'Add to the key what tells the messages apart, such as the number of an order. Otherwise one of the two would never be sent.',
	}),
	givenUp: () => ({
		canTryAgain: true,
		title: 'The service accepts no requests at the moment',
		advice: 'Try again later. It refused others for too long, so this item was not tried.',
	}),
	quietHours: ({ shown }) => ({
		title: `The recipient is in quiet hours until ${shown}`,
		advice:
			"A retry of this execution sends it then. Or n8n's Wait node, behind the error output, waits until {{ $json.details.sendAfter }}.",
	}),
	keyNotLookedUp: ({ said }) => ({
		title: 'n8n could not look up the Send Once Key',
		advice: `Another execution may have sent the message, so it was not sent again. ${n8nSaid(said)}`,
	}),
	keyNotRecorded: ({ said }) => ({
		title: 'n8n could not record the Send Once Key',
		advice: `So the message was not sent. ${n8nSaid(said)}`,
	}),
	retryNotRecorded: ({ said }) => ({
		title: 'n8n could not record this retry',
		advice: `Another retry of the same execution may have sent this item. Without "Send Again", this one does not send it. ${n8nSaid(said)}`,
	}),
	retriedBefore: ({ execution }) => ({
		title: 'This execution was retried before',
		advice: lines(
			'That retry may have delivered this item, so this one sends nothing.',
			`Retry that one instead: it is the oldest retry of ${execution === undefined ? 'the execution that failed first' : `execution ${quoted(execution)}`} that has begun to send.`,
			`If n8n kept nothing of it, look what arrived. If this did not, set the option "If It May Have Arrived" to "Send Again", ${retry}.`,
		),
	}),
	stopped: (facts) => ({
		title: `${whatStopped[facts.why]} before this item was sent`,
		advice: lines(
			facts.mayBeSent &&
				'An earlier run may have sent it. This one was stopped before it could find out.',
			facts.cannotRetry && facts.why !== 'canceled'
				? 'Send what is missing in a new execution.'
				: afterStop[facts.why],
		),
	}),
	stoppedWhileSentElsewhere: (facts) => ({
		title: `${whatStopped[facts.why]} while another one was sending the message with this Send Once Key`,
		advice:
			'That one may deliver it. A new execution with this key does not send it again if it did.',
	}),
};

/** Another retry may have sent the item, and the user chose that this one sends it again. */
const retriedBeforeAndAgain: Words = {
	title: words.retriedBefore({}).title,
	advice: 'That retry may have delivered this item: look whether it arrived.',
};

function wordsOfReason({ reason, facts, again }: Why): Words {
	// A newer version of the node may have saved it with the execution.
	if (!(reason in words)) return { title: `The reason was “${quoted(reason)}”` };
	return again && reason === 'retriedBefore'
		? retriedBeforeAndAgain
		: words[reason](facts as never);
}

/** The service's own words belong to the title: n8n shows nothing else in most places. */
function wordsOf(why: Why): Words {
	const own = wordsOfReason(why);
	const said = requestFactsOf(why)?.words;
	return said === undefined ? own : { ...own, title: `${own.title}: ${said}` };
}

export const titleOf = (why: Why) => wordsOf(why).title;

/** A long pause is given in minutes: the run itself waits only a few, but a person may have to wait longer. */
function pauseAsked(pause = 0): string | undefined {
	const seconds = Math.ceil(pause / 1000);
	if (seconds === 0) return undefined;
	const time = seconds <= 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
	return `The service asks for a pause of ${time}.`;
}

/**
 * Who reads: a person who executes one item in the editor, and can do so again; a person at the list of executions; a
 * model that called a tool. All others read the title alone.
 */
export type Reader = 'editor' | 'executions' | 'model';

type Person = Exclude<Reader, 'model'>;

const doubtFor: Record<Person, string> = {
	editor: 'Did it arrive? If not, execute again.',
	executions: 'It may have been delivered: check before you send it again.',
};

/** Undefined for a read, which delivers nothing. */
function doubtAbout({ kind, effect }: RequestFacts, reader: Person): string | undefined {
	if (effect === 'read') return undefined;
	if (kind === 'upload')
		return 'The service may have stored the file. Uploading again is safe; the service may store two copies.';
	return doubtFor[reader];
}

/**
 * Why something failed, in sentences: first whether it may have arrived, then what to do, and last that it is safe to
 * try again, if that can help.
 * For people; `adviceForModel` is for models.
 */
export function describe(
	failed: Failed,
	reader: Person = 'executions',
): { message: string; description?: string } {
	const { title, advice, canTryAgain } = wordsOf(failed);
	const facts = requestFactsOf(failed);
	const isInDoubt = failed.delivery === 'unknown';
	const isSafe = canTryAgain && !isInDoubt && facts?.effect !== 'read';
	const description = lines(
		facts && sentences(isInDoubt && doubtAbout(facts, reader), facts.said),
		sentences(advice, pauseAsked(facts?.pause)),
		failed.again && `Sending it again failed: “${quoted(titleOf(failed.again))}”.`,
		isSafe && 'This was not sent, so it is safe to try again.',
	);
	return { message: title, ...(description !== '' && { description }) };
}

/** Undefined if the failure is not about a request. */
export function requestFactsOf({ reason, facts }: Why): RequestFacts | undefined {
	return reason in requestWords ? (facts as RequestFacts) : undefined;
}

/** Both sentences in one, for the places where n8n shows only the message. */
export function inOneMessage(failed: Failed): string {
	const { message, description } = describe(failed);
	return [message, onOneLine(description)].filter(Boolean).join('. ');
}

/**
 * What to do about items in doubt if the node stops on errors. A retry with the original workflow does not know what
 * was changed since.
 * @param operation only messages can count as sent, and the links of a question lead nowhere in a retry
 */
export function adviceOnDoubt(doubts: number, operation: string): string {
	if (operation === 'message sendAndWait') return 'To ask again, start a new execution.';
	if (operation !== 'message send')
		return `To do it again, set the option "If It May Have Arrived" to "Send Again". Then ${retry}.`;
	const [arrived, not] =
		doubts === 1 ? ['If it arrived', 'If not'] : ['If all of them arrived', 'If none of them did'];
	return lines(
		`${arrived}, set the option "If It May Have Arrived" to "Count as Sent".`,
		`${not}, set it to "Send Again".`,
		`Then ${retry}.`,
		doubts > 1 &&
			'If only some arrived, retry with "Count as Sent", remove the option, and send to those who did not get it in a new execution. (If the messages have a Send Once Key, send to those people first, with "Send Again".)',
	);
}

/** A title about a message in doubt that is true alone: n8n shows nothing else in most places. */
export function titleOfDoubt(doubts: number, title: string): string {
	const why = title.replace(/^(?:The|A|An)(?= )/, (word) => word.toLowerCase());
	return `${amount(doubts, 'message')} may have arrived: ${why}`;
}

/** How often a hint was given, where first, and what it is about. */
interface Counted {
	count: number;
	/** Such as "3 items". */
	amount: string;
	isOne: boolean;
	/** Such as "The first is item 3." */
	first: string;
	about: string;
	/** How many this run sent. */
	sentNow: number;
}

const hints: Record<HintName, (counted: Counted) => string> = {
	delivered: ({ count, isOne, sentNow }) =>
		sentences(
			sentNow > 0 && `${sentNow.toLocaleString('en')} sent now.`,
			`${count.toLocaleString('en')} ${isOne ? 'was' : 'were'} sent by an earlier try and not again. To send everything again, run the workflow again (a new execution).`,
		),
	skipped: ({ isOne, amount }) =>
		`${amount} ${isOne ? 'was skipped: this node has already sent its Send Once Key' : 'were skipped: this node has already sent their Send Once Keys'}. To send again, for example in a test, change the key: put a word such as "test2-" in front of it.`,
	noFile: ({ count, isOne }) =>
		`${count} ${isOne ? 'item has no file and was skipped' : 'items have no file and were skipped'}.`,
	captionAsText: ({ count, isOne }) =>
		`${count} ${isOne ? 'item has no file, so its caption goes as a text' : 'items have no file, so their captions go as texts'}.`,
	otherFiles: ({ count, isOne, about, first }) =>
		`${count} ${isOne ? 'item has' : 'items have'} no file in a field that you entered, but in others: ${about}. If you mean these, correct "Input Data Field Name(s)". ${first}`,
	untyped: ({ count, isOne }) =>
		`${count} ${isOne ? 'typing indication failed; its message was sent' : 'typing indications failed; their messages were sent'}.`,
	answerLost: ({ amount, isOne }) =>
		`The service accepted ${amount}, but ${isOne ? 'its answer' : 'their answers'} could not be read to the end.`,
	otherType: ({ count, isOne, first }) =>
		`${count} ${isOne ? 'file is' : 'files are'} not of the chosen content type. Choose another in "Content Type", or correct the option "MIME Type". ${first}`,
};

/**
 * @param given with its item, in the order of the input
 * @param sentNow how many this run sent
 * @returns a sentence for each hint that was given at least once, in the order above
 */
export function hintSentences(
	given: Array<readonly [item: number, hint: Hint]>,
	noun: 'item' | PlaceInItem['noun'],
	sentNow: number,
): string[] {
	return (Object.keys(hints) as HintName[]).flatMap((name) => {
		const all = given.filter(([, one]) => one === name || one.startsWith(`${name} `));
		const [first] = all;
		if (!first) return [];
		const [item, one] = first;
		const { length: count } = all;
		const about = one.slice(name.length + 1);
		const isOne = count === 1;
		const firstItem = `The first is item ${item}.`;
		return hints[name]({
			count,
			amount: amount(count, noun),
			isOne,
			first: firstItem,
			about,
			sentNow,
		});
	});
}
