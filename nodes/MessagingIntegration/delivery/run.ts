import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { check } from '../api/contract';
import { FailureError } from '../api/failure';
import { type RunOptions, runOptions } from '../api/runOptions';
import { connect } from '../transport/connection';
import { goesOnWithErrors, isRunForItself } from './asTool';
import { persistent } from './attempts';
import { deliverAll, type Result } from './deliverAll';
import { Gate } from './gate';
import { KeyRecord } from './keyRecord';
import { Ledger } from './ledger';
import { asNodeError, errorItem, failureFrom, withAccount } from './nodeError';
import { badItems, type Prepare, prepareAll } from './preparation';
import { tellProgress } from './progress';
import { SendOnce } from './sendOnce';
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

function ledgerOf(context: IExecuteFunctions): Ledger {
	const run = Number(context.evaluateExpression('{{ $runIndex }}', 0));
	// n8n numbers the runs of tools as it likes: two that begin together can have the same index.
	const kept = isRunForItself(context) ? {} : context.getContext('node');
	return new Ledger(kept, run, context.getNode().parameters, context.getInputData());
}

/** Checks every item, then delivers what can be. There is no result for an item that was not begun. */
async function deliver(context: IExecuteFunctions, prepare: Prepare): Promise<Results> {
	const goesOn = goesOnWithErrors(context);
	const options = runOptionsOf(context);
	const connection = await connect(context, options.timeout);
	const ledger = ledgerOf(context);
	const preparations = await prepareAll(context.getInputData().length, prepare, connection.signal);
	const bad = options.validateFirst && !goesOn ? badItems(preparations, ledger) : undefined;
	if (bad) {
		const onlyThat: Results = [];
		onlyThat[bad.itemIndex] = bad;
		return onlyThat;
	}

	const record = new KeyRecord(context);
	const isSuperseded = ledger.earlier !== undefined && !(await record.goesOnFrom(ledger.earlier));
	ledger.open(isSuperseded);
	const gate = new Gate(options.requestsPerSecond);
	const tally = newTally();
	const progress = tellProgress(context.logger, preparations.length);
	const exchange = oncePerFile(persistent(connection, gate, options, tally), ledger);
	try {
		const results = await deliverAll(preparations, {
			connection: { ...connection, exchange },
			options,
			ledger,
			isSuperseded,
			sendOnce: new SendOnce(record, options.resendWhenUnsure, tally, connection.signal),
			tally,
			goesOn,
			settled: progress.settled,
		});
		await record.written();
		context.addExecutionHints(...hintsOf(tally));
		if (wentThrough(results) === context.getInputData().length) ledger.clear();
		return results;
	} finally {
		progress.end();
		gate.close();
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
		message: 'The execution was canceled before this item was sent',
		delivery: 'notSent',
		source: 'service',
	}),
};

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
	// n8n counts a stopped execution as canceled only where its node does not fail.
	if (!goesOnWithErrors(context) && !context.getExecutionCancelSignal?.()?.aborted) {
		const failed = results.findIndex((result) => result && 'error' in result);
		const first = results[failed];
		if (first && 'error' in first) {
			const others = results.filter((result) => result !== first);
			const account = { sent: wentThrough(others), inDoubt: inDoubt(others), all: items.length };
			const error = withAccount(first.error, account);
			throw asNodeError(context.getNode(), error, failed);
		}
	}
	return output(items.map((_, item) => results[item] ?? notBegun));
}
