import { AssertionError } from 'node:assert';

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { canceledBeforeSending, retriedBefore, retryNotRecorded } from '../api/deliveryFailures';
import type { FailureError } from '../api/failure';
import { isReadable } from '../api/request';
import { ExecutionMemory } from '../memory/executionMemory';
import { SendOnce } from '../memory/sendOnce';
import { continuesOnError, isStandaloneRun, runIndexOf } from '../n8n/context';
import { errorItem } from '../n8n/errors';
import { Markers } from '../n8n/markerRows';
import { readRunOptions } from '../parameters/options';
import { withRetries } from '../requests/attempts';
import { RateLimiter } from '../requests/rateLimiter';
import { connect } from '../transport/connection';
import { deliverAll, type PartResult, partsOf, resultBeforeSending } from './deliver';
import { failureHint, hintsOf, logExpectedPauses, logProgress, newSummary } from './hints';
import { Slots } from './lanes';
import { Pauses } from './pauses';
import { beforeSending, type ItemReader, markKeyConflicts, readAllItems } from './readItems';
import {
	countInDoubt,
	countSent,
	enteredRecipient,
	errorOfRun,
	errorOfUnreadableItems,
} from './report';
import { uploadOnce } from './uploads';

function memoryOf(context: IExecuteFunctions): ExecutionMemory {
	// n8n assigns the run indexes of tools freely: two tool runs that start together can have the same index.
	const kept = isStandaloneRun(context) ? {} : context.getContext('node');
	return new ExecutionMemory(
		kept,
		runIndexOf(context),
		context.getNode().parameters,
		context.getInputData(),
	);
}

/** The error of items that another retry of the same failed execution may send. */
async function retryConflict(
	markers: Markers,
	earlier: string | undefined,
): Promise<FailureError | undefined> {
	if (earlier === undefined) return undefined;
	try {
		return (await markers.create(`retry of ${earlier}`)) ? undefined : retriedBefore();
	} catch (error) {
		// n8n's engine also runs without a database. Then it saves no executions, so there are no other retries.
		return error instanceof AssertionError ? undefined : retryNotRecorded(error);
	}
}

/** How many runs of the node n8n allows within an execution. */
function runsAllowed(context: IExecuteFunctions): number {
	const { retryOnFail, maxTries } = context.getNode();
	// n8n has the same bounds, and takes 0 for the default.
	return retryOnFail ? Math.min(5, Math.max(2, maxTries || 3)) : 1;
}

/** Reads everything that the run needs. Sends nothing. */
async function prepare(context: IExecuteFunctions, read: ItemReader) {
	const options = readRunOptions(context);
	const connection = await connect(context, options.timeout);
	const memory = memoryOf(context);
	const count = context.getInputData().length;
	const readItems = await readAllItems(count, read, connection.signal);
	return {
		options,
		connection,
		memory,
		readItems,
		hasKeyConflicts: await markKeyConflicts(readItems),
	};
}

/** Checks every item, then delivers what can be delivered. */
async function deliver(
	context: IExecuteFunctions,
	{ options, connection, memory, readItems, hasKeyConflicts }: Awaited<ReturnType<typeof prepare>>,
): Promise<PartResult[]> {
	const { logger } = context;
	const { account, signal } = connection;
	const continues = continuesOnError(context);
	const isChecked = (options.validateFirst || hasKeyConflicts) && !continues;
	const invalid = isChecked
		? await errorOfUnreadableItems(readItems, memory, (item) => enteredRecipient(context, item))
		: undefined;
	if (invalid)
		return readItems.map((_, item) => ({
			item,
			result: item === invalid.itemIndex ? invalid : undefined,
		}));

	const markers = new Markers(context);
	const conflict = await retryConflict(markers, memory.earlier);
	memory.begin(context.getExecutionId(), conflict !== undefined);
	const summary = newSummary();
	summary.local = readItems.filter(
		(item) => isReadable(item) && item.some(({ looksLocal }) => looksLocal),
	).length;
	const parts = partsOf(readItems);
	// Saves memory in a long run: only the parts still have the requests, and forget them one by one.
	readItems.length = 0;
	const slots = new Slots(options.concurrency);
	const send = withRetries(connection, {
		slots,
		rateLimiter: new RateLimiter(options.requestsPerSecond),
		options,
		summary,
		logger,
	});
	const range = options.pauseBetween;
	const pauses = range && new Pauses(range);
	const sendOnce = new SendOnce(markers, {
		resendWhenUnsure: options.resendWhenUnsure,
		signal,
		logger,
	});
	const progress = logProgress(logger, parts.length);
	const started = performance.now();
	try {
		await deliverAll(parts, {
			connection: { ...connection, send },
			uploads: uploadOnce({ send, account }, memory),
			options,
			slots,
			memory,
			conflict,
			sendOnce,
			summary,
			pauses,
			expect: (duration) => range && logExpectedPauses(logger, range, duration),
			continues,
			settled: progress.settled,
		});
		summary.pauses = pauses?.count ?? 0;
		summary.duration = performance.now() - started;
		context.addExecutionHints(...hintsOf(summary));
		const isComplete = countSent(parts) === parts.length;
		// With "On Error: Continue" the execution continues after the last run, so no retry comes back to this node.
		const isLastRun = continues && !signal?.aborted && memory.runs >= runsAllowed(context);
		if (isComplete || isLastRun) memory.clear();
		return parts;
	} finally {
		await sendOnce.end();
		progress.end();
	}
}

/** The output items: one or more for each item or file that was sent, and one for each item that failed. */
function output(results: PartResult[]): INodeExecutionData[] {
	const failed = new Set<number>();
	return results.flatMap(({ item, result }) => {
		if (result && 'items' in result)
			return result.items.map((json) => ({
				json: json as INodeExecutionData['json'],
				pairedItem: { item },
			}));
		// The files after a failed one were not started.
		if (failed.has(item)) return [];
		failed.add(item);
		return [errorItem(result?.error ?? canceledBeforeSending(), item)];
	});
}

/** Delivers every input item. @returns how each part ended, in input order */
export async function deliverItems(
	context: IExecuteFunctions,
	read: ItemReader,
): Promise<PartResult[]> {
	try {
		const prepared = await prepare(context, read).catch((error: unknown) => {
			throw beforeSending(error);
		});
		return await deliver(context, prepared);
	} catch (error) {
		// A credential or an option that cannot be used fails every item that no earlier run knows.
		const known = { memory: memoryOf(context), resendWhenUnsure: false, summary: newSummary() };
		return context.getInputData().map((_, item) => ({
			item,
			result: resultBeforeSending({ item, read: { error }, result: undefined }, known),
		}));
	}
}

/**
 * The output in input order: for each item its answer, or what is known about its failure.
 * @throws NodeApiError or NodeOperationError of the first failed item, unless the node continues on errors
 */
export function outputOf(context: IExecuteFunctions, results: PartResult[]): INodeExecutionData[] {
	if (!continuesOnError(context)) {
		const error = errorOfRun(context, results);
		if (error) throw error;
	}
	const inDoubt = countInDoubt(results);
	const notSent = results.length - countSent(results) - inDoubt;
	const isSeparate = context.getNode().onError === 'continueErrorOutput';
	const hint = failureHint({ notSent, inDoubt, all: results.length }, isSeparate);
	if (hint) context.addExecutionHints(hint);
	return output(results);
}

/** Delivers every input item and returns the output. @throws as `outputOf` */
export async function run(
	context: IExecuteFunctions,
	read: ItemReader,
): Promise<INodeExecutionData[]> {
	return outputOf(context, await deliverItems(context, read));
}
