import { setMaxListeners } from 'node:events';

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { Journal } from '../memory/journal';
import { SendOnce } from '../memory/sendOnce';
import { type Connection, connections } from '../n8n/connect';
import {
	continuesOnError,
	isNeverRetried,
	isStandaloneRun,
	isTool,
	keepOutputForModel,
	runIndexOf,
} from '../n8n/context';
import { earlierRunOf } from '../n8n/earlierRun';
import { type EndOfRun, endOfRun } from '../n8n/endOfRun';
import { markForErrorOutput } from '../n8n/errors';
import { Markers } from '../n8n/deduplicationTable';
import { invalidInput } from '../service/inputError';
import { asksAndWaits, operationIn, usesInstance } from '../operations/resources';
import { readRunOptions, type RunOptions } from '../parameters/options';
import { checkWhatAModelMayDecide } from '../parameters/checkWhatAModelMayDecide';
import { repeated } from '../requests/attempts';
import { realClock as clock } from '../requests/clock';
import { logged } from '../requests/requestLog';
import { deliver } from './deliver';
import { inWords, patienceOf, shortenedItems } from './forModel';
import type { Run, Sender } from './deliverPart';
import { failIfMoreThan } from './failIfMoreThan';
import { onlyInstances } from './onlyInstance';
import { output } from './output';
import { isDone, type Part } from './parts';
import { QuietItems } from './quietItems';
import { type ItemReader, readItems } from './readItems';
import { dryRun, dryRunHint, isDryRun, refuseDryReferences, withoutTrace } from './dryRun';
import { errorOfBadItems, errorOfRun, failureHint, hintsOf } from './report';
import { Uploads } from './uploads';

const onlyMessagesCount = invalidInput(
	'parameterUnusable',
	'The option "If It May Have Arrived" cannot be used',
	'Only messages can count as sent. Choose "Fail" or "Send Again".',
);

/** s */
const longestOfTool = 30;

function journalOf(context: IExecuteFunctions): Journal {
	return new Journal(context.getContext('node'), {
		execution: context.getExecutionId(),
		run: runIndexOf(context),
		isTool: isTool(context),
		isStandalone: isStandaloneRun(context),
		operation: operationIn(context),
		isSending: operationIn(context) === 'message send',
		isQuestion: asksAndWaits(context),
		items: context.getInputData(),
		earlier: (isKept) => earlierRunOf(context, isKept),
	});
}

/** How long a request may make no progress (ms): a model does not wait for a service that takes minutes. */
const timeoutOf = (context: IExecuteFunctions, { timeout }: RunOptions) =>
	1000 * (isTool(context) ? Math.min(timeout, longestOfTool) : timeout);

/** What all items need before they can be read, or why none can be sent. */
async function start(context: IExecuteFunctions, reader: ItemReader, end: EndOfRun) {
	try {
		await checkWhatAModelMayDecide(context);
		const options = readRunOptions(context);
		const isSending = operationIn(context) === 'message send';
		if (options.whenUnsure === 'countAsSent' && !isSending) throw onlyMessagesCount;
		const connectionOf = await connections(context, timeoutOf(context, options), end);
		if (usesInstance(context))
			reader.setOnlyInstance(await onlyInstances(context, connectionOf, options, end.stopped));
		return { options, connectionOf, isDry: isDryRun(context, options.dryRun) };
	} catch (error) {
		return { error, isDry: false };
	}
}

type Started = Awaited<ReturnType<typeof start>>;

/** What sends through each account: requests are logged and repeated. */
function sendersOf(run: Omit<Run, 'senderOf'>) {
	const { options, journal, summary, logger, runStopped } = run;
	const senders = new Map<Connection, Sender>();
	return (connection: Connection): Sender => {
		const known = senders.get(connection);
		if (known) return known;
		const transmit = logged(connection.transmit, logger);
		const request = repeated(transmit, options, summary, clock, runStopped);
		const { account } = connection;
		const sender = { request, uploads: new Uploads(account, request, journal) };
		senders.set(connection, sender);
		return sender;
	};
}

/** What the parts of a run share. */
function newRun(
	context: IExecuteFunctions,
	options: RunOptions,
	journal: Journal,
	{ stopped: executionStopped }: EndOfRun,
	isDry: boolean,
): Run {
	const { logger } = context;
	const { whenUnsure } = options;
	const stopRun = new AbortController();
	const runStopped = AbortSignal.any([stopRun.signal, executionStopped]);
	// Each request that waits listens to it. Node.js would warn of a leak.
	setMaxListeners(0, runStopped);
	const markers = new Markers(context);
	const run = {
		options,
		journal,
		whyNot: async () => {
			const claimed = await journal.claim(markers, executionStopped, isDry);
			return claimed?.delivery === 'unknown' && whenUnsure === 'resend' ? undefined : claimed;
		},
		sendOnce: new SendOnce(markers, { whenUnsure, signal: executionStopped, logger }),
		quietItems: new QuietItems(whenUnsure),
		summary: { repeated: 0, slowed: 0, pauses: 0 },
		// One item has no others that it could keep back: all people are asked, even if one cannot be.
		continues: continuesOnError(context) || context.getInputData().length === 1,
		isQuestion: asksAndWaits(context),
		patience: patienceOf(context),
		executionStopped,
		stopRun,
		runStopped,
		logger,
	};
	return { ...run, senderOf: sendersOf(run) };
}

/**
 * Checks every item, then delivers what can be delivered.
 * @returns how each part ended, in input order
 * @throws NodeOperationError of items that cannot be sent, before anything is sent
 */
export async function run(context: IExecuteFunctions, reader: ItemReader): Promise<Part[]> {
	const end = endOfRun(context);
	return await runUntil(end, context, reader).finally(end.release);
}

async function runUntil(
	end: EndOfRun,
	context: IExecuteFunctions,
	reader: ItemReader,
): Promise<Part[]> {
	const started = await start(context, reader, end);
	const work = async () => await runStarted(end, context, reader, started);
	return started.isDry ? await withoutTrace(context, work) : await work();
}

async function runStarted(
	end: EndOfRun,
	context: IExecuteFunctions,
	reader: ItemReader,
	started: Started,
): Promise<Part[]> {
	const { options, connectionOf, error, isDry } = started;
	const journal = journalOf(context);
	const continues = continuesOnError(context);
	const read = await readItems(context.getInputData().length, {
		read: (item) => {
			if (!options) throw error;
			const connection = connectionOf(item);
			const requests = reader.read(item);
			return { requests: isDry ? requests : refuseDryReferences(requests), connection };
		},
		journal,
		whenUnsure: options?.whenUnsure ?? 'fail',
		continues,
		isQuestion: asksAndWaits(context),
		entered: (item) => reader.entered(item),
		signal: end.stopped,
	});
	if (!options) return read;
	if (!continues) {
		const badItems = await errorOfBadItems(context, read, journal.hasEntries);
		if (badItems) throw badItems;
	}
	const run = newRun(context, options, journal, end, isDry);
	const parts = await failIfMoreThan(context, run.quietItems.withQuiet(read), run);
	return isDry ? await dryRunAll(context, parts, run) : await deliverAll(context, parts, run);
}

async function dryRunAll(context: IExecuteFunctions, parts: Part[], run: Run): Promise<Part[]> {
	const ended = await dryRun(parts, run);
	context.addExecutionHints(dryRunHint(parts, ended), ...hintsOf(run, 0, ended));
	return ended;
}

async function deliverAll(context: IExecuteFunctions, parts: Part[], run: Run): Promise<Part[]> {
	const begun = performance.now();
	const ended = await deliver(parts, run);
	context.addExecutionHints(...hintsOf(run, performance.now() - begun, ended));
	if (ended.every(isDone) || isNeverRetried(context) || isStandaloneRun(context))
		run.journal.clear();
	return ended;
}

/**
 * The output in input order: for each item its answer, or what is known about its failure.
 * @throws NodeApiError or NodeOperationError of the first failed item, unless the node continues on errors
 */
export async function outputOf(
	context: IExecuteFunctions,
	parts: Part[],
	{ entered }: Pick<ItemReader, 'entered'>,
): Promise<INodeExecutionData[]> {
	const error = continuesOnError(context) ? undefined : errorOfRun(context, parts, entered);
	if (error) throw error;
	const hasErrorOutput = context.getNode().onError === 'continueErrorOutput';
	const hint = failureHint(parts, hasErrorOutput);
	if (hint) context.addExecutionHints(hint);
	if (!isTool(context)) {
		const items = await output(parts, context.getInputData());
		return hasErrorOutput ? markForErrorOutput(items) : items;
	}
	keepOutputForModel(context);
	return shortenedItems(await output(parts.map(inWords)));
}
