// Tests: test/unit/pageOfWords.test.ts, test/unit/summary.test.ts
import { describe, saidOf } from './describe';
import { doubtAbout, retryAfterChange } from './doubts';
import { amount, asSentence, itemsInWords, lines, quoted, sentences } from './sentences';
import { whatStopped } from './stops';
import { type Failed, requestFactsOf } from './why';

/** What counts items: the error that ends a run, always built alike. Sentences about one item are in the other tables. */

export type Noun = 'file' | 'item' | 'message';

/** How many files, messages or items of a run came to what. */
export interface Counts {
	sent: number;
	skipped: number;
	noFile: number;
	counted: number;
	dryRun: number;
	notSent: number;
	inDoubt: number;
}

const countsInWords: Record<keyof Counts, string> = {
	sent: 'sent',
	skipped: 'skipped because of a Send Once Key',
	noFile: 'skipped without a file',
	counted: 'counted as sent',
	dryRun: 'in a dry run',
	notSent: 'not sent',
	inDoubt: 'may have arrived',
};

const allOf = (counts: Counts) =>
	Object.values<number>({ ...counts }).reduce((sum, count) => sum + count, 0);

/** What happened to the items or files of a run, in a line. */
export function counted(counts: Counts, noun: Noun): string {
	const all = allOf(counts);
	const said = (Object.keys(countsInWords) as Array<keyof Counts>).filter((one) => counts[one] > 0);
	const [only] = said;
	const whole = amount(all, all === 1 ? 'item' : noun);
	if (only && said.length === 1) return `${whole} ${countsInWords[only]}.`;
	return `${whole}: ${said.map((one) => `${counts[one]} ${countsInWords[one]}`).join(', ')}.`;
}

/** An item, one of its files or messages, or a person, as a line names it. */
export interface Named {
	/** The position in the input. */
	item: number;
	/** The name of the file or of the message, if the item has several. */
	part?: string | undefined;
	/** The recipient as it was entered. */
	to?: string | undefined;
}

/** The most that a line names with what stands beside their number. */
const mostNamed = 3;

/** What stands beside the position of each: nothing if there are many. */
const besideOf =
	({ length }: Named[]) =>
	({ part, to }: Named) =>
		length > mostNamed ? undefined : (part ?? to);

/** The positions beside which nothing stands, each once. */
function positionsAlone(named: Named[]): number[] {
	const beside = besideOf(named);
	return [...new Set(named.filter((one) => !beside(one)).map(({ item }) => item))];
}

/** Such as "items 6, 14 to 19", "item 2 (Ada.png), item 4 (491711234567)", or, if the run has one item, who it is. */
function who(named: Named[], items: number, isOnly: boolean): string | undefined {
	const beside = besideOf(named);
	if (isOnly)
		return named.map(({ part, to }) => [part, to].filter(Boolean).join(', ')).find(Boolean);
	const isEverybody = new Set(named.map(({ item }) => item)).size === items;
	if (isEverybody && named.length > mostNamed) return undefined;
	const alone = positionsAlone(named);
	const others = named.filter((one) => beside(one));
	return [
		...(alone.length > 0 ? [itemsInWords(alone)] : []),
		...others.map((one) => `item ${one.item} (${quoted(beside(one) ?? '')})`),
	].join(', ');
}

/** What n8n does with a retry of this execution. */
export type Retries = 'fromEditor' | 'notSaved' | 'notSavedFromEditor' | 'ofAny' | 'ofSubWorkflow';

const everythingAgain =
	'A new execution sends everything again that has no Send Once Key: leave out what was sent.';

/** What a retry repeats, if a part was sent. */
const aboutRetries: Record<Retries, string> = {
	notSaved: `n8n does not save failed executions of this workflow, so this one cannot be retried. ${everythingAgain}`,
	notSavedFromEditor: `n8n does not save manual executions of this workflow, so this one cannot be retried. ${everythingAgain}`,
	fromEditor:
		'A retry in the tab "Executions" of the workflow does not repeat what was sent. "Execute workflow" repeats all that has no Send Once Key.',
	ofSubWorkflow:
		'A retry of this execution does not repeat what was sent. A retry of the workflow that started it repeats all that has no Send Once Key.',
	ofAny:
		'A retry does not repeat what was sent. A new execution repeats all that has no Send Once Key.',
};

/** One of several files or messages of an item. Its place is known if this run read the item. */
export interface PartOfItem {
	/** Empty for a person who is asked, and for the only one. */
	name: string;
	noun?: 'file' | 'message';
	index?: number;
	count?: number;
}

/** What became of the others, because someone may send the whole item again. @param isElsewhere whether another execution sends them */
function placeInItem({ noun, index, count }: PartOfItem, isElsewhere: boolean): string | undefined {
	if (noun === undefined || index === undefined || count === undefined) return undefined;
	const others = [
		index > 0 && 'those before it were sent',
		index + 1 < count && !isElsewhere && 'this run did not start those after it',
	].filter(Boolean);
	const ofItem = `This is ${noun} ${index + 1} of ${count} of the item`;
	return others.length > 0 ? `${ofItem}: ${others.join(', ')}.` : `${ofItem}.`;
}

/** One of several people who could not be asked. */
export interface NotAsked {
	to: string;
	isInDoubt: boolean;
	/** Without its full stop. */
	why: string;
}

export const notAllAsked = ({ failed, all }: { failed: NotAsked[]; all: number }) =>
	sentences(
		`${failed.length} of ${all} people could not be asked.`,
		...failed.map(
			({ to, isInDoubt, why }) =>
				`${quoted(to)}: ${isInDoubt ? 'the question may have arrived. ' : ''}${asSentence(why)}`,
		),
	);

/** What a run was to do. Only messages can count as sent, and the links of a question lead nowhere in a retry. */
export type Task = 'message' | 'other' | 'question';

/** What to do about what may have arrived, if the node stops on errors. */
function adviceOnDoubts(doubts: number, task: Task): string {
	if (task === 'question')
		return 'The question may have arrived, but nobody can answer it any more. To ask again, start a new execution.';
	if (task === 'other')
		return `To do it again, set the option "If It May Have Arrived" to "Send Again", ${retryAfterChange}.`;
	const [arrived, not] =
		doubts === 1 ? ['If it arrived', 'if not'] : ['If all of them arrived', 'if none did'];
	return sentences(
		`${arrived}, set the option "If It May Have Arrived" to "Count as Sent", ${not}, to "Send Again". Then ${retryAfterChange}. Remove the option afterwards.`,
		doubts > 1 &&
			'If only some arrived, retry with "Count as Sent", remove the option, and send to the others in a new execution.',
	);
}

/** Titles of several items that have the same reason. Each is true alone, with its count. */
const titlesOfSeveral = {
	earlierRun: (count: string) => `${count} not sent again: they may already have arrived`,
	lostRun: (count: string) =>
		`${count} not sent again: n8n no longer knows what the earlier run sent`,
	quietHours: (count: string, until: string) =>
		`${count} not sent: their recipients are in quiet hours, the last until ${until}`,
};

export type Several = keyof typeof titlesOfSeveral;

/** What the error of a run is about. */
export interface RunFacts {
	/** What ended it: what stopped it, or the first item that failed. */
	failed: Failed;
	/** The file or message that failed, if its item has several. */
	part?: PartOfItem | undefined;
	/** Of a question that nobody was asked: all people, and why. */
	notAsked?: NotAsked[] | undefined;
	task: Task;
	noun: Noun;
	items: number;
	counts: Counts;
	/** If several failed for the reason of an earlier run or of the time: how many items, or else files or messages. */
	several?: { why: Several; count: number; of: number; until: string } | undefined;
	/** Whether another execution may send more of it. */
	isElsewhere: boolean;
	/** Whether a person executed the only item, sees what became of it, and can execute it again. */
	isInEditor: boolean;
	retries: Retries;
	/** Whether this execution can settle what is in doubt. */
	canSettle: boolean;
	notSent: Named[];
	mayHaveArrived: Named[];
}

/** What was sent and what may have arrived, in front of a title that does not say it: n8n shows nothing else in most places. */
function stateBefore(facts: RunFacts): string | undefined {
	const { failed, task, noun, counts, several, isElsewhere } = facts;
	const { sent, inDoubt } = counts;
	const all = allOf(counts);
	// Nobody knows how many more another execution sends.
	const some = isElsewhere ? amount(sent, noun) : `${sent} of ${amount(all, noun)}`;
	const isCounted = several !== undefined || isStopOfSeveral(facts);
	const isSaid =
		failed.delivery === 'unknown' &&
		(failed.origin !== 'request' || failed.name === 'inDoubtFromEarlierRun') &&
		several?.why !== 'quietHours';
	return andMore(
		sent > 0 &&
			all > 1 &&
			!isCounted &&
			!(isElsewhere && noun === 'item') &&
			`${some} ${sent === 1 ? 'was' : 'were'} sent`,
		inDoubt > 0 &&
			!isSaid &&
			task === 'message' &&
			`${amount(inDoubt, 'message')} may have arrived`,
	);
}

const andMore = (...parts: Array<string | false>) => {
	const said = parts.filter(Boolean);
	return said.length > 0 ? `${said.join(', and ')}.` : undefined;
};

const isStopOfSeveral = ({ failed, counts }: RunFacts) =>
	failed.name === 'stopped' && counts.notSent > 1;

function titleOfRun(facts: RunFacts): string {
	const { failed, part, several, counts, noun, items } = facts;
	if (several) {
		const { why, count, of, until } = several;
		const verb = count === 1 ? 'was' : 'were';
		return titlesOfSeveral[why](
			`${count} of ${amount(of, items > 1 ? 'item' : noun)} ${verb}`,
			until,
		);
	}
	const { notSent } = counts;
	if (failed.name === 'stopped' && isStopOfSeveral(facts)) {
		const all = amount(allOf(counts), noun);
		const stop = whatStopped[failed.facts.why];
		return notSent === allOf(counts)
			? `${stop} before any of ${all} was sent`
			: `${stop}: ${notSent} of ${all} ${notSent === 1 ? 'was' : 'were'} not sent`;
	}
	const { title } = saidOf(failed);
	return part?.name ? `${quoted(part.name)}: ${title}` : title;
}

/** What to do first about what may have arrived. Undefined if that is certain, or if the advice of the reason says it. */
function aboutDoubt({ failed, task, counts, isInEditor, canSettle }: RunFacts): string | undefined {
	const { delivery, origin } = failed;
	const facts = requestFactsOf(failed);
	const isOfRequest = origin === 'request' && failed.name !== 'stoppedBeforeAnswer';
	if (delivery !== 'unknown' || !(isOfRequest || origin === 'earlierRun')) return undefined;
	if (isInEditor) return 'Did it arrive? If not, execute again.';
	if (canSettle) return adviceOnDoubts(counts.inDoubt, task);
	return facts && doubtAbout(facts);
}

const firstIsItem0 = "The first item is item 0, as in n8n's own errors.";

/** The error that ends a run: title; what to do; a line that counts; who did not get it, and who may have got it. */
export function errorOfRun(facts: RunFacts): { message: string; description: string } {
	const { failed, part, notAsked, noun, counts, retries, isElsewhere } = facts;
	const { advice, more } = saidOf(failed);
	const isOne = allOf(counts) === 1;
	const notSent = who(facts.notSent, facts.items, isOne);
	const mayHaveArrived = who(facts.mayHaveArrived, facts.items, isOne);
	// Only positions tell people which rows these are.
	const isByPosition =
		(notSent !== undefined && positionsAlone(facts.notSent).length > 1) ||
		(mayHaveArrived !== undefined && positionsAlone(facts.mayHaveArrived).length > 1);
	return {
		message: sentences(stateBefore(facts), titleOfRun(facts)),
		description: lines(
			aboutDoubt(facts),
			// How to settle it says what to do.
			failed.name !== 'inDoubtFromEarlierRun' && advice,
			part && placeInItem(part, isElsewhere),
			more,
			notAsked && notAllAsked({ failed: notAsked, all: notAsked.length }),
			!isOne &&
				sentences(
					counted(counts, noun),
					counts.sent > 0 && aboutRetries[retries],
					isByPosition && firstIsItem0,
				),
			notSent && `Not sent: ${notSent}.`,
			mayHaveArrived && `May have arrived: ${mayHaveArrived}.`,
		),
	};
}

/** An item that cannot be sent. */
export interface BadItem {
	item: number;
	/** A short text of its row, so that people find it in their list. */
	name?: string | undefined;
	/** The recipient as it was entered. */
	to?: string | undefined;
	title: string;
	advice: string;
}

/** The most items that the error of items that cannot be sent names; its details have all of them. */
const namedItems = 10;

/**
 * The error of a run that sends nothing, because some of its items cannot be sent. What to do is said once, with the first
 * item that needs it, so these items come before others.
 * @param bad in the order of the input
 * @param mayHaveSent whether an earlier run of this execution, or another retry, may have sent any item
 * @param sendable how many items could be sent
 */
export function errorOfBadItems(
	bad: BadItem[],
	items: number,
	sendable: number,
	mayHaveSent: boolean,
): { message: string; description: string } {
	const given = new Set<string>();
	const all = bad.map(({ item, name, to, title, advice }) => {
		const isNew = advice !== '' && !given.has(advice);
		given.add(advice);
		const whom = to === undefined || title.includes(to) ? '' : ` to ${to}`;
		const called = name === undefined ? '' : ` (${name})`;
		return {
			item,
			isNew,
			line: sentences(`Item ${item}${called}${whom}: ${title}.`, isNew && advice),
		};
	});
	const named = [...all.filter(({ isNew }) => isNew), ...all.filter(({ isNew }) => !isNew)]
		.slice(0, namedItems)
		.sort((one, other) => one.item - other.item);
	const more = bad.length - named.length;
	return {
		message: `${bad.length} of ${items} items cannot be sent; ${mayHaveSent ? 'this run sent nothing' : 'nothing was sent'}`,
		description: lines(
			mayHaveSent && earlierMayHaveSent,
			...named.map(({ line }) => line),
			more > 0 && `And ${more} more.`,
			sendable > 0 &&
				`To send the other ${sendable === 1 ? 'item' : sendable}, choose "Continue (using error output)" in Settings → On Error. That output keeps the whole row.`,
			firstIsItem0,
		),
	};
}

export const earlierMayHaveSent = 'An earlier run of this node may have sent some.';

/** The words about a row that failed. That of one of several files or messages of its item names it. */
export function errorOfRow(
	failed: Failed,
	part?: PartOfItem,
	notAsked?: NotAsked[],
): { message: string; description: string | undefined } {
	const { message, description } = describe(failed);
	const place = part && placeInItem(part, failed.origin === 'elsewhere');
	return {
		message: part?.name ? `${quoted(part.name)}: ${message}` : message,
		description:
			lines(
				description,
				place,
				notAsked && notAllAsked({ failed: notAsked, all: notAsked.length }),
			) || undefined,
	};
}
