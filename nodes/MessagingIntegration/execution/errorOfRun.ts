import type { IExecuteFunctions } from 'n8n-workflow';

import { canceledBeforeSending } from '../api/deliveryFailures';
import { failureFrom } from '../delivery/failureFrom';
import type { Result } from '../delivery/result';
import { asNodeError, withAccount } from './nodeError';

type Results = Array<Result | undefined>;

function isFailed(result: Result | undefined): result is { error: unknown } {
	return result !== undefined && 'error' in result;
}

export function countSent(results: Results): number {
	return results.filter((result) => result && 'items' in result).length;
}

/** The error that ends a run: the first failed item's, or that the run was stopped before all items were sent. */
export function errorOfRun(context: IExecuteFunctions, results: Results): Error | undefined {
	const all = context.getInputData().length;
	// A stopped execution must fail here. Otherwise its retry would begin after this node.
	const isStopped = context.getExecutionCancelSignal?.()?.aborted && countSent(results) < all;
	const itemIndex = results.findIndex(
		(result) => isFailed(result) || (isStopped && result === undefined),
	);
	const first = results[itemIndex];
	const error = isStopped ? canceledBeforeSending() : isFailed(first) ? first.error : undefined;
	if (error === undefined) return undefined;
	const others = isStopped ? results : results.filter((result) => result !== first);
	const inDoubt = others.filter(
		(result) => isFailed(result) && failureFrom(result.error).delivery === 'unknown',
	).length;
	const account = { sent: countSent(others), inDoubt, all };
	return asNodeError(context.getNode(), withAccount(error, account), Math.max(0, itemIndex));
}
