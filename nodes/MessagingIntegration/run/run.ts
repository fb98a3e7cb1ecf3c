import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { retriedBefore, retryNotRecorded } from '../api/deliveryFailures';
import type { Failure } from '../api/failure';
import { ExecutionMemory } from '../memory/executionMemory';
import { SendOnce } from '../memory/sendOnce';
import type { Connection } from '../n8n/connect';
import { connect } from '../n8n/connect';
import { continuesOnError, isStandaloneRun, runIndexOf, runsAllowed } from '../n8n/context';
import { failureFrom, isWithoutDatabase } from '../n8n/errors';
import { Markers } from '../n8n/markerRows';
import { readRunOptions, type RunOptions } from '../parameters/options';
import { sourcesOf } from '../parameters/sources';
import { withRetries } from '../requests/attempts';
import { RateLimiter } from '../requests/rateLimiter';
import { Slots } from '../requests/slots';
import { deliver } from './deliver';
import { failureHint, hintsOf, logExpectedPauses, logProgress, newSummary } from './hints';
import { failedPart, isInDoubt, isSent, type Part } from './parts';
import { Pauses } from './pauses';
import { type ItemReader, readItems, type ReadItems } from './readItems';
import { errorOfBadItems, errorOfRun, output } from './report';
import { uploadOnce } from './uploads';

function memoryOf(context: IExecuteFunctions): ExecutionMemory {
	// n8n assigns the run indexes of tools freely: two tool runs that start together can have the same index.
	const kept = isStandaloneRun(context) ? {} : context.getContext('node');
	return new ExecutionMemory(
		kept,
		runIndexOf(context),
		sourcesOf(context.getNode().parameters),
		context.getInputData(),
	);
}

/** Why an item must not be sent that another retry of the same failed execution may send. */
async function retryConflict(
	markers: Markers,
	earlier: string | undefined,
): Promise<Failure | undefined> {
	if (earlier === undefined) return undefined;
	try {
		return (await markers.create(`retry of ${earlier}`)) ? undefined : retriedBefore().failure;
	} catch (error) {
		return isWithoutDatabase(error) ? undefined : retryNotRecorded(error).failure;
	}
}

interface Prepared {
	options: RunOptions;
	connection: Connection;
	memory: ExecutionMemory;
	items: ReadItems;
}

/** Reads everything that the run needs. Sends nothing. */
async function prepare(context: IExecuteFunctions, read: ItemReader): Promise<Prepared> {
	const options = readRunOptions(context);
	const connection = await connect(context, options.timeout);
	const memory = memoryOf(context);
	const items = await readItems(context.getInputData().length, read, {
		memory,
		resendWhenUnsure: options.resendWhenUnsure,
		continues: continuesOnError(context),
		signal: connection.signal,
	});
	return { options, connection, memory, items };
}

/** Delivers what can be delivered, with hints about the run and lines in the log. */
async function deliverAll(
	context: IExecuteFunctions,
	{ options, connection, memory, items: { parts, local } }: Prepared,
): Promise<void> {
	const { logger } = context;
	const { account, signal } = connection;
	const { resendWhenUnsure, pauseBetween } = options;
	const continues = continuesOnError(context);
	const markers = new Markers(context);
	const conflict = await retryConflict(markers, memory.earlier);
	memory.begin(context.getExecutionId(), conflict !== undefined);
	const summary = {
		...newSummary(),
		local,
		remembered: parts.filter(isSent).length,
		mayRepeat: resendWhenUnsure,
	};
	const slots = new Slots(options.concurrency);
	const rateLimiter = new RateLimiter(options.requestsPerSecond);
	const send = withRetries(connection, { slots, rateLimiter, options, counts: summary, logger });
	const pauses = pauseBetween && new Pauses(pauseBetween);
	const sendOnce = new SendOnce(markers, { resendWhenUnsure, signal, logger });
	const progress = logProgress(logger, parts.length);
	const started = performance.now();
	try {
		await deliver(parts, {
			connection: { ...connection, send },
			uploads: uploadOnce({ send, account }, memory),
			slots,
			memory,
			resendWhenUnsure,
			conflict,
			sendOnce,
			summary,
			pauses,
			expect: (duration) => pauseBetween && logExpectedPauses(logger, pauseBetween, duration),
			continues,
			settled: progress.settled,
			warn: (error) =>
				logger.warn(
					`A message was sent, but the node could not keep its answer: ${(error as Error).message}`,
				),
		});
		summary.pauses = pauses?.count ?? 0;
		summary.duration = performance.now() - started;
		context.addExecutionHints(...hintsOf(summary));
		// With "On Error: Continue" the execution continues after the last run, so no retry comes back to this node.
		const isLastRun =
			continues && !signal?.aborted && memory.runs >= runsAllowed(context.getNode());
		if (parts.every(isSent) || isLastRun) memory.clear();
	} finally {
		await sendOnce.end();
		progress.end();
	}
}

/** What is known of each item if nothing could be sent: because of a credential, for example, that cannot be used. */
async function partsWithout(context: IExecuteFunctions, error: unknown): Promise<Part[]> {
	const fail = () => {
		throw error;
	};
	const known = {
		memory: memoryOf(context),
		resendWhenUnsure: false,
		continues: continuesOnError(context),
	};
	return (await readItems(context.getInputData().length, fail, known)).parts;
}

/**
 * Checks every item, then delivers what can be delivered.
 * @returns how each part ended, in input order
 * @throws NodeOperationError of items that cannot be sent, before anything is sent
 */
export async function deliverItems(context: IExecuteFunctions, read: ItemReader): Promise<Part[]> {
	let prepared: Prepared;
	try {
		prepared = await prepare(context, read);
	} catch (error) {
		return await partsWithout(context, error);
	}
	const { options, items, memory } = prepared;
	if ((options.validateFirst || items.hasKeyConflicts) && !continuesOnError(context)) {
		const error = errorOfBadItems(context, items.parts, memory.size > 0);
		if (error) throw error;
	}
	try {
		await deliverAll(context, prepared);
		return items.parts;
	} catch (error) {
		const failure = failureFrom(error);
		return items.parts.map((part) =>
			part.state === 'toSend' ? failedPart(part.item, failure) : part,
		);
	}
}

/**
 * The output in input order: for each item its answer, or what is known about its failure.
 * @throws NodeApiError or NodeOperationError of the first failed item, unless the node continues on errors
 */
export function outputOf(context: IExecuteFunctions, parts: Part[]): INodeExecutionData[] {
	const error = continuesOnError(context) ? undefined : errorOfRun(context, parts);
	if (error) throw error;
	const inDoubt = parts.filter(isInDoubt).length;
	const notSent = parts.length - parts.filter(isSent).length - inDoubt;
	const isSeparate = context.getNode().onError === 'continueErrorOutput';
	const hint = failureHint({ notSent, inDoubt, all: parts.length }, isSeparate);
	if (hint) context.addExecutionHints(hint);
	return output(parts);
}

/** Delivers every input item and returns the output. @throws as `deliverItems` and `outputOf` */
export async function run(
	context: IExecuteFunctions,
	read: ItemReader,
): Promise<INodeExecutionData[]> {
	return outputOf(context, await deliverItems(context, read));
}
