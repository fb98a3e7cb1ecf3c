import { ExecutionBaseError, type IExecuteFunctions } from 'n8n-workflow';

import { canceledBeforeSending, NotSentAgain, SentElsewhere } from '../api/deliveryFailures';
import { type FailureError, quoted, withSentences } from '../api/failure';
import { type FilePlace, isReadable, type ReadItem } from '../api/request';
import type { ExecutionMemory } from '../memory/executionMemory';
import { asNodeError, failureFrom } from '../n8n/errors';
import type { PartResult, Result } from './deliver';
import { inTurns } from './lanes';

/** The recipient of an item as the user entered it, for error sentences; undefined if there is none. */
export function enteredRecipient(
	context: Pick<IExecuteFunctions, 'getNodeParameter'>,
	itemIndex: number,
): string | undefined {
	try {
		const to: unknown = context.getNodeParameter('to', itemIndex, '');
		const isEntered = typeof to === 'number' || (typeof to === 'string' && to.trim() !== '');
		return isEntered ? String(to) : undefined;
	} catch {
		return undefined;
	}
}

/**
 * The error of one file of an item with several. It names the field of the file, and says what became of the others,
 * because someone may send the whole item again.
 */
export function aboutFile(error: unknown, { field, index, count }: FilePlace): unknown {
	const failure = failureFrom(error);
	const others = [
		index > 0 ? 'those before it were sent' : undefined,
		index + 1 < count && !(error instanceof SentElsewhere) ? 'those after it were not' : undefined,
	].filter(Boolean);
	return withSentences(
		{ ...failure, message: `${quoted(field)}: ${failure.message}` },
		failure.description,
		`This is file ${index + 1} of ${count} of the item${others.length > 0 ? `: ${others.join(', ')}` : ''}.`,
	);
}

/**
 * What the error that ends a run says about all of its items. Sentences about one item are in `api/errorTable.ts`
 * and `api/deliveryFailures.ts`, hints in `delivery/summary.ts`.
 */

/** An item that cannot be sent. */
export interface BadItem {
	itemIndex: number;
	error: unknown;
}

/** Further items that the error names. */
const namedItems = 2;

function recipientSentence(recipient: string | undefined, said: string): string | undefined {
	if (recipient === undefined || said.includes(quoted(recipient))) return undefined;
	return `Recipient: ${quoted(recipient)}.`;
}

interface Checked {
	/** The number of items, and how many of them could be sent. */
	all: number;
	sendable: number;
	/** Whether an earlier run of this execution sent some. */
	isRetry: boolean;
	/** The recipient of an item as the user entered it, if there is one. */
	recipientOf: (itemIndex: number) => string | undefined;
}

/** The error of a run that sends nothing, because some of its items cannot be sent. */
export function itemsCannotBeSent(
	[first, ...others]: [BadItem, ...BadItem[]],
	{ all, sendable, isRetry, recipientOf }: Checked,
): FailureError {
	const failure = failureFrom(first.error);
	const more = others.slice(0, namedItems).map(({ itemIndex, error }) => {
		const { message } = failureFrom(error);
		const recipient = recipientOf(itemIndex);
		const item = `item ${itemIndex}${recipient === undefined ? '' : ` to ${quoted(recipient)}`}`;
		return message === failure.message ? item : `${item}: ${message}`;
	});
	if (others.length > namedItems) more.push(`and ${others.length - namedItems} more`);
	return withSentences(
		{
			...failure,
			message: `${others.length + 1} of ${all} items cannot be sent: ${failure.message}`,
		},
		recipientSentence(recipientOf(first.itemIndex), failure.message),
		failure.description,
		isRetry
			? 'This run sent nothing. An earlier run of this execution did.'
			: 'Nothing has been sent.',
		sendable > 0
			? `To send the other ${sendable === 1 ? 'one' : sendable}, choose Continue in Settings → On Error.`
			: undefined,
		more.length > 0 ? `Also ${more.join('; ')}.` : undefined,
	);
}

/** What happened to the other items when the error of a failed one ends the run. */
interface Others {
	sent: number;
	inDoubt: number;
	all: number;
	/** What is counted: items, or files if items have several. */
	noun: string;
	/** The recipient of the failed item, if other items have another. */
	recipient?: string;
}

/** Adds to the first failed item's error what happened to the other items. */
export function withOthers(
	error: unknown,
	{ sent, inDoubt, all, noun, recipient }: Others,
): unknown {
	const failure = failureFrom(error);
	if (sent + inDoubt === 0 && recipient === undefined) return error;
	const whole = withSentences(
		failure,
		recipientSentence(recipient, failure.message),
		failure.description,
		sent > 0
			? `${sent} of ${all} ${noun} were sent. A retry does not send them again. A new execution does, unless they have a Send Once Key.`
			: undefined,
		inDoubt > 0 ? `${inDoubt} more may have been delivered.` : undefined,
	);
	// n8n's own errors stay the same objects; only their description changes.
	return error instanceof ExecutionBaseError
		? Object.assign(error, { description: whole.failure.description })
		: whole;
}

/**
 * Combines all items that cannot be sent into one error, before the first request.
 * @param memory items that an earlier run sent or left in doubt are not reported
 * @param recipientOf the recipient of an item, as the user entered it
 */
export async function errorOfUnreadableItems(
	readItems: Array<ReadItem | undefined>,
	memory: Pick<ExecutionMemory, 'recall' | 'size'>,
	recipientOf: (itemIndex: number) => string | undefined,
): Promise<BadItem | undefined> {
	const bad: BadItem[] = [];
	let sendable = 0;
	await inTurns(readItems.length, (itemIndex) => {
		const readItem = readItems[itemIndex];
		const isKnown = isReadable(readItem)
			? readItem.every((request) => memory.recall(itemIndex, request))
			: memory.recall(itemIndex);
		if (isKnown) return;
		if (readItem && 'error' in readItem) bad.push({ itemIndex, error: readItem.error });
		else sendable++;
	});
	const [first, ...others] = bad;
	if (first === undefined || readItems.length === 1) return first;
	const error = itemsCannotBeSent([first, ...others], {
		all: readItems.length,
		sendable,
		isRetry: memory.size > 0,
		recipientOf,
	});
	return { error, itemIndex: first.itemIndex };
}

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
