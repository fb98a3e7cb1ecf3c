// Tests: test/engine/firstFailure.test.ts, test/engine/stopping.test.ts
import { randomUUID } from 'node:crypto';

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import {
	deliver,
	type Delivery,
	foresee,
	Journal,
	type Policy,
	type Result,
	type World,
} from '../delivery';
import { whyStopped } from '../service/whyStopped';
import { refusal } from '../words/refusal';
import type { Why } from '../words/why';
import { connections } from '../n8n/connect';
import {
	canBeRetried,
	continuesOnError,
	isNeverRetried,
	isStandaloneRun,
	isTool,
	keepOutputForModel,
	keptOf,
	runIndexOf,
} from '../n8n/context';
import { lostRunOf } from '../n8n/lostRun';
import { type EndOfRun, endOfRun } from '../n8n/endOfRun';
import { markForErrorOutput } from '../n8n/errors';
import { inTurns } from '../n8n/inTurns';
import { MarksInDatabase } from '../n8n/MarksInDatabase';
import { realClock } from '../n8n/realClock';
import { asksAndWaits, operationIn, usesInstance } from '../operations/resources';
import { readRunOptions, type RunOptions } from '../parameters/options';
import { checkWhatAModelMayDecide } from '../parameters/checkWhatAModelMayDecide';
import { badItemsEndTheRun } from './badItemsEndTheRun';
import type { Check } from './Check';
import { DeliveriesOfRun } from './deliveries';
import { inputDigest } from './digests';
import { dryRunHint, isDryRun, refuseDryReferences, rowsOfDryRun } from './dryRun';
import { failIfMoreThan } from './failIfMoreThan';
import { failureForModel, inWords, patienceOf, shortenedItems } from './forModel';
import { hintsAboutTexts } from './hintsAboutTexts';
import { keysThatConflict } from './keysThatConflict';
import { onlyInstances } from './onlyInstance';
import { output } from './output';
import { readerOfErrors } from './readerOfErrors';
import { reasonsOf } from './reasons';
import { type ItemReader, type ReadItem, readItems } from './readItems';
import { errorOfRun, failureHint, hintsOf } from './report';
import { inInputOrder, isDone, noFileRow, requestsOf, type Row, rowsOf } from './rows';

/** In order: a later one looks only at what the ones before it leave. */
const checks: Check[] = [keysThatConflict, failIfMoreThan, badItemsEndTheRun];

/** s */
const longestOfTool = 30;

/** By n8n's context of a node. All runs of the node that share one execution in memory share it, too. */
const claimants = new WeakMap<object, string>();

function claimantOf(context: IExecuteFunctions): string {
	const kept = keptOf(context);
	const known = claimants.get(kept) ?? randomUUID();
	claimants.set(kept, known);
	return known;
}

function journalOf(context: IExecuteFunctions, world: World<Why>): Journal<Why> {
	const items = context.getInputData();
	const task = {
		// The calls of an MCP server have no execution, whatever n8n's types say.
		execution: (context.getExecutionId() as string | undefined) ?? claimantOf(context),
		pass: runIndexOf(context),
		isTool: isTool(context),
		isStandalone: isStandaloneRun(context),
		operation: operationIn(context),
		isReading: operationIn(context) === 'instance getAll',
		isSending: operationIn(context) === 'message send',
		isQuestion: asksAndWaits(context),
		items: items.length,
		inputOf: (item: number) => inputDigest(items[item]?.json),
		earlier: (isKept: boolean) => {
			const { isLost, origin } = lostRunOf(context, isKept);
			return { isLost, origin: origin === undefined ? undefined : inputDigest(origin) };
		},
	};
	return new Journal(keptOf(context), task, world);
}

function worldOf(context: IExecuteFunctions, { stopped, hurry }: EndOfRun): World<Why> {
	return {
		clock: realClock,
		marks: new MarksInDatabase(context),
		newId: randomUUID,
		claimant: claimantOf(context),
		stopped,
		hurry,
		inTurns: async (count, act) => await inTurns(count, act),
		reasons: reasonsOf({
			whyStopped: () => whyStopped(stopped),
			cannotRetry: !canBeRetried(context),
		}),
		log: {
			info: (text) => context.logger.info(text),
			warn: (text) => context.logger.warn(text),
		},
	};
}

/** @param options undefined if they cannot be read: then nothing is sent */
function policyOf(context: IExecuteFunctions, options: Partial<RunOptions> = {}): Policy {
	const { whenUnsure = 'fail', concurrency } = options;
	const { messagesPerMinute = Infinity, pauseBetween } = options;
	return {
		whenUnsure,
		// One item has no others that it could keep back: all people are asked, even if one cannot be.
		continues: continuesOnError(context) || context.getInputData().length === 1,
		atOnce: concurrency,
		perMinute: messagesPerMinute,
		pause: pauseBetween && { min: 1000 * pauseBetween.min, max: 1000 * pauseBetween.max },
		isQuestion: asksAndWaits(context),
		patience: patienceOf(context),
	};
}

/** How long a request may make no progress (ms): a model does not wait for a service that takes minutes. */
const timeoutOf = (context: IExecuteFunctions, { timeout }: RunOptions) =>
	1000 * (isTool(context) ? Math.min(timeout, longestOfTool) : timeout);

/** What all items need before they can be read, or why none can be sent. */
async function start(
	context: IExecuteFunctions,
	reader: ItemReader,
	end: EndOfRun,
	world: World<Why>,
) {
	try {
		await checkWhatAModelMayDecide(context);
		const options = readRunOptions(context);
		const isSending = operationIn(context) === 'message send';
		if (options.whenUnsure === 'countAsSent' && !isSending) throw refusal('onlyMessagesCount');
		const connectionOf = await connections(context, timeoutOf(context, options), end);
		if (usesInstance(context)) {
			reader.setOnlyInstance(await onlyInstances(context, connectionOf, world));
		}
		return { options, connectionOf, isDry: isDryRun(context, options.dryRun) };
	} catch (error) {
		return { error, isDry: false };
	}
}

/**
 * Checks every item, then delivers what can be delivered.
 * @returns what became of each item, file or message, in input order
 * @throws NodeOperationError of items that cannot be sent, before anything is sent
 */
export async function run(context: IExecuteFunctions, reader: ItemReader): Promise<Row[]> {
	const end = endOfRun(context);
	return await runUntil(end, context, reader).finally(end.release);
}

async function runUntil(
	end: EndOfRun,
	context: IExecuteFunctions,
	reader: ItemReader,
): Promise<Row[]> {
	const world = worldOf(context, end);
	const journal = journalOf(context, world);
	const { options, connectionOf, error, isDry } = await start(context, reader, end, world);
	const isQuestion = asksAndWaits(context);
	const failAll = () => {
		throw error;
	};
	let checked = await readItems(context.getInputData().length, {
		read: (item) => (isDry ? reader.read(item) : refuseDryReferences(reader.read(item))),
		connectionOf: connectionOf ?? failAll,
		entered: (item, isBeingRead) => reader.entered(item, isBeingRead),
		latest: () => reader.latest(),
		broken: () => reader.broken(),
		journal,
		whenUnsure: options?.whenUnsure ?? 'fail',
		signal: end.stopped,
	});
	const ofRun = new DeliveriesOfRun(
		isQuestion,
		journal.references,
		world.clock,
		world.stopped,
		context.logger,
	);
	const deliveriesOfItem = (read: ReadItem) => ofRun.of(read);
	const deliveriesOfItems = async (some: ReadItem[]) => {
		const all: Array<Delivery<Why>> = [];
		await inTurns(some.length, (at) => void all.push(...deliveriesOfItem(some[at] as ReadItem)));
		return all;
	};
	const policy = policyOf(context, options);
	// A check looks at each item, as if no other one could end the run.
	const alone = { ...policy, continues: true };
	const foreseeItems = async (some: ReadItem[]) => {
		const deliveries = some.map(deliveriesOfItem);
		const foreseen = (await foresee(deliveries.flat(), alone, journal, world)).values();
		return deliveries.map((all) => all.flatMap(() => foreseen.next().value ?? []));
	};
	for (const check of checks)
		checked = await check(checked, { context, options, journal, foresee: foreseeItems });
	const deliveries = await deliveriesOfItems(checked);
	const aboutTexts = hintsAboutTexts(context, checked);
	if (!isDry)
		return await deliverItems(context, checked, deliveries, policy, journal, world, aboutTexts);
	const foreseen = await foresee(deliveries, policy, journal, world);
	const rows = await rowsOfDryRun(checked, deliveries, foreseen, {
		countryOf: reader.countryOf,
	});
	context.addExecutionHints(
		dryRunHint(checked, rows),
		...hintsOf(rows, policy.whenUnsure, undefined, 0, aboutTexts),
	);
	return rows;
}

/** @param items each goes from the list when it has ended, because a long run holds only those that are left */
async function deliverItems(
	context: IExecuteFunctions,
	items: Array<ReadItem | undefined>,
	deliveries: Array<Delivery<Why>>,
	policy: Policy,
	journal: Journal<Why>,
	world: World<Why>,
	aboutTexts: string[],
): Promise<Row[]> {
	const noFiles = items.flatMap((read) => (read?.noFile ? noFileRow(read) : []));
	const keep = (ends: ReadonlyArray<Result<Why>>, delivery: Delivery<Why>) => {
		const read = items[delivery.item] as ReadItem;
		// A question to several people has one item.
		if (delivery.who === undefined) items[delivery.item] = undefined;
		return rowsOf(read, requestsOf(read, delivery), ends);
	};
	const begun = performance.now();
	const { results, counts } = await deliver(deliveries, policy, journal, world, keep);
	const duration = performance.now() - begun;
	const rows = inInputOrder(noFiles, results);
	context.addExecutionHints(...hintsOf(rows, policy.whenUnsure, counts, duration, aboutTexts));
	if (rows.every(isDone) || isNeverRetried(context) || isStandaloneRun(context)) journal.clear();
	return rows;
}

/**
 * The output in input order: for each item its answer, or what is known about its failure.
 * @throws NodeApiError or NodeOperationError of the first failed item, unless the node continues on errors
 */
export async function outputOf(
	context: IExecuteFunctions,
	rows: Row[],
	{ entered }: Pick<ItemReader, 'entered'>,
): Promise<INodeExecutionData[]> {
	const error = continuesOnError(context) ? undefined : errorOfRun(context, rows, entered);
	if (error) throw error;
	const hasErrorOutput = context.getNode().onError === 'continueErrorOutput';
	const hint = failureHint(rows, hasErrorOutput);
	if (hint) context.addExecutionHints(hint);
	if (readerOfErrors(context, rows) !== 'model') {
		const items = await output(rows, hasErrorOutput ? context.getInputData() : []);
		return hasErrorOutput ? markForErrorOutput(items) : items;
	}
	keepOutputForModel(context);
	const failure = failureForModel(context, rows);
	return failure
		? [failure]
		: shortenedItems(await output(rows.map((row) => inWords(context, row))));
}
