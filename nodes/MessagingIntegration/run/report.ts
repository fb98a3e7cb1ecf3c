import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { adviceOnDoubt, canceledBeforeSending } from '../api/deliveryFailures';
import { quoted, sentences } from '../api/failure';
import { asNodeError, errorItem, lineBreak } from '../n8n/errors';
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

/** The most recipients that an error names. */
const namedRecipients = 3;

/** @param count of all recipients */
function recipientsSentence(recipients: string[], count: number): string | undefined {
	if (recipients.length === 0) return undefined;
	const more = count - recipients.length;
	const named = recipients.map(quoted).join(', ');
	return `${count === 1 ? 'Recipient' : 'Recipients'}: ${named}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** The most rows that the error of items that cannot be sent names; its details have all of them. */
const namedRows = 10;
/** The most different pieces of advice in such an error. */
const mostAdvice = 3;

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
	const bad = parts.filter(isFailed).filter(({ failure }) => !failure.since);
	const [first] = bad;
	if (!first) return undefined;
	const node = context.getNode();
	const all = context.getInputData().length;
	if (isStopped(context)) return asNodeError(node, canceledBeforeSending().failure, first.item);
	if (all === 1) return asNodeError(node, first.failure, first.item);
	const sendable = new Set(parts.filter(({ state }) => state === 'toSend').map(({ item }) => item));
	const rows = bad.map(({ item, failure }) => {
		const to = enteredRecipient(context, item);
		return { item, ...(to !== undefined && { to: quoted(to) }), error: quoted(failure.message) };
	});
	const lines = rows.slice(0, namedRows).map(({ item, to, error }) => {
		const isNamed = to === undefined || error.includes(to);
		return `Item ${item}${isNamed ? '' : ` to ${to}`}: ${error}.`;
	});
	// n8n's own words can contain those of an item.
	const advice = new Set(
		bad.map(({ failure: { cause, description = '' } }) =>
			cause ? quoted(description) : description,
		),
	);
	const description = [
		...(isRetry ? ['An earlier run of this execution sent some.'] : []),
		...lines,
		...(rows.length > namedRows ? [`And ${rows.length - namedRows} more.`] : []),
		...[...advice].slice(0, mostAdvice),
		...(sendable.size > 0
			? [
					`To send the other ${sendable.size === 1 ? 'one' : sendable.size}, choose "Continue (using error output)" in Settings → On Error. That output keeps the whole row.`,
				]
			: []),
	]
		.filter(Boolean)
		.join(lineBreak);
	const message = `${bad.length} of ${all} items cannot be sent. ${isRetry ? 'This run sent nothing.' : 'Nothing was sent.'}`;
	const failure = { ...first.failure, cause: undefined, message, description };
	return asNodeError(node, failure, first.item, { items: rows });
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

/** What happened to the items when the error of one ends the run. */
function counts(parts: Part[], reported: Part[], noun: string): string[] {
	const all = `of ${parts.length} ${noun}`;
	const sent = parts.filter(isSent).length;
	const inDoubt = parts.filter(isInDoubt).length;
	// Another execution may have sent what this run did not.
	const isElsewhere = parts.some((part) => isFailed(part) && part.failure.since === 'elsewhere');
	const notSent = isElsewhere ? 0 : parts.length - sent - inDoubt;
	const more = inDoubt - reported.filter(isInDoubt).length;
	const were = (count: number) => (count === 1 ? 'was' : 'were');
	return [
		...(sent > 0
			? [
					`${sent} ${all} were sent. A retry does not send them again. A new execution does, unless they have a Send Once Key.`,
				]
			: []),
		...(parts.length > 1 && notSent > 0 ? [`${notSent} ${all} ${were(notSent)} not sent.`] : []),
		...(more > 0 ? [`${more} more may have been delivered.`] : []),
	];
}

/** The error that ends a run: the first failed item's, or that the run was stopped before all items were sent. */
export function errorOfRun(context: IExecuteFunctions, parts: Part[]): Error | undefined {
	const all = parts.length;
	// A stopped execution must fail here. Otherwise its retry would begin after this node.
	const first = decisivePart(parts, isStopped(context) && !parts.every(isSent));
	if (!first) return undefined;
	const noun = all > context.getInputData().length ? 'files' : 'items';
	const isAgain = first.failure.since === 'earlierRun';
	const reported = isAgain
		? parts.filter(isFailed).filter(({ failure }) => failure.since === 'earlierRun')
		: [first];
	const failure = {
		...first.failure,
		...(reported.length > 1 && {
			message: `${reported.length} of ${all} ${noun} were not sent again: they may already have arrived`,
		}),
	};
	const { delivery, since, canceled } = failure;
	const hasRecipient = failure.to !== undefined && !canceled;
	const recipients = reported
		.slice(0, namedRecipients)
		.flatMap(({ item }) => (hasRecipient ? (enteredRecipient(context, item) ?? []) : []))
		.filter((recipient) => !failure.message.includes(quoted(recipient)));
	// Only what the node's error mode allows: it stops on errors.
	const isAdvised = hasRecipient && delivery === 'unknown' && since !== 'elsewhere';
	const description = [
		sentences(
			recipientsSentence(recipients, reported.length),
			failure.description,
			...counts(parts, reported, noun),
		),
		...(isAdvised || isAgain ? adviceOnDoubt(false) : []),
	].join(lineBreak);
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
