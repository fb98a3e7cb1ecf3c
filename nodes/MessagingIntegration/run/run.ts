import { setMaxListeners } from 'node:events';

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { Journal } from '../memory/journal';
import { SendOnce } from '../memory/sendOnce';
import { type Connection, connections } from '../n8n/connect';
import { continuesOnError, isStandaloneRun, runIndexOf } from '../n8n/context';
import { failureFrom } from '../n8n/errors';
import { Markers } from '../n8n/markers';
import { asksAndWaits, operationIn } from '../operations/resources';
import { readRunOptions, type RunOptions } from '../parameters/options';
import { realClock as clock } from '../requests/clock';
import { paced } from '../requests/paced';
import { logged } from '../requests/logged';
import { repeated } from '../requests/repeated';
import { deliver } from './deliver';
import type { Run, Sender } from './deliverPart';
import { failedPart, isDone, type Part } from './parts';
import { Pauses } from './pauses';
import { type ItemReader, readItems } from './readItems';
import {
	errorOfBadItems,
	errorOfRun,
	failureHint,
	hintsOf,
	newSummary,
	output,
	type Summary,
} from './report';
import { Uploads } from './uploads';

function journalOf(context: IExecuteFunctions): Journal {
	// n8n assigns the run indexes of tools freely: two tool runs that start together can have the same index.
	return new Journal(isStandaloneRun(context) ? {} : context.getContext('node'), {
		execution: context.getExecutionId(),
		run: runIndexOf(context),
		operation: operationIn(context),
		isQuestion: asksAndWaits(context),
		items: context.getInputData(),
	});
}

/** What a run needs before it can send anything. */
interface Started {
	options: RunOptions;
	connectionOf: (item: number) => Connection;
	journal: Journal;
}

/** What sends through each account: requests are logged, keep to the user's limit, and are repeated. */
function sendersOf(
	{ options, journal }: Started,
	summary: Summary,
	{ logger, signal, halted }: Pick<Run, 'logger' | 'signal' | 'halted'>,
): Run['senderOf'] {
	const senders = new Map<Connection, Sender>();
	const next = { at: 0 };
	// A request that waits is not sent after a failure that ends the run.
	const limit = { requestsPerSecond: options.requestsPerSecond, next, clock, signal: halted };
	const begin = (connection: Connection): Sender => {
		const once = paced(logged(connection.send, logger), limit);
		const send = repeated(once, options, summary, clock, signal);
		return { send, uploads: new Uploads({ ...connection, send }, journal, options) };
	};
	return (connection) => {
		const sender = senders.get(connection) ?? begin(connection);
		senders.set(connection, sender);
		return sender;
	};
}

/** What the parts of a run share. */
function newRun(
	context: IExecuteFunctions,
	started: Started,
	summary: Summary,
	signal?: AbortSignal,
): Run {
	const { logger } = context;
	const { options, journal } = started;
	const { resendWhenUnsure, pauseBetween, concurrency } = options;
	const halt = new AbortController();
	const halted = AbortSignal.any([halt.signal, ...(signal ? [signal] : [])]);
	// Each request that waits listens to it. Node.js would warn of a leak.
	setMaxListeners(0, halted);
	const markers = new Markers(context);
	return {
		journal,
		mayBegin: async () =>
			await journal.claim(markers, signal).catch((error: unknown) => {
				if (!resendWhenUnsure) throw error;
			}),
		sendOnce: new SendOnce(markers, { resendWhenUnsure, signal, logger }),
		senderOf: sendersOf(started, summary, { logger, signal, halted }),
		concurrency,
		counts: summary,
		pauses: pauseBetween && new Pauses(pauseBetween),
		// One item has no others that it could keep back: all people are asked, even if one cannot be.
		continues: continuesOnError(context) || context.getInputData().length === 1,
		signal,
		halt,
		halted,
		logger,
	};
}

/**
 * Checks every item, then delivers what can be delivered.
 * @returns how each part ended, in input order
 * @throws NodeOperationError of items that cannot be sent, before anything is sent
 */
export async function run(context: IExecuteFunctions, reader: ItemReader): Promise<Part[]> {
	const journal = journalOf(context);
	const continues = continuesOnError(context);
	const signal = context.getExecutionCancelSignal();
	let started: Started | undefined;
	let problem: unknown;
	try {
		const options = readRunOptions(context);
		const connectionOf = await connections(context, options.timeout);
		started = { options, connectionOf, journal };
	} catch (error) {
		problem = error;
	}
	const { parts, hasKeyConflicts } = await readItems(context.getInputData().length, {
		read: (item) => {
			if (!started) throw problem as Error;
			const connection = started.connectionOf(item);
			return { requests: reader.read(item), connection };
		},
		journal,
		resendWhenUnsure: started?.options.resendWhenUnsure ?? false,
		continues,
		isQuestion: asksAndWaits(context),
		entered: (item) => reader.entered(item),
		signal,
	});
	if (!started) return parts;
	if ((started.options.validateFirst || hasKeyConflicts) && !continues) {
		const error = await errorOfBadItems(context, parts, journal.hasEntries);
		if (error) throw error;
	}
	try {
		const summary = newSummary(started.options.resendWhenUnsure);
		const shared = newRun(context, started, summary, signal);
		const begun = performance.now();
		await deliver(parts, shared);
		const duration = performance.now() - begun;
		const pauses = shared.pauses?.count ?? 0;
		context.addExecutionHints(...hintsOf({ ...summary, pauses, duration }, parts));
		if (parts.every(isDone)) journal.clear();
		return parts;
	} catch (error) {
		const failure = failureFrom(error);
		return parts.map((part) => (part.state === 'toSend' ? failedPart(part, failure) : part));
	}
}

/**
 * The output in input order: for each item its answer, or what is known about its failure.
 * @throws NodeApiError or NodeOperationError of the first failed item, unless the node continues on errors
 */
export async function outputOf(
	context: IExecuteFunctions,
	parts: Part[],
): Promise<INodeExecutionData[]> {
	const error = continuesOnError(context) ? undefined : errorOfRun(context, parts);
	if (error) throw error;
	const hint = failureHint(parts, context.getNode().onError === 'continueErrorOutput');
	if (hint) context.addExecutionHints(hint);
	return await output(parts);
}
