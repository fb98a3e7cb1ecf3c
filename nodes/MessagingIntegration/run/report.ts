import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeExecutionHint,
} from 'n8n-workflow';

import { type Counts, isOfThisRun } from '../delivery';
import { endOfQuietHours, type Failed, type WhenUnsure } from '../service/failed';
import { adviceOnDoubt, hintSentences, titleOfDoubt } from '../service/words';
import { whatStopped } from '../service/requestWords';
import { amount, itemsInWords, lines, quoted, sentences } from '../service/sentences';
import { canBeRetried, isStopped, isSubWorkflow } from '../n8n/context';
import { asNodeError } from '../n8n/errors';
import { asksAndWaits, operationIn } from '../operations/resources';
import { inTurns } from '../n8n/inTurns';
import { readerOfErrors } from './readerOfErrors';
import type { ItemReader, ReadItem } from './readItems';
import { type FailedRow, isDone, isFailed, isInDoubt, isSent, type Row, reportOfRow } from './rows';

/**
 * The errors that end a run, and the hints of its output: what counts items. Sentences about one item are in
 * `service/words.ts`.
 */

/** The most rows that the error of items that cannot be sent names; its details have all of them. */
const namedRows = 10;

/** The most letters of a text by which people find a row. */
const longestName = 40;

/**
 * The first short text of a row, beside its number, so that people find it in their list: " (Ada)".
 * @param to the recipient, which the line names anyway
 */
function nameOfRow(json: IDataObject = {}, to = ''): string {
	const texts = Object.values(json).flatMap((value) =>
		typeof value === 'string' ? quoted(value) : [],
	);
	const name = texts.find((text) => text !== '' && text.length <= longestName);
	return name === undefined || name === to ? '' : ` (${name})`;
}

/**
 * Each item that cannot be sent as a row for the error's details, and the first of them as lines. What to do is said
 * once, with the first item that needs it, so these lines come before others.
 */
async function namedItems(
	bad: FailedRow[],
	input: INodeExecutionData[],
): Promise<{ items: object[]; named: string[] }> {
	const given = new Set<string>();
	const items: object[] = [];
	const withAdvice: Array<[item: number, line: string]> = [];
	const others: typeof withAdvice = [];
	await inTurns(bad.length, (at) => {
		const row = bad[at] as FailedRow;
		const { item, entered, failure } = row;
		const { message, description = '' } = reportOfRow(row);
		const to = entered === undefined ? undefined : quoted(entered);
		const error = quoted(message);
		items.push({ item, ...(to !== undefined && { to }), error });
		// n8n's own words can contain those of an item.
		const advice = failure.reason === 'unexpected' ? quoted(description) : description;
		const isNew = advice !== '' && !given.has(advice);
		given.add(advice);
		const list = isNew ? withAdvice : others;
		if (list.length >= namedRows) return;
		const whom = to === undefined || error.includes(to) ? '' : ` to ${to}`;
		const name = nameOfRow(input[item]?.json, to);
		list.push([item, sentences(`Item ${item}${name}${whom}: ${error}.`, isNew && advice)]);
	});
	const named = [...withAdvice, ...others]
		.slice(0, namedRows)
		.sort(([one], [other]) => one - other);
	return { items, named: named.map(([, line]) => line) };
}

/**
 * The error of a run that sends nothing, because some of its items cannot be sent.
 * @param read all items, of which some cannot be sent
 * @param mayHaveSent whether an earlier run of this execution, or another retry, may have sent any item
 * @param mayBeSent whether one of these may have sent an item that cannot be sent now
 * @returns undefined if all can be sent
 */
export async function errorOfBadItems(
	context: IExecuteFunctions,
	read: ReadItem[],
	mayHaveSent: boolean,
	mayBeSent: boolean,
): Promise<Error | undefined> {
	const bad = read.flatMap(({ item, cannot, entered }): FailedRow[] => {
		if (!cannot || !isOfThisRun(cannot)) return [];
		const named = entered === undefined ? {} : { entered, names: { to: entered } };
		return [{ state: 'failed', item, failure: cannot, ...named }];
	});
	const certainty = (failure: Failed): Failed =>
		mayBeSent ? { ...failure, delivery: 'unknown' } : failure;
	const [first] = bad;
	// The error of a run that was stopped says so.
	if (!first || isStopped(context)) return undefined;
	const node = context.getNode();
	const sendable = read.filter(({ requests, cannot }) => !cannot && requests.length > 0).length;
	const isOfAll =
		bad.length > 1 && sendable === 0 && bad.every(({ failure }) => failure === first.failure);
	const earlier = mayHaveSent && 'An earlier run of this node may have sent some.';
	if (read.length === 1 || isOfAll) {
		const report = reportOfRow({ ...first, failure: certainty(first.failure) });
		const description = lines(report.description, read.length > 1 && earlier);
		return asNodeError(node, { ...report, description }, first.item);
	}
	const { items, named } = await namedItems(bad, context.getInputData());
	const { failure } = first;
	const report = {
		failure: certainty(withoutCause(failure)),
		message: `${bad.length} of ${read.length} items cannot be sent; ${mayHaveSent ? 'this run sent nothing' : 'nothing was sent'}`,
		description: lines(
			earlier,
			...named,
			items.length > namedRows && `And ${items.length - namedRows} more.`,
			sendable > 0 &&
				`To send the other ${sendable === 1 ? 'one' : sendable}, choose "Continue (using error output)" in Settings → On Error. That output keeps the whole row.`,
			"The first item is item 0, as in n8n's own errors.",
		),
	};
	return asNodeError(node, report, first.item, { items });
}

/** Whether somebody stopped the execution, or n8n ends. */
const isStop = ({ reason }: Failed) =>
	['stopped', 'stoppedBeforeAnswer', 'stoppedWhileSentElsewhere'].includes(reason);

/** n8n's own error is about one item only. */
const withoutCause = (failure: Failed): Failed =>
	failure.reason === 'unexpected'
		? { ...failure, facts: { ...failure.facts, cause: undefined } }
		: failure;

/** The row that the error of a run is about: what stopped it, or the first that failed. */
function decisiveRow(rows: Row[]): FailedRow | undefined {
	const failed = rows.filter(isFailed);
	const stopped = failed.filter(({ failure }) => isStop(failure));
	return (
		stopped.find(({ failure }) => failure.delivery === 'notSent') ??
		stopped[0] ??
		// A doubt from before did not end the run.
		failed.find(({ failure }) => isOfThisRun(failure)) ??
		failed.find(({ failure }) => failure.origin === 'elsewhere') ??
		failed[0]
	);
}

/** The most recipients that an error names. */
const namedRecipients = 3;

/** @param count of all recipients */
function recipientsSentence(recipients: string[], count: number): string | undefined {
	if (recipients.length === 0) return undefined;
	const more = count - recipients.length;
	const named = recipients.map(quoted).join(', ');
	return `${count === 1 ? 'Recipient' : 'Recipients'}: ${named}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** Several files or messages of an item are counted one by one. */
export function nounOf(rows: Row[]): 'file' | 'item' | 'message' {
	if (itemsOf(rows).length === rows.length) return 'item';
	// Of a row of an earlier run, only the answer says what it was.
	const isFile = (row: Row) =>
		(row.state === 'failed' ? row.file : row)?.noun === 'file' ||
		(isDone(row) && row.answers.some((answer) => 'fileName' in answer));
	return rows.some(isFile) ? 'file' : 'message';
}

/** What happened to the items or files of a run, in a line. */
function counts(rows: Row[]): string {
	const failed = rows.filter(isFailed);
	const doubts = failed.filter(isInDoubt).length;
	const numbers = {
		sent: rows.filter(isSent).length,
		'skipped because of a Send Once Key': rows.filter(({ state }) => state === 'skipped').length,
		'skipped without a file': rows.filter(({ state }) => state === 'noFile').length,
		'counted as sent': rows.filter(({ state }) => state === 'counted').length,
		'in a dry run': rows.filter(({ state }) => state === 'dryRun').length,
		'not sent': rows.length - rows.filter(isDone).length - doubts,
		'may have arrived': doubts,
	};
	const all = rows.length === 1 ? '1 item' : `${rows.length} ${nounOf(rows)}s`;
	const said = Object.entries(numbers).filter(([, number]) => number > 0);
	if (said.length === 1) return `${all} ${said[0]?.[0]}.`;
	return `${all}: ${said.map(([what, number]) => `${number} ${what}`).join(', ')}.`;
}

/** The positions in the input of the items that these rows are about, each once. */
const itemsOf = (rows: Row[]) => [...new Set(rows.map(({ item }) => item))];

/** The most files and messages that an error names beside their items. */
const namedParts = 10;

/** Such as "items 2, 4, item 7 (Message 2)". */
function withParts(rows: FailedRow[]): string {
	const parts = rows.filter(({ file }) => file !== undefined);
	const named = parts.slice(0, namedParts);
	const more = parts.length - named.length;
	const others = itemsOf(rows.filter(({ file }) => file === undefined));
	return [
		...(others.length > 0 ? [itemsInWords(others)] : []),
		...named.map(({ item, file }) => `item ${item} (${quoted(file?.name ?? '')})`),
		...(more > 0 ? [`and ${more} more`] : []),
	].join(', ');
}

/** Who did not get it, by position in the input. Nothing if that is everybody, or if the rows are people. */
function whoIsLeft(context: IExecuteFunctions, rows: Row[]): string | undefined {
	if (asksAndWaits(context)) return undefined;
	const items = itemsOf(rows).length;
	const isElsewhere = rows.some((row) => isFailed(row) && row.failure.origin === 'elsewhere');
	const doubts = rows.filter(isFailed).filter(isInDoubt);
	const inDoubt = new Set(itemsOf(doubts));
	// Of an item in doubt, the rest was not sent either. But to send the item again would repeat what may have arrived.
	const left = isElsewhere
		? []
		: itemsOf(rows.filter((row) => !isDone(row) && !inDoubt.has(row.item)));
	const isTelling = (some: number[]) => some.length > 0 && some.length < items;
	const inParts = items > 1 && doubts.some(({ file }) => file !== undefined);
	return sentences(
		isTelling(left) && `Not sent: ${itemsInWords(left)}.`,
		(inParts || isTelling([...inDoubt])) && `May have arrived: ${withParts(doubts)}.`,
	);
}

const newExecution =
	'A new execution sends everything again, unless it has a Send Once Key: leave out what was sent.';
const inTheTab =
	'The tab "Executions" of the workflow has this execution: a retry there does not repeat what was sent. "Execute workflow" does, unless the messages have a Send Once Key.';

function sentenceAboutRetries(context: IExecuteFunctions): string {
	const isManualRun = context.getMode() === 'manual';
	if (!canBeRetried(context))
		return `n8n does not save ${isManualRun ? 'manual' : 'failed'} executions of this workflow, so this one cannot be retried. ${newExecution}`;
	if (isManualRun) return inTheTab;
	return isSubWorkflow(context)
		? 'A retry of this execution does not repeat what was sent. A retry of the workflow that started it does, unless the messages have a Send Once Key.'
		: 'A retry does not repeat what was sent. A new execution does, unless it has a Send Once Key.';
}

/** When all of them may be sent, for people. */
const endOfQuiet = (rows: FailedRow[]) =>
	rows
		.flatMap(({ failure }) => endOfQuietHours(failure) ?? [])
		.sort((one, other) => (one.sendAfter < other.sendAfter ? -1 : 1))
		.at(-1)?.shown;

/**
 * If a part of the only item was sent, the title says so: a workflow that calls this one gets nothing else, and a model
 * behind it would send the whole again.
 */
function withPartSent(rows: Row[], title: string): string {
	const sent = rows.filter(isSent).length;
	const noun = nounOf(rows);
	if (sent === 0 || noun === 'item' || rows.some(({ item }) => item !== rows[0]?.item))
		return title;
	const why = title.replace(/^(?:The|A|An|Another|This)(?= )/, (word) => word.toLowerCase());
	// Nobody knows how many more another execution sends.
	const isElsewhere = rows.some((row) => isFailed(row) && row.failure.origin === 'elsewhere');
	const some = isElsewhere ? amount(sent, noun) : `${sent} of ${amount(rows.length, noun)}`;
	return `${some} ${sent === 1 ? 'was' : 'were'} sent: ${why}`;
}

/** The error that ends a run: the first failed item's, or that the run was stopped before all items were sent. */
export function errorOfRun(
	context: IExecuteFunctions,
	rows: Row[],
	entered: ItemReader['entered'],
): Error | undefined {
	// A stopped execution must fail here. Otherwise its retry would begin after this node.
	const first = decisiveRow(rows);
	if (!first) return undefined;
	const { delivery, origin } = first.failure;
	const isInEditor = readerOfErrors(context, rows) === 'editor';
	const report = reportOfRow(first, isInEditor ? 'editor' : 'executions');
	const failed = rows.filter(isFailed);
	const isAgain = origin === 'earlierRun';
	const isQuiet = origin === 'quietHours';
	const reported =
		isAgain || isQuiet || origin === 'lostRun'
			? failed.filter(({ failure }) => failure.origin === origin)
			: [first];
	const [left, items] = [itemsOf(reported).length, itemsOf(rows).length];
	// The messages of an item that stand behind a failed one were not sent either.
	const severalOf =
		items > 1
			? `${left} of ${items} items ${left === 1 ? 'was' : 'were'} not sent`
			: `${reported.length} of ${rows.length} ${nounOf(rows)}s were not sent`;
	const whySeveral = {
		earlierRun: ' again: they may already have arrived',
		quietHours: `: their recipients are in quiet hours, the last until ${endOfQuiet(reported)}`,
		lostRun: ': n8n does not know whether the earlier run sent them',
	};
	const several = severalOf + whySeveral[origin as keyof typeof whySeveral];
	const doubts = rows.filter(isInDoubt).length;
	// In most places n8n shows the title only.
	const besides =
		doubts > 0 &&
		(delivery === 'notSent' || (isQuiet && reported.length > 1)) &&
		operationIn(context) === 'message send'
			? `, and ${amount(doubts, 'message')} may have arrived`
			: '';
	const isDoubt = delivery === 'unknown' && first.failure.origin === 'request';
	const alone = () => {
		if (isDoubt && operationIn(context) === 'message send')
			return titleOfDoubt(doubts, report.message);
		const { failure } = first;
		const stopped = rows.filter((row) => !isDone(row) && !isInDoubt(row)).length;
		if (failure.reason !== 'stopped' || stopped < 2) return report.message;
		const all = amount(rows.length, nounOf(rows));
		const some = stopped === rows.length ? `any of ${all} was` : `${stopped} of ${all} were`;
		return `${whatStopped[failure.facts.why]} before ${some} sent`;
	};
	const message = reported.length > 1 ? several : alone();
	const hasRecipient = report.to !== undefined && !isStop(first.failure);
	// The parameter of a question may have several.
	const recipientName = ({ item, names }: FailedRow) =>
		(asksAndWaits(context) ? names?.to : (entered(item) ?? names?.to)) ?? [];
	const recipients = (hasRecipient ? reported.slice(0, namedRecipients) : [])
		.flatMap(recipientName)
		.filter((recipient) => !message.includes(quoted(recipient)));
	// A retry of this execution could not settle it.
	const isOfOther = first.failure.reason === 'retriedBefore';
	// Only what the node's error mode allows: it stops on errors.
	const isAdvised =
		isAgain || (hasRecipient && delivery === 'unknown' && isOfThisRun(first.failure) && !isOfOther);
	const description = lines(
		sentences(recipientsSentence(recipients, reported.length), report.description),
		isAdvised &&
			!isInEditor &&
			canBeRetried(context) &&
			adviceOnDoubt(doubts, operationIn(context)),
		rows.length > 1 && sentences(counts(rows), whoIsLeft(context, rows)),
		rows.length > 1 && rows.some(isSent) && sentenceAboutRetries(context),
	);
	const said = {
		...report,
		message: withPartSent(rows, message) + besides,
		description: description || undefined,
	};
	return asNodeError(context.getNode(), said, first.item);
}

/**
 * The hint about failed items, if the workflow continues after errors: n8n then marks the node as successful.
 * @param isSeparate whether the failed items have an output of their own
 */
export function failureHint(rows: Row[], isSeparate: boolean): NodeExecutionHint | undefined {
	if (rows.every(isDone)) return undefined;
	const where = isSeparate
		? 'The tab "Error Branch" shows which and why.'
		: 'Look for the field "error" in the output: it says why.';
	return { message: `${counts(rows)} ${where}`, type: 'warning', location: 'outputPane' };
}

/** A duration as people say it, rounded: "45 s", "12 min" or "1.5 h". @param duration ms */
function durationText(duration: number): string {
	const seconds = Math.round(duration / 1000);
	if (seconds < 120) return `${seconds} s`;
	if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
	return `${Math.round(seconds / 360) / 10} h`;
}

/**
 * The hints about a run; none if there is nothing to tell.
 * @param counts absent for a dry run
 * @param duration of the run (ms)
 * @param aboutTexts what is to be said of all its texts
 */
export function hintsOf(
	rows: Row[],
	whenUnsure: WhenUnsure,
	counts: Counts = { repeated: 0, slowed: 0, pauses: 0 },
	duration = 0,
	aboutTexts: string[] = [],
): NodeExecutionHint[] {
	const { repeated, slowed, pauses } = counts;
	const delay =
		slowed > 0 ? 'The service asked to slow down' : 'Some requests failed and were repeated';
	// Certain only unless the user allowed repeating requests in doubt.
	const notTwice = whenUnsure === 'resend' ? '' : ' No message was sent twice.';
	const given = rows.flatMap((row) =>
		isDone(row) ? row.hints.map((one) => [row.item, one] as const) : [],
	);
	const sentNow = rows.filter(
		(row) => isDone(row) && isSent(row) && !row.hints.includes('delivered'),
	);
	const messages = [
		slowed + repeated > 0 && `${delay}, so the run took longer.${notTwice}`,
		pauses > 0 &&
			`The node paused ${pauses === 1 ? 'once' : `${pauses} times`} between messages. The run took ${durationText(duration)}.`,
		...hintSentences(given, nounOf(rows), sentNow.length),
		...aboutTexts,
	];
	return messages
		.filter((message) => typeof message === 'string')
		.map((message) => ({ message, location: 'outputPane' }));
}
