import type { IExecuteFunctions, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import { adviceOnDoubt } from '../api/deliveryFailures';
import { quoted } from '../api/failure';
import type { MessageHint } from '../api/request';
import { isStopped } from '../n8n/context';
import { asNodeError, errorItem, lineBreak } from '../n8n/errors';
import { asksAndWaits } from '../operations/resources';
import { type Failed, isFailed, isInDoubt, isSent, type Part } from './parts';
import { durationText } from './pauses';

/**
 * The sentences that count items: errors that end a run, and hints below its output. Those about one item are in
 * `api/errorTable.ts` and `api/deliveryFailures.ts`.
 */

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
	// The error of a run that was stopped says so.
	if (!first || isStopped(context)) return undefined;
	const node = context.getNode();
	const all = context.getInputData().length;
	if (all === 1) return asNodeError(node, first.failure, first.item);
	const sendable = new Set(parts.filter(({ state }) => state === 'toSend').map(({ item }) => item));
	const others = sendable.size === 1 ? 'one' : sendable.size;
	const rows = bad.map(({ item, failure }) => {
		const to = enteredRecipient(context, item);
		return { item, ...(to !== undefined && { to: quoted(to) }), error: quoted(failure.message) };
	});
	const lines = rows.slice(0, namedRows).map(({ item, to, error }) => {
		const isNamed = to === undefined || error.includes(to);
		return `Item ${item}${isNamed ? '' : ` to ${to}`}: ${error}.`;
	});
	// n8n's own words can contain those of an item.
	const advice = bad.map(({ failure: { cause, description = '' } }) =>
		cause ? quoted(description) : description,
	);
	const description = [
		isRetry && 'An earlier run of this execution sent some.',
		...lines,
		rows.length > namedRows && `And ${rows.length - namedRows} more.`,
		...[...new Set(advice)].slice(0, mostAdvice),
		sendable.size > 0 &&
			`To send the other ${others}, choose "Continue (using error output)" in Settings → On Error. That output keeps the whole row.`,
	];
	const failure = {
		...first.failure,
		cause: undefined,
		message: `${bad.length} of ${all} items cannot be sent. ${isRetry ? 'This run sent nothing.' : 'Nothing was sent.'}`,
		description: description.filter(Boolean).join(lineBreak),
	};
	return asNodeError(node, failure, first.item, { items: rows });
}

/** The part that the error of a run is about: what stopped it, or the first that failed. */
function decisivePart(parts: Part[], wasStopped: boolean): Failed | undefined {
	const failed = parts.filter(isFailed);
	const canceled = wasStopped ? failed.filter(({ failure }) => failure.canceled) : [];
	return (
		canceled.find(({ failure }) => failure.delivery === 'notSent') ??
		canceled[0] ??
		// A doubt from before did not end the run.
		failed.find(({ failure }) => failure.since === undefined) ??
		failed[0]
	);
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

/** Several files of an item are counted one by one. */
function nounOf(parts: Part[]): 'file' | 'item' {
	return new Set(parts.map(({ item }) => item)).size < parts.length ? 'file' : 'item';
}

/** What happened to the items when the error of one ends the run. */
function counts(parts: Part[], reported: Part[], noun: string) {
	const all = `of ${parts.length} ${noun}`;
	const sent = parts.filter(isSent).length;
	const inDoubt = parts.filter(isInDoubt).length;
	// Another execution may have sent what this run did not.
	const isElsewhere = parts.some((part) => isFailed(part) && part.failure.since === 'elsewhere');
	const notSent = isElsewhere ? 0 : parts.length - sent - inDoubt;
	const more = inDoubt - reported.filter(isInDoubt).length;
	return [
		sent > 0 &&
			`${sent} ${all} were sent. A retry does not send them again. A new execution does, unless they have a Send Once Key.`,
		parts.length > 1 &&
			notSent > 0 &&
			`${notSent} ${all} ${notSent === 1 ? 'was' : 'were'} not sent.`,
		more > 0 && `${more} more may have been delivered.`,
	];
}

/** The error that ends a run: the first failed item's, or that the run was stopped before all items were sent. */
export function errorOfRun(context: IExecuteFunctions, parts: Part[]): Error | undefined {
	const all = parts.length;
	// A stopped execution must fail here. Otherwise its retry would begin after this node.
	const first = decisivePart(parts, isStopped(context) && !parts.every(isSent));
	if (!first) return undefined;
	const noun = `${nounOf(parts)}s`;
	const isAgain = first.failure.since === 'earlierRun';
	const reported = isAgain
		? parts.filter(isFailed).filter(({ failure }) => failure.since === 'earlierRun')
		: [first];
	const { delivery, since, canceled, to } = first.failure;
	const message =
		reported.length > 1
			? `${reported.length} of ${all} ${noun} were not sent again: they may already have arrived`
			: first.failure.message;
	const hasRecipient = to !== undefined && !canceled;
	const recipients = reported
		.slice(0, namedRecipients)
		.flatMap(({ item, failure }) => {
			if (!hasRecipient) return [];
			// The parameter of a question may have several.
			return (asksAndWaits(context) ? failure.to : enteredRecipient(context, item)) ?? [];
		})
		.filter((recipient) => !message.includes(quoted(recipient)));
	// Only what the node's error mode allows: it stops on errors.
	const isAdvised = hasRecipient && delivery === 'unknown' && since !== 'elsewhere';
	const sentences = [
		recipientsSentence(recipients, reported.length),
		first.failure.description,
		...counts(parts, reported, noun),
	];
	const lines = [
		sentences.filter(Boolean).join(' '),
		...(isAdvised || isAgain ? adviceOnDoubt(false) : []),
	];
	const description = lines.join(lineBreak) || undefined;
	return asNodeError(context.getNode(), { ...first.failure, message, description }, first.item);
}

/** The output items: one or more for each item or file that was sent, and one for each item that failed. */
export function output(parts: Part[]): INodeExecutionData[] {
	// Of several files, one in doubt matters more than one that was certainly not sent.
	const failed = new Map<number, Failed>();
	for (const part of parts.filter(isFailed)) {
		const before = failed.get(part.item);
		if (!before || (isInDoubt(part) && !isInDoubt(before))) failed.set(part.item, part);
	}
	return parts.flatMap((part): INodeExecutionData[] => {
		const { item } = part;
		if (isSent(part))
			return part.answers.map((json) => ({
				json: json as INodeExecutionData['json'],
				pairedItem: { item },
			}));
		return isFailed(part) && failed.get(item) === part ? [errorItem(part.failure, item)] : [];
	});
}

/**
 * The hint about failed items, if the workflow continues after errors: n8n then marks the node as successful.
 * @param isSeparate whether the failed items have an output of their own
 */
export function failureHint(parts: Part[], isSeparate: boolean): NodeExecutionHint | undefined {
	const inDoubt = parts.filter(isInDoubt).length;
	const failed = parts.length - parts.filter(isSent).length;
	const notSent = failed - inDoubt;
	if (failed === 0) return undefined;
	const items = parts.length === 1 ? '1 item' : `${failed} of ${parts.length} ${nounOf(parts)}s`;
	const what =
		inDoubt === 0
			? `${items} ${failed === 1 ? 'was' : 'were'} not sent.`
			: notSent === 0
				? `${items} may or may not have been delivered.`
				: `${items} failed: ${notSent} not sent, ${inDoubt} in doubt (may have been delivered).`;
	const where = isSeparate
		? 'The tab "Error Branch" shows which and why.'
		: 'Look for the field "error" in the output: it says why.';
	return { message: `${what} ${where}`, type: 'warning', location: 'outputPane' };
}

/** What users should know about a run when it ends. */
export const newSummary = () => ({
	/** Items or files that an earlier run had sent; its answer was returned. */
	remembered: 0,
	/** Messages that were skipped because their Send Once Key had been sent before. */
	skipped: 0,
	/** Requests repeated after an error. */
	repeated: 0,
	/** How often the service asked to slow down. */
	slowed: 0,
	/** Whether the user allowed repeating requests in doubt. */
	mayRepeat: false,
	/** Typing indications that failed; their messages were still sent. */
	untyped: 0,
	/** Of the messages, one by one. */
	hints: [] as MessageHint[],
	/** Pauses between messages that the user asked for. */
	pauses: 0,
	/** How long the run took (ms); only known if there were pauses. */
	duration: 0,
});

export type Summary = ReturnType<typeof newSummary>;

function count(number: number, one: string, many: string): string | undefined {
	if (number === 0) return undefined;
	return number === 1 ? `1 ${one}` : `${number} ${many}`;
}

/** For people who test a workflow: every run after the first skips everything. */
const sendAgain =
	'To send again, for example in a test, change the key: put a word such as "test2-" in front of it.';

/** The hints below the output of a run that went well; none if there is nothing to tell. */
export function hintsOf(summary: Summary, parts: Part[]): NodeExecutionHint[] {
	const { repeated, slowed, pauses } = summary;
	const noun = nounOf(parts);
	const delay =
		slowed > 0 ? 'The service asked to slow down' : 'Some requests failed and were repeated';
	// Certain only unless the user allowed repeating requests in doubt.
	const notTwice = summary.mayRepeat ? '' : ' No message was sent twice.';
	const messages = [
		count(
			summary.remembered,
			`${noun} was sent by an earlier run and was not sent again.`,
			`${noun}s were sent by an earlier run and were not sent again.`,
		),
		count(
			summary.skipped,
			`${noun} was skipped: this node has already sent its Send Once Key. ${sendAgain}`,
			`${noun}s were skipped: this node has already sent their Send Once Keys. ${sendAgain}`,
		),
		slowed + repeated > 0 && `${delay}, so the run took longer.${notTwice}`,
		pauses > 0 &&
			`The node paused ${pauses === 1 ? 'once' : `${pauses} times`} between messages. The run took ${durationText(summary.duration)}.`,
		count(
			summary.untyped,
			'typing indication failed; its message was sent.',
			'typing indications failed; their messages were sent.',
		),
		count(
			summary.hints.filter((hint) => hint === 'otherType').length,
			'file is not of the chosen content type. Choose another in "Content Type", or correct the option "MIME Type".',
			'files are not of the chosen content type. Choose another in "Content Type", or correct the option "MIME Type".',
		),
	];
	return messages
		.filter((message) => typeof message === 'string')
		.map((message) => ({ message, location: 'outputPane' }));
}
