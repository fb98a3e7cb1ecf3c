import type { IExecuteFunctions } from 'n8n-workflow';

import { canceledBeforeSending, NotSentAgain, SentElsewhere } from '../api/deliveryFailures';
import { failureFrom } from '../delivery/failureFrom';
import type { PartResult } from '../delivery/parts';
import type { Result } from '../delivery/result';
import { enteredRecipient } from './enteredRecipient';
import { asNodeError } from './nodeError';
import { withOthers } from './runMessages';

function isFailed(result: Result | undefined): result is { error: unknown } {
	return result !== undefined && 'error' in result;
}

export function countSent(results: PartResult[]): number {
	return results.filter(({ result }) => result && 'items' in result).length;
}

export function countInDoubt(results: PartResult[]): number {
	return results.filter(
		({ result }) => isFailed(result) && failureFrom(result.error).delivery === 'unknown',
	).length;
}

/** Whether the stop came before the answer. n8n counts a run with this error as canceled, not as failed. */
function wasCanceled({ result }: PartResult): boolean {
	return isFailed(result) && failureFrom(result.error).message.includes('canceled');
}

/** Whether an item failed in this run. A doubt from before did not end the run. */
function isNew({ result }: PartResult): boolean {
	return (
		isFailed(result) &&
		!(result.error instanceof NotSentAgain || result.error instanceof SentElsewhere)
	);
}

/** The error that ends a run: the first failed item's, or that the run was stopped before all items were sent. */
export function errorOfRun(context: IExecuteFunctions, results: PartResult[]): Error | undefined {
	const all = results.length;
	// A stopped execution must fail here. Otherwise its retry would begin after this node.
	const isStopped = context.getExecutionCancelSignal?.()?.aborted && countSent(results) < all;
	const unsent = isStopped ? results.find(({ result }) => result === undefined) : undefined;
	const failed = results.filter(({ result }) => isFailed(result));
	const first =
		unsent ?? (isStopped ? failed.find(wasCanceled) : undefined) ?? failed.find(isNew) ?? failed[0];
	const error = isFailed(first?.result) ? first.result.error : unsent && canceledBeforeSending();
	if (error === undefined) return undefined;
	const others = results.filter((result) => result !== first);
	const position = first?.item ?? 0;
	const node = context.getNode();
	const account = {
		sent: countSent(others),
		inDoubt: countInDoubt(others),
		all,
		noun: all > context.getInputData().length ? 'files' : 'items',
	};
	if (error instanceof NotSentAgain) {
		const again = others
			.map(({ result }) => result)
			.filter(isFailed)
			.map((other) => other.error)
			.filter((other) => other instanceof NotSentAgain);
		const inDoubt = account.inDoubt - again.length;
		return asNodeError(node, withOthers(error.with(again), { ...account, inDoubt }), position);
	}
	// Whoever looks whether a message arrived has to know where.
	const isInDoubt = countInDoubt([{ item: position, result: { error } }]) > 0;
	const recipient = all > 1 && isInDoubt ? enteredRecipient(context, position) : undefined;
	return asNodeError(node, withOthers(error, { ...account, recipient }), position);
}
