// Tests: test/unit/doubtsInWords.test.ts, test/unit/summary.test.ts
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeExecutionHint,
} from 'n8n-workflow';

import { type Counts as Delays, isOfThisRun, type Policy } from '../delivery';
import { saidOf } from '../words/describe';
import { hintsOfItems, ofRun } from '../words/hints';
import {
	type BadItem,
	type Counts,
	earlierMayHaveSent,
	errorOfBadItems as wordsOfBadItems,
	errorOfRun as wordsOfRun,
	type Named,
	type Noun,
	type Retries,
	type RunFacts,
	type Several,
	type Task,
} from '../words/run';
import { lines, quoted } from '../words/sentences';
import { endOfQuietHours, type Failed, reasonOf } from '../words/why';
import { canBeRetried, isStopped, isSubWorkflow } from '../n8n/context';
import { asNodeError } from '../n8n/errors';
import { inTurns } from '../n8n/inTurns';
import { asksAndWaits, operationIn } from '../operations/resources';
import { readerOfErrors } from './readerOfErrors';
import type { ItemReader, ReadItem } from './readItems';
import {
	type DoneRow,
	type FailedRow,
	isDone,
	isFailed,
	isInDoubt,
	isSent,
	type Row,
	reportOfRow,
} from './rows';

/** What is known of a run as a whole: `words/run.ts` and `words/hints.ts` say it. */

/** The most letters of a text by which people find a row. */
const longestName = 40;

/** The first short text of a row, so that people find it in their list. @param to the recipient, which is named anyway */
function nameOfRow(json: IDataObject = {}, to = ''): string | undefined {
	const texts = Object.values(json).flatMap((value) =>
		typeof value === 'string' ? quoted(value) : [],
	);
	const name = texts.find((text) => text !== '' && text.length <= longestName);
	return name === to ? undefined : name;
}

/** Each item that cannot be sent. */
async function badItems(bad: FailedRow[], input: INodeExecutionData[]): Promise<BadItem[]> {
	const items: BadItem[] = [];
	await inTurns(bad.length, (at) => {
		const { item, entered, failure } = bad[at] as FailedRow;
		const { title, advice } = saidOf(failure);
		const to = entered === undefined ? undefined : quoted(entered);
		const name = nameOfRow(input[item]?.json, to);
		// n8n's own words can contain those of an item.
		const isOfN8n = reasonOf(failure) === 'unexpected';
		items.push({ item, name, to, title: quoted(title), advice: isOfN8n ? quoted(advice) : advice });
	});
	return items;
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
	if (read.length === 1 || isOfAll) {
		const report = reportOfRow({ ...first, failure: certainty(first.failure) });
		const isEarlier = read.length > 1 && mayHaveSent;
		const description = lines(report.description, isEarlier && earlierMayHaveSent);
		return asNodeError(node, { ...report, description }, first.item);
	}
	const all = await badItems(bad, context.getInputData());
	const items = all.map(({ item, to, title }) => ({
		item,
		...(to !== undefined && { to }),
		error: title,
	}));
	const failure = certainty(withoutCause(first.failure));
	const said = wordsOfBadItems(all, read.length, sendable, mayHaveSent);
	return asNodeError(node, { failure, ...said }, first.item, { items });
}

/** Whether somebody stopped the execution, or n8n ends. */
const isStop = (failure: Failed) => reasonOf(failure) === 'stopped';

/** n8n's own error is about one item only. */
const withoutCause = (failure: Failed): Failed => ({ ...failure, cause: undefined });

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

/** Several files or messages of an item are counted one by one. */
export function nounOf(rows: Row[]): Noun {
	if (itemsOf(rows).length === rows.length) return 'item';
	// Of a row of an earlier run, only the answer says what it was.
	const isFile = (row: Row) =>
		(row.state === 'failed' ? row.file : row)?.noun === 'file' ||
		(isDone(row) && row.answers.some((answer) => 'fileName' in answer));
	return rows.some(isFile) ? 'file' : 'message';
}

const countIn = (rows: Row[], state: DoneRow['state']) =>
	rows.filter((row) => row.state === state).length;

function countsOf(rows: Row[]): Counts {
	const inDoubt = rows.filter(isInDoubt).length;
	return {
		sent: rows.filter(isSent).length,
		skipped: countIn(rows, 'skipped'),
		noFile: countIn(rows, 'noFile'),
		counted: countIn(rows, 'counted'),
		dryRun: rows.filter((row) => row.state === 'dryRun' && !isSent(row)).length,
		notSent: rows.length - rows.filter(isDone).length - inDoubt,
		inDoubt,
	};
}

/** The positions in the input of the items that these rows are about, each once. */
const itemsOf = (rows: Row[]) => [...new Set(rows.map(({ item }) => item))];

function retriesOf(context: IExecuteFunctions): Retries {
	const isManualRun = context.getMode() === 'manual';
	if (!canBeRetried(context)) return isManualRun ? 'notSavedFromEditor' : 'notSaved';
	if (isManualRun) return 'fromEditor';
	return isSubWorkflow(context) ? 'ofSubWorkflow' : 'ofAny';
}

/** When all of them may be sent, for people. */
const endOfQuiet = (rows: FailedRow[]) =>
	rows
		.flatMap(({ failure }) => endOfQuietHours(failure) ?? [])
		.sort((one, other) => (one.sendAfter < other.sendAfter ? -1 : 1))
		.at(-1)?.shown ?? '';

const severalOf: Partial<Record<Failed['origin'], Several>> = {
	earlierRun: 'earlierRun',
	lostRun: 'lostRun',
	quietHours: 'quietHours',
};

/** If the error of a run is about an earlier run or the time of the day, it counts all that failed for that. */
function severalIn(rows: Row[], { failure }: FailedRow): RunFacts['several'] {
	const why = severalOf[failure.origin];
	const same = rows.filter(isFailed).filter((row) => row.failure.origin === failure.origin);
	if (!why || same.length < 2) return undefined;
	const items = itemsOf(rows).length;
	// The messages of an item that stand behind a failed one were not sent either.
	const [count, of] = items > 1 ? [itemsOf(same).length, items] : [same.length, rows.length];
	return { why, count, of, until: endOfQuiet(same) };
}

const taskOf = (context: IExecuteFunctions): Task =>
	asksAndWaits(context)
		? 'question'
		: operationIn(context) === 'message send'
			? 'message'
			: 'other';

/** Who did not get it, and who may have got it. Nobody, if the rows are people who are asked. */
function whoIsLeft(
	context: IExecuteFunctions,
	rows: Row[],
	entered: ItemReader['entered'],
): Pick<RunFacts, 'notSent' | 'mayHaveArrived'> {
	if (asksAndWaits(context)) return { notSent: [], mayHaveArrived: [] };
	const named = (row: Row): Named => {
		const { names, file } = row.state === 'failed' ? row : {};
		return { item: row.item, part: file?.name, to: entered(row.item) ?? names?.to };
	};
	const doubts = rows.filter(isInDoubt);
	const inDoubt = new Set(itemsOf(doubts));
	// Another execution may send it.
	const isElsewhere = rows.some((row) => isFailed(row) && row.failure.origin === 'elsewhere');
	// Of an item in doubt, the rest was not sent either. But to send the item again would repeat what may have arrived.
	const left = isElsewhere ? [] : rows.filter((row) => !isDone(row) && !inDoubt.has(row.item));
	const byItem = new Map(left.map((row) => [row.item, row]));
	return {
		notSent: [...byItem.values()].map((row) => ({ ...named(row), part: undefined })),
		mayHaveArrived: doubts.map(named),
	};
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
	const { failure, file, names, notAsked } = first;
	const said = wordsOfRun({
		failed: failure,
		part: file,
		notAsked,
		task: taskOf(context),
		noun: nounOf(rows),
		items: itemsOf(rows).length,
		counts: countsOf(rows),
		several: severalIn(rows, first),
		isElsewhere: rows.some((row) => isFailed(row) && row.failure.origin === 'elsewhere'),
		isInEditor: readerOfErrors(context, rows) === 'editor',
		retries: retriesOf(context),
		canSettle: canBeRetried(context),
		...whoIsLeft(context, rows, entered),
	});
	return asNodeError(context.getNode(), { failure, ...names, ...said }, first.item);
}

/**
 * The hint about failed items, if the workflow continues after errors: n8n then marks the node as successful.
 * @param isSeparate whether the failed items have an output of their own
 */
export function failureHint(rows: Row[], isSeparate: boolean): NodeExecutionHint | undefined {
	if (rows.every(isDone)) return undefined;
	const message = ofRun.failedItems({ counts: countsOf(rows), noun: nounOf(rows), isSeparate });
	return { message, type: 'warning', location: 'outputPane' };
}

/**
 * The hints about a run; none if there is nothing to tell.
 * @param delays absent for a dry run
 * @param duration of the run (ms)
 * @param aboutTexts what is to be said of all its texts
 */
export function hintsOf(
	rows: Row[],
	whenUnsure: Policy['whenUnsure'],
	delays: Delays = { repeated: 0, slowed: 0, pauses: 0 },
	duration = 0,
	aboutTexts: string[] = [],
): NodeExecutionHint[] {
	const { repeated, slowed, pauses } = delays;
	// Certain only unless the user allowed repeating requests in doubt.
	const isCertain = whenUnsure !== 'resend';
	const given = rows.flatMap((row) =>
		isDone(row) ? row.hints.map((one) => [row.item, one] as const) : [],
	);
	const sentNow = rows.filter((row) => row.state === 'sent' && !row.hints.includes('delivered'));
	const messages = [
		...(slowed > 0 ? [ofRun.slowedDown({ isCertain })] : []),
		...(slowed === 0 && repeated > 0 ? [ofRun.repeated({ isCertain })] : []),
		...(pauses > 0 ? [ofRun.paused({ pauses, duration })] : []),
		...hintsOfItems(given, nounOf(rows), sentNow.length),
		...aboutTexts,
	];
	return messages.map((message) => ({ message, location: 'outputPane' }));
}
