import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { adviceOnDoubt, canceledBeforeSending, theEarlierError } from '../api/deliveryFailures';
import { type Failure, quoted, sentences } from '../api/failure';
import { asNodeError, errorItem } from '../n8n/errors';
import { type Failed, isFailed, isInDoubt, isSent, type Part } from './parts';

/**
 * The sentences that count items: the error that ends a run. Those about one item are in `api/errorTable.ts` and
 * `api/deliveryFailures.ts`, hints in `hints.ts`.
 */

function isStopped(context: IExecuteFunctions): boolean {
	return context.getExecutionCancelSignal?.()?.aborted === true;
}

/** The recipient of an item as the user entered it; undefined if there is none. */
function enteredRecipient(context: IExecuteFunctions, item: number): string | undefined {
	try {
		const to: unknown = context.getNodeParameter('to', item, '');
		const isEntered = typeof to === 'number' || (typeof to === 'string' && to.trim() !== '');
		return isEntered ? String(to) : undefined;
	} catch {
		return undefined;
	}
}

function recipientSentence(recipient: string | undefined, said: string): string | undefined {
	if (recipient === undefined || said.includes(quoted(recipient))) return undefined;
	return `Recipient: ${quoted(recipient)}.`;
}

/** The most recipients that an error names. */
const namedRecipients = 3;

function recipientsSentence(recipients: string[]): string | undefined {
	const named = recipients.slice(0, namedRecipients).map(quoted).join(', ');
	const more = recipients.length - namedRecipients;
	if (recipients.length === 0) return undefined;
	return `${recipients.length === 1 ? 'Recipient' : 'Recipients'}: ${named}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** Further items that the error of items that cannot be sent names. */
const namedItems = 2;

/**
 * The error of a run that sends nothing, because some of its items cannot be sent. Items that an earlier run sent or
 * left in doubt do not count.
 * @param isRetry whether an earlier run of this execution sent some
 * @returns undefined if all can be sent
 */
export function errorOfBadItems(
	context: IExecuteFunctions,
	parts: Part[],
	isRetry: boolean,
): Error | undefined {
	const [first, ...others] = parts.filter(isFailed).filter(({ failure }) => !failure.since);
	if (!first) return undefined;
	const node = context.getNode();
	const failure = isStopped(context) ? canceledBeforeSending().failure : first.failure;
	const all = context.getInputData().length;
	if (isStopped(context) || all === 1) return asNodeError(node, failure, first.item);
	const sendable = new Set(parts.filter(({ state }) => state === 'toSend').map(({ item }) => item));
	const more = others.slice(0, namedItems).map(({ item, failure: { message } }) => {
		const recipient = enteredRecipient(context, item);
		const named = `item ${item}${recipient === undefined ? '' : ` to ${quoted(recipient)}`}`;
		return message === failure.message ? named : `${named}: ${message}`;
	});
	if (others.length > namedItems) more.push(`and ${others.length - namedItems} more`);
	const description = sentences(
		recipientSentence(enteredRecipient(context, first.item), failure.message),
		failure.description,
		isRetry
			? 'This run sent nothing. An earlier run of this execution did.'
			: 'Nothing has been sent.',
		sendable.size > 0
			? `To send the other ${sendable.size === 1 ? 'one' : sendable.size}, choose Continue in Settings → On Error.`
			: undefined,
		more.length > 0 ? `Also ${more.join('; ')}.` : undefined,
	);
	const message = `${others.length + 1} of ${all} items cannot be sent: ${failure.message}`;
	return asNodeError(node, { ...failure, cause: undefined, message, description }, first.item);
}

/** The part that the error of a run is about: what stopped it, or the first that failed. */
function decisivePart(parts: Part[], wasStopped: boolean): Failed | undefined {
	const failed = parts.filter(isFailed);
	if (wasStopped) {
		const unsent = parts.find(({ state }) => state === 'stopped');
		if (unsent) return { ...unsent, state: 'failed', failure: canceledBeforeSending().failure };
	}
	return (
		(wasStopped ? failed.find(({ failure }) => failure.canceled) : undefined) ??
		// A doubt from before did not end the run.
		failed.find(({ failure }) => failure.since === undefined) ??
		failed[0]
	);
}

/** What happened to the other items when the error of one ends the run. */
function othersSentences(sent: number, inDoubt: number, all: string): string[] {
	return [
		...(sent > 0
			? [
					`${sent} of ${all} were sent. A retry does not send them again. A new execution does, unless they have a Send Once Key.`,
				]
			: []),
		...(inDoubt > 0 ? [`${inDoubt} more may have been delivered.`] : []),
	];
}

/** The items that earlier runs left in doubt, in one failure. */
function notSentAgainOf(
	[first, ...others]: [Failed, ...Failed[]],
	all: number,
	noun: string,
): Failure {
	const { failure } = first;
	if (others.length === 0) return failure;
	const recipients = [first, ...others].flatMap((part) => part.failure.to ?? []);
	return {
		...failure,
		message: `${others.length + 1} of ${all} ${noun} were not sent again: they may already have arrived`,
		description: sentences(
			recipientsSentence(recipients),
			...adviceOnDoubt(false),
			theEarlierError(failure.earlier ?? ''),
		),
	};
}

/** The error that ends a run: the first failed item's, or that the run was stopped before all items were sent. */
export function errorOfRun(context: IExecuteFunctions, parts: Part[]): Error | undefined {
	const all = parts.length;
	const sent = parts.filter(isSent).length;
	// A stopped execution must fail here. Otherwise its retry would begin after this node.
	const first = decisivePart(parts, isStopped(context) && sent < all);
	if (!first) return undefined;
	const noun = all > context.getInputData().length ? 'files' : 'items';
	const { since } = first.failure;
	const alike =
		since === 'earlierRun'
			? parts.filter(isFailed).filter(({ failure }) => failure.since === since)
			: [first];
	const failure =
		since === 'earlierRun'
			? notSentAgainOf([first, ...alike.filter((part) => part !== first)], all, noun)
			: first.failure;
	// Whoever looks whether a message arrived has to know where.
	const recipient =
		all > 1 && alike.length === 1 && failure.delivery === 'unknown'
			? enteredRecipient(context, first.item)
			: undefined;
	const inDoubt = parts.filter(isInDoubt).length - alike.filter(isInDoubt).length;
	const description = sentences(
		recipientSentence(recipient, failure.message),
		failure.description,
		...othersSentences(sent, inDoubt, `${all} ${noun}`),
	);
	return asNodeError(
		context.getNode(),
		{ ...failure, ...(description && { description }) },
		first.item,
	);
}

/** The output items: one or more for each item or file that was sent, and one for each item that failed. */
export function output(parts: Part[]): INodeExecutionData[] {
	const failed = new Set<number>();
	return parts.flatMap((part): INodeExecutionData[] => {
		const { item } = part;
		if (isSent(part))
			return part.answers.map((json) => ({
				json: json as INodeExecutionData['json'],
				pairedItem: { item },
			}));
		// The files after a failed one were not started.
		if (failed.has(item)) return [];
		failed.add(item);
		const failure = isFailed(part) ? part.failure : canceledBeforeSending().failure;
		return [errorItem(failure, item)];
	});
}
