import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { type Failed, isOfThisRun, type WhenUnsure } from '../service/ending';
import { adviceOnDoubt, hintSentences } from '../service/words';
import { lines, quoted, sentences } from '../service/sentences';
import { isStopped, isSubWorkflow } from '../n8n/context';
import { asNodeError } from '../n8n/errors';
import { asksAndWaits, operationIn } from '../operations/resources';
import { inTurns } from '../n8n/inTurns';
import type { ItemReader } from './readItems';
import {
	type FailedPart,
	isDone,
	isFailed,
	isInDoubt,
	isSent,
	type Part,
	reportOfPart,
} from './parts';

/**
 * The errors that end a run, and the hints of its output: what counts items. Sentences about one item are in
 * `service/words.ts`.
 */

/** The most rows that the error of items that cannot be sent names; its details have all of them. */
const namedRows = 10;

/**
 * Each item that cannot be sent as a row for the error's details, and the first of them as lines. What to do is said
 * once, with the first item that needs it, so these lines come before others.
 */
async function rowsOf(bad: FailedPart[]): Promise<{ rows: object[]; named: string[] }> {
	const given = new Set<string>();
	const rows: object[] = [];
	const withAdvice: Array<[item: number, line: string]> = [];
	const others: typeof withAdvice = [];
	await inTurns(bad.length, (at) => {
		const part = bad[at] as FailedPart;
		const { item, entered, failure } = part;
		const { message, description = '' } = reportOfPart(part);
		const to = entered === undefined ? undefined : quoted(entered);
		const error = quoted(message);
		rows.push({ item, ...(to !== undefined && { to }), error });
		// n8n's own words can contain those of an item.
		const advice = failure.reason === 'unexpected' ? quoted(description) : description;
		const isNew = advice !== '' && !given.has(advice);
		given.add(advice);
		const list = isNew ? withAdvice : others;
		if (list.length >= namedRows) return;
		const whom = to === undefined || error.includes(to) ? '' : ` to ${to}`;
		list.push([item, sentences(`Item ${item}${whom}: ${error}.`, isNew && advice)]);
	});
	const named = [...withAdvice, ...others]
		.slice(0, namedRows)
		.sort(([one], [other]) => one - other);
	return { rows, named: named.map(([, line]) => line) };
}

/**
 * The error of a run that sends nothing, because some of its items cannot be sent. Items that an earlier run sent or
 * left in doubt do not count.
 * @param isRetry whether an earlier run of this execution sent some
 * @returns undefined if all can be sent
 */
export async function errorOfBadItems(
	context: IExecuteFunctions,
	parts: Part[],
	isRetry: boolean,
): Promise<Error | undefined> {
	const bad = parts.filter(isFailed).filter(({ failure }) => isOfThisRun(failure));
	const [first] = bad;
	// The error of a run that was stopped says so.
	if (!first || isStopped(context)) return undefined;
	const node = context.getNode();
	const all = context.getInputData().length;
	if (all === 1) return asNodeError(node, reportOfPart(first), first.item);
	const sendable = new Set(parts.filter(({ state }) => state === 'toSend').map(({ item }) => item));
	const others = sendable.size === 1 ? 'one' : sendable.size;
	const { rows, named } = await rowsOf(bad);
	const { failure } = first;
	const report = {
		failure: withoutCause(failure),
		message: `${bad.length} of ${all} items cannot be sent; ${isRetry ? 'this run sent nothing' : 'nothing was sent'}`,
		description: lines(
			isRetry && 'An earlier run of this execution sent some.',
			"The first item is item 0, as in n8n's own errors.",
			...named,
			rows.length > namedRows && `And ${rows.length - namedRows} more.`,
			sendable.size > 0 &&
				`To send the other ${others}, choose "Continue (using error output)" in Settings → On Error. That output keeps the whole row.`,
		),
	};
	return asNodeError(node, report, first.item, { items: rows });
}

/** Whether somebody stopped the execution, or n8n ends. */
const isStop = ({ reason }: Failed) =>
	['stopped', 'stoppedBeforeAnswer', 'stoppedWhileSentElsewhere'].includes(reason);

/** n8n's own error is about one item only. */
const withoutCause = (failure: Failed): Failed =>
	failure.reason === 'unexpected'
		? { ...failure, facts: { ...failure.facts, cause: undefined } }
		: failure;

/** The part that the error of a run is about: what stopped it, or the first that failed. */
function decisivePart(parts: Part[]): FailedPart | undefined {
	const failed = parts.filter(isFailed);
	const stopped = failed.filter(({ failure }) => isStop(failure));
	return (
		stopped.find(({ failure }) => failure.delivery === 'notSent') ??
		stopped[0] ??
		// A doubt from before did not end the run.
		failed.find(({ failure }) => isOfThisRun(failure)) ??
		failed.find(({ failure }) => failure.origin === 'elsewhere') ??
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

/** Several files or messages of an item are counted one by one. */
function nounOf(parts: Part[]): 'file' | 'item' | 'message' {
	if (new Set(parts.map(({ item }) => item)).size === parts.length) return 'item';
	const isMessage = (part: Part) => {
		if (part.state === 'toSend') return part.itemRequest.place?.noun === 'message';
		return (part.state === 'failed' ? part.file : part)?.noun === 'message';
	};
	return parts.some(isMessage) ? 'message' : 'file';
}

/** What happened to the items or files of a run, in a line. */
function counts(parts: Part[]): string {
	const failed = parts.filter(isFailed);
	const doubts = failed.filter(isInDoubt).length;
	// Another execution may have sent what this run did not.
	const isElsewhere = failed.some(({ failure }) => failure.origin === 'elsewhere');
	const numbers = {
		sent: parts.filter(isSent).length,
		'skipped because of a Send Once Key': parts.filter(({ state }) => state === 'skipped').length,
		'skipped without a file': parts.filter(({ state }) => state === 'noFile').length,
		'counted as sent': parts.filter(({ state }) => state === 'counted').length,
		'in a dry run': parts.filter(({ state }) => state === 'dryRun').length,
		'not sent': isElsewhere ? 0 : parts.length - parts.filter(isDone).length - doubts,
		'may have arrived': doubts,
	};
	const all = parts.length === 1 ? '1 item' : `${parts.length} ${nounOf(parts)}s`;
	const said = Object.entries(numbers).filter(([, number]) => number > 0);
	if (said.length === 1) return `${all} ${said[0]?.[0]}.`;
	return `${all}: ${said.map(([what, number]) => `${number} ${what}`).join(', ')}.`;
}

function sentenceAboutRetries(context: IExecuteFunctions): string {
	return isSubWorkflow(context)
		? 'A retry of this execution does not repeat what was sent. A retry of the workflow that started it does, unless the messages have a Send Once Key.'
		: 'A retry does not repeat what was sent. A new execution does, unless it has a Send Once Key.';
}

/** When all of them may be sent (ISO 8601). */
const endOfQuiet = (parts: FailedPart[]) =>
	parts
		.flatMap(({ failure }) => (failure.reason === 'quietHours' ? failure.facts.sendAfter : []))
		.sort()
		.at(-1);

/** The error that ends a run: the first failed item's, or that the run was stopped before all items were sent. */
export function errorOfRun(
	context: IExecuteFunctions,
	parts: Part[],
	entered: ItemReader['entered'],
): Error | undefined {
	// A stopped execution must fail here. Otherwise its retry would begin after this node.
	const first = decisivePart(parts);
	if (!first) return undefined;
	const { delivery, origin } = first.failure;
	// A manual execution cannot be retried.
	const isInEditor =
		parts.length === 1 && isOfThisRun(first.failure) && context.getMode() === 'manual';
	const report = reportOfPart(first, isInEditor);
	const failed = parts.filter(isFailed);
	const isAgain = origin === 'earlierRun';
	const isQuiet = origin === 'quietHours';
	const reported =
		isAgain || isQuiet || origin === 'lostRun'
			? failed.filter(({ failure }) => failure.origin === origin)
			: [first];
	const severalOf = `${reported.length} of ${parts.length} ${nounOf(parts)}s were not sent`;
	const whySeveral = {
		earlierRun: ' again: they may already have arrived',
		quietHours: `: their recipients are in quiet hours, the last until ${endOfQuiet(reported)}`,
		lostRun: ': n8n does not know whether the earlier run sent them',
	};
	const several = severalOf + whySeveral[origin as keyof typeof whySeveral];
	const message = reported.length > 1 ? several : report.message;
	const hasRecipient = report.to !== undefined && !isStop(first.failure);
	// The parameter of a question may have several.
	const recipientName = ({ item, names }: FailedPart) =>
		(asksAndWaits(context) ? names?.to : entered(item)) ?? [];
	const recipients = (hasRecipient ? reported.slice(0, namedRecipients) : [])
		.flatMap(recipientName)
		.filter((recipient) => !message.includes(quoted(recipient)));
	// Only what the node's error mode allows: it stops on errors.
	const isAdvised =
		isAgain || (hasRecipient && delivery === 'unknown' && isOfThisRun(first.failure));
	const doubts = parts.filter(isInDoubt).length;
	const description = lines(
		parts.length > 1 &&
			sentences(counts(parts), parts.some(isSent) && sentenceAboutRetries(context)),
		sentences(recipientsSentence(recipients, reported.length), report.description),
		isAdvised && !isInEditor && adviceOnDoubt(doubts, operationIn(context)),
	);
	const said = { ...report, message, description: description || undefined };
	return asNodeError(context.getNode(), said, first.item);
}

/**
 * The hint about failed items, if the workflow continues after errors: n8n then marks the node as successful.
 * @param isSeparate whether the failed items have an output of their own
 */
export function failureHint(parts: Part[], isSeparate: boolean): NodeExecutionHint | undefined {
	if (parts.every(isDone)) return undefined;
	const where = isSeparate
		? 'The tab "Error Branch" shows which and why.'
		: 'Look for the field "error" in the output: it says why.';
	return { message: `${counts(parts)} ${where}`, type: 'warning', location: 'outputPane' };
}

/** A duration as people say it, rounded: "45 s", "12 min" or "1.5 h". @param duration ms */
function durationText(duration: number): string {
	const seconds = Math.round(duration / 1000);
	if (seconds < 120) return `${seconds} s`;
	if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
	return `${Math.round(seconds / 360) / 10} h`;
}

/** What a run counts. */
export interface Summary {
	/** Requests repeated after an error. */
	repeated: number;
	/** How often the service asked to slow down. */
	slowed: number;
	/** Pauses between messages that the user asked for. */
	pauses: number;
}

/** The hints about a run; none if there is nothing to tell. @param duration of the run (ms) */
export function hintsOf(
	{ summary, options }: { summary: Summary; options: { whenUnsure: WhenUnsure } },
	duration: number,
	parts: Part[],
): NodeExecutionHint[] {
	const { repeated, slowed, pauses } = summary;
	const delay =
		slowed > 0 ? 'The service asked to slow down' : 'Some requests failed and were repeated';
	// Certain only unless the user allowed repeating requests in doubt.
	const notTwice = options.whenUnsure === 'resend' ? '' : ' No message was sent twice.';
	const given = parts.flatMap((part) => (isDone(part) ? part.hints : []));
	const messages = [
		slowed + repeated > 0 && `${delay}, so the run took longer.${notTwice}`,
		pauses > 0 &&
			`The node paused ${pauses === 1 ? 'once' : `${pauses} times`} between messages. The run took ${durationText(duration)}.`,
		...hintSentences(given, nounOf(parts)),
	];
	return messages
		.filter((message) => typeof message === 'string')
		.map((message) => ({ message, location: 'outputPane' }));
}
