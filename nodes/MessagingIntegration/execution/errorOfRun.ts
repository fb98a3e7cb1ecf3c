import type { IExecuteFunctions } from 'n8n-workflow';

import { canceledBeforeSending, NotSentAgain } from '../api/deliveryFailures';
import { failureFrom } from '../delivery/failureFrom';
import type { Result } from '../delivery/result';
import { enteredRecipient } from './enteredRecipient';
import { asNodeError } from './nodeError';
import { withOthers } from './runMessages';

type Results = Array<Result | undefined>;

function isFailed(result: Result | undefined): result is { error: unknown } {
	return result !== undefined && 'error' in result;
}

export function countSent(results: Results): number {
	return results.filter((result) => result && 'items' in result).length;
}

export function countInDoubt(results: Results): number {
	return results.filter(
		(result) => isFailed(result) && failureFrom(result.error).delivery === 'unknown',
	).length;
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
	const position = Math.max(0, itemIndex);
	const node = context.getNode();
	const sent = countSent(others);
	if (error instanceof NotSentAgain) {
		const again = others
			.filter(isFailed)
			.map((other) => other.error)
			.filter((other) => other instanceof NotSentAgain);
		const inDoubt = countInDoubt(others) - again.length;
		return asNodeError(node, withOthers(error.with(again), { sent, inDoubt, all }), position);
	}
	// Whoever looks whether a message arrived has to know where.
	const recipient =
		all > 1 && countInDoubt([{ error }]) > 0 ? enteredRecipient(context, position) : undefined;
	const told = withOthers(error, { sent, inDoubt: countInDoubt(others), all, recipient });
	return asNodeError(node, told, position);
}
