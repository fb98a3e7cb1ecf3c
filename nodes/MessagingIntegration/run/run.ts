import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { canceledBeforeSending, retriedBefore, retryNotRecorded } from '../api/deliveryFailures';
import { ExecutionMemory } from '../memory/executionMemory';
import { SendOnce } from '../memory/sendOnce';
import { connect, type Connection } from '../n8n/connect';
import { continuesOnError, isStandaloneRun, runIndexOf, runsAllowed } from '../n8n/context';
import { failureFrom, isWithoutDatabase } from '../n8n/errors';
import { Markers, ofRetries } from '../n8n/markers';
import { readRunOptions, type RunOptions } from '../parameters/options';
import { sourcesOf } from '../parameters/sourcesOf';
import { realClock as clock } from '../requests/clock';
import { limited } from '../requests/limited';
import { logged } from '../requests/logged';
import { repeated } from '../requests/repeated';
import { deliver, type OtherRetry } from './deliver';
import { Slots } from './lanes';
import { failedPart, isSent, type Part } from './parts';
import { Pauses } from './pauses';
import { type ItemReader, readItems, type ReadItems } from './readItems';
import { errorOfBadItems, errorOfRun, failureHint, hintsOf, newSummary, output } from './report';
import { Uploads } from './uploads';

function memoryOf(context: IExecuteFunctions): ExecutionMemory {
	// n8n assigns the run indexes of tools freely: two tool runs that start together can have the same index.
	const kept = isStandaloneRun(context) ? {} : context.getContext('node');
	const sources = sourcesOf(context.getNode().parameters);
	const [execution, run] = [context.getExecutionId(), runIndexOf(context)];
	return new ExecutionMemory(kept, execution, run, sources, context.getInputData());
}

/** Another retry of the same failed execution, which may send its items. */
async function otherRetry(
	markers: Markers,
	{ earlier }: ExecutionMemory,
	{ keys }: ReadItems,
	signal?: AbortSignal,
): Promise<OtherRetry | undefined> {
	if (earlier === undefined) return undefined;
	const retry = ofRetries + earlier;
	const withKeys = `${retry} with ${keys}`;
	try {
		const isFirst = await markers.create(retry, undefined, signal);
		// Without this marker, others only trust no keys. A failure here would leave a retry that nobody can continue.
		if (isFirst && keys !== undefined) await markers.create(withKeys).catch(() => false);
		if (isFirst) return undefined;
		const hasKeys = (await markers.count(withKeys, signal)) > 0;
		return { failure: retriedBefore().failure, hasKeys };
	} catch (error) {
		if (isWithoutDatabase(error)) return undefined;
		const failure = signal?.aborted ? canceledBeforeSending() : retryNotRecorded(error);
		return { failure: failure.failure, hasKeys: false };
	}
}

interface Prepared {
	options: RunOptions;
	connection: Connection;
	memory: ExecutionMemory;
	items: ReadItems;
}

function hasInstances(parts: Part[]): boolean {
	const instanceOf = (part: Part) =>
		part.state === 'toSend' ? [part.itemRequest.request.instanceId] : [];
	return new Set(parts.flatMap(instanceOf)).size > 1;
}

/** Delivers what can be delivered, with hints about the run. */
async function deliverAll(
	context: IExecuteFunctions,
	{ options, connection, memory, items }: Prepared,
): Promise<void> {
	const { parts, local } = items;
	const { logger } = context;
	const { signal } = connection;
	const { resendWhenUnsure, pauseBetween } = options;
	const continues = continuesOnError(context);
	const markers = new Markers(context);
	const other = await otherRetry(markers, memory, items, signal);
	memory.begin(other !== undefined);
	const remembered = parts.filter(isSent).length;
	const summary = { ...newSummary(), local, remembered, mayRepeat: resendWhenUnsure };
	const slots = new Slots(options.concurrency);
	const halt = new AbortController();
	const paced = limited(logged(connection.send, logger), {
		lend: async (wait) => await slots.lend(wait),
		requestsPerSecond: options.requestsPerSecond,
		hasInstances: hasInstances(parts),
		counts: summary,
		clock,
		// Requests that wait are not sent after a failure that ends the run.
		signal: AbortSignal.any([halt.signal, ...(signal ? [signal] : [])]),
	});
	const repeating = { ...connection, send: repeated(paced, options, summary, clock, signal) };
	const pauses = pauseBetween && new Pauses(pauseBetween);
	const lendIfAwaited: Slots['lend'] = async (wait) =>
		slots.areAwaited ? await slots.lend(wait) : void (await wait());
	const ownAttempts = memory.keyAttempts;
	const once = { resendWhenUnsure, signal, logger, ownAttempts, lendIfAwaited };
	const sendOnce = new SendOnce(markers, once);
	const started = performance.now();
	try {
		await deliver(parts, {
			connection: repeating,
			uploads: new Uploads(repeating, memory, options.maxTries),
			slots,
			halt,
			memory,
			resendWhenUnsure,
			otherRetry: other,
			sendOnce,
			summary,
			pauses,
			// One item has no others that it could keep back: all people are asked, even if one cannot be.
			continues: continues || context.getInputData().length === 1,
			logger,
		});
	} finally {
		await sendOnce.end();
	}
	summary.pauses = pauses?.count ?? 0;
	summary.duration = performance.now() - started;
	context.addExecutionHints(...hintsOf(summary, parts));
	// With "On Error: Continue" the execution continues after the last run, so no retry comes back to this node.
	const isLastRun = continues && !signal?.aborted && memory.runs >= runsAllowed(context.getNode());
	if (parts.every(isSent) || isLastRun) memory.clear();
}

function failingReader(error: unknown): ItemReader {
	return () => {
		throw error;
	};
}

/**
 * Checks every item, then delivers what can be delivered.
 * @returns how each part ended, in input order
 * @throws NodeOperationError of items that cannot be sent, before anything is sent
 */
export async function deliverItems(context: IExecuteFunctions, read: ItemReader): Promise<Part[]> {
	const memory = memoryOf(context);
	const continues = continuesOnError(context);
	const count = context.getInputData().length;
	let prepared: Prepared;
	try {
		const options = readRunOptions(context);
		const connection = await connect(context, options.timeout);
		const { resendWhenUnsure } = options;
		const known = { memory, resendWhenUnsure, continues, signal: connection.signal };
		const items = await readItems(count, read, known);
		prepared = { options, connection, memory, items };
	} catch (error) {
		// Nothing can be sent: because of a credential, for example, that cannot be used.
		const known = { memory, resendWhenUnsure: false, continues };
		if (!continues) memory.beginIfFirst();
		return (await readItems(count, failingReader(error), known)).parts;
	}
	const { options, items } = prepared;
	if ((options.validateFirst || items.hasKeyConflicts) && !continues) {
		const error = errorOfBadItems(context, items.parts, memory.size > 0);
		if (error) {
			memory.beginIfFirst();
			throw error;
		}
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
	const hint = failureHint(parts, context.getNode().onError === 'continueErrorOutput');
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
