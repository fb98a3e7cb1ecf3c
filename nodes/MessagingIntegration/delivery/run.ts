import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { check } from '../api/contract';
import { FailureError } from '../api/failure';
import { type RunOptions, runOptions } from '../api/runOptions';
import { ExecutionMemory } from '../memory/executionMemory';
import { Markers } from '../memory/markers';
import { SendOnce } from '../memory/sendOnce';
import { connect } from '../transport/connection';
import { goesOnWithErrors, isRunForItself } from './asTool';
import { persistent } from './attempts';
import { deliverAll, type Result } from './deliverAll';
import { Gate } from './gate';
import { markKeyConflicts } from './keyConflicts';
import { asNodeError, errorItem, failureFrom, withAccount } from './nodeError';
import { badItems, type Prepare, prepareAll } from './preparation';
import { tellProgress } from './progress';
import { hintsOf, newTally } from './tally';
import { oncePerFile } from './uploads';

type Results = Array<Result | undefined>;

function wentThrough(results: Results): number {
	return results.filter((result) => result && 'items' in result).length;
}

/** How many failed items may have been delivered all the same. */
function inDoubt(results: Results): number {
	return results.filter((result) => result && 'error' in result && failureFrom(result.error).delivery === 'unknown').length;
}

/** One by one, because an expression in an option of an item concerns that item alone. */
function runOptionsOf(context: IExecuteFunctions): RunOptions {
	const saved = (context.getNode().parameters.options ?? {}) as object;
	const names = Object.keys(runOptions.shape).filter((name) => name in saved);
	// An expression that finds nothing gives undefined, which would be taken for an option that is not there.
	const given = names.map((name) => [name, context.getNodeParameter(`options.${name}`, 0) ?? null]);
	return check(runOptions, Object.fromEntries(given));
}

function memoryOf(context: IExecuteFunctions): ExecutionMemory {
	const run = Number(context.evaluateExpression('{{ $runIndex }}', 0));
	// n8n numbers the runs of tools as it likes: two that begin together can have the same index.
	const kept = isRunForItself(context) ? {} : context.getContext('node');
	return new ExecutionMemory(kept, run, context.getNode().parameters, context.getInputData());
}

/** Whether another retry of the same failed execution was first. If n8n cannot tell, none was. */
async function isOtherRetryFirst(markers: Markers, earlier: string | undefined): Promise<boolean> {
	if (earlier === undefined) return false;
	return !(await markers.create(`retry of ${earlier}`).catch(() => true));
}

/** How often n8n runs the node within an execution. */
function triesOf(context: IExecuteFunctions): number {
	const { retryOnFail, maxTries = 3 } = context.getNode();
	// The bounds are n8n's.
	return retryOnFail ? Math.min(5, Math.max(2, maxTries)) : 1;
}

/** Checks every item, then delivers what can be. There is no result for an item that was not started. */
async function deliver(context: IExecuteFunctions, prepare: Prepare): Promise<Results> {
	const goesOn = goesOnWithErrors(context);
	const options = runOptionsOf(context);
	const connection = await connect(context, options.timeout);
	const memory = memoryOf(context);
	const preparations = await prepareAll(context.getInputData().length, prepare, connection.signal);
	const hasKeyConflicts = markKeyConflicts(preparations);
	const isChecked = (options.validateFirst || hasKeyConflicts) && !goesOn;
	const bad = isChecked ? badItems(preparations, memory) : undefined;
	if (bad) {
		const onlyThat: Results = [];
		onlyThat[bad.itemIndex] = bad;
		return onlyThat;
	}

	const markers = new Markers(context);
	const isSuperseded = await isOtherRetryFirst(markers, memory.earlier);
	memory.begin(isSuperseded);
	const gate = new Gate(options.requestsPerSecond);
	const tally = newTally();
	tally.local = preparations.filter((preparation) => preparation && 'looksLocal' in preparation).length;
	const progress = tellProgress(context.logger, preparations.length);
	const exchange = oncePerFile(persistent(connection, gate, options, tally), memory);
	try {
		const results = await deliverAll(preparations, {
			connection: { ...connection, exchange },
			options,
			memory,
			isSuperseded,
			sendOnce: new SendOnce(markers, {
				resendWhenUnsure: options.resendWhenUnsure,
				signal: connection.signal,
				logger: context.logger,
			}),
			tally,
			goesOn,
			settled: progress.settled,
		});
		context.addExecutionHints(...hintsOf(tally));
		const isComplete = wentThrough(results) === context.getInputData().length;
		// With "On Error: Continue" the execution goes on after the last try, so no retry comes back to this node.
		const isLastTry = goesOn && !connection.signal?.aborted && memory.tries >= triesOf(context);
		if (isComplete || isLastTry) memory.clear();
		return results;
	} finally {
		progress.end();
	}
}

/** What comes out: one item or more for each that went through, one for each that failed. */
function output(results: Result[]): INodeExecutionData[] {
	return results.flatMap((result, item) =>
		'error' in result
			? [errorItem(result.error, item)]
			: result.items.map((json) => ({
					json: json as INodeExecutionData['json'],
					pairedItem: { item },
				})),
	);
}

const notBegun: Result = {
	error: new FailureError({
		// n8n counts a run as canceled, and not as failed, by this word.
		message: 'The execution was canceled before this item was sent',
		delivery: 'notSent',
		source: 'service',
	}),
};

/** The error that ends a run: of its first failed item, or that it was stopped before all items were sent. */
function errorOfRun(context: IExecuteFunctions, results: Results): Error | undefined {
	const all = context.getInputData().length;
	// An execution that was stopped must fail here, or its retry would begin behind this node.
	const isStopped = context.getExecutionCancelSignal?.()?.aborted && wentThrough(results) < all;
	const failed = results.findIndex((result) => (isStopped ? !result || 'error' in result : result && 'error' in result));
	const first = isStopped ? notBegun : results[failed];
	if (!first || !('error' in first)) return undefined;
	const others = results.filter((result) => result !== first);
	const account = { sent: wentThrough(others), inDoubt: inDoubt(others), all };
	return asNodeError(context.getNode(), withAccount(first.error, account), Math.max(0, failed));
}

/**
 * Takes every input item to the service and gives one output for each, in input order: its answer, or
 * what is known of its failure.
 * @throws NodeApiError or NodeOperationError of the first failed item, unless the node goes on with errors
 */
export async function run(context: IExecuteFunctions, prepare: Prepare): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	let results: Results;
	try {
		results = await deliver(context, prepare);
	} catch (error) {
		// A credential or an option that cannot be used fails every item alike.
		results = items.map(() => ({ error }));
	}
	if (!goesOnWithErrors(context)) {
		const error = errorOfRun(context, results);
		if (error) throw error;
	}
	return output(items.map((_, item) => results[item] ?? notBegun));
}
