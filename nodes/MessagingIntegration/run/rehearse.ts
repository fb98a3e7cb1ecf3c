import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { Json } from '../service/answer';
import type { Failed } from '../service/ending';
import { invalidInput } from '../service/inputError';
import { type ItemRequest, namesIn, type RequestKind } from '../service/request';
import { amount } from '../service/sentences';
import { fileDigest } from '../memory/digests';
import { isEvaluation, isManual } from '../n8n/context';
import { operationIn } from '../operations/resources';
import type { RunOptions } from '../parameters/options';
import type { Run } from './deliverPart';
import { keyOf } from './output';
import { failedPart, notBegun, type Part, type ToSend } from './parts';

/** What a rehearsal gives instead of the reference that the service gives. */
const noReference = 'rehearsal:';

/** In n8n's context of the node, with `isLost` if a lost run came before. A retry of a rehearsal finds it there. */
const mark = { wasRehearsed: true };

const wasRehearsed = (context: IExecuteFunctions) =>
	context.getContext('node').wasRehearsed === true;

/** Whether this run says what it would send, and sends nothing. */
export function isRehearsal(context: IExecuteFunctions, when: RunOptions['rehearse']): boolean {
	if (when === 'never' || operationIn(context) === 'instance getAll') return false;
	return (
		when === 'always' ||
		wasRehearsed(context) ||
		isEvaluation(context) ||
		(when === 'manual' && isManual(context))
	);
}

/** Whether the run that this rehearsal retries was a rehearsal, too, so that it has sent nothing. */
export const isRehearsedAgain = (context: IExecuteFunctions, when: RunOptions['rehearse']) =>
	isRehearsal(context, when) && (when !== 'always' || wasRehearsed(context));

/** Leaves n8n's context of the node as it was, but for the mark, and for what counts the messages of this execution. */
export async function withoutTrace<Result>(
	context: IExecuteFunctions,
	rehearse: () => Promise<Result>,
): Promise<Result> {
	const kept = context.getContext('node');
	const before: object = structuredClone(kept);
	try {
		return await rehearse();
	} finally {
		const { messages, journal } = kept as { messages?: unknown; journal?: { isLost?: true } };
		const isLost = journal?.isLost && { isLost: true };
		for (const name of Object.keys(kept)) delete kept[name];
		Object.assign(kept, before, mark, isLost, messages !== undefined && { messages });
	}
}

/** @throws InputError if a message refers to a file that was uploaded in a rehearsal only */
export function refuseRehearsed(requests: ItemRequest[]): ItemRequest[] {
	for (const { request } of requests) {
		const { content } = Object(request.body) as { content?: { media?: { storageRef?: unknown } } };
		const reference = content?.media?.storageRef;
		if (typeof reference === 'string' && reference.startsWith(noReference))
			throw invalidInput(
				'rehearsedFile',
				'The file was uploaded in a rehearsal only',
				'Run the node that uploads it for real, too: look at its option "Rehearse".',
			);
	}
	return requests;
}

/**
 * What a run would do with each part that it would begin, without changing anything.
 * @returns for each such part whether it would be sent or skipped, or how it would fail
 */
export async function foresee(
	parts: Part[],
	{ options, sendOnce, executionStopped, journal }: Run,
) {
	type Would = 'send' | 'skip' | Failed;
	const begun = parts.filter((part) => part.state === 'toSend');
	const isCounted = ({ doubt }: ToSend) => doubt && options.whenUnsure === 'countAsSent';
	const keys = begun.flatMap((part) => (isCounted(part) ? [] : (part.once?.key ?? [])));
	const known = new Map<string, Would>();
	const left = new Set(keys).values();
	const look = async () => {
		for (const key of left) if (!executionStopped.aborted) known.set(key, await sendOnce.look(key));
	};
	await Promise.all(Array.from({ length: options.concurrency }, look));
	const foreseen = begun.map((part): [Part, Would] => {
		if (executionStopped.aborted) return [part, notBegun(executionStopped, journal)];
		if (isCounted(part)) return [part, 'skip'];
		const { key = '' } = part.once ?? {};
		const would = known.get(key) ?? 'send';
		// The next message with this key is another one of this run.
		if (key && would === 'send') known.set(key, 'skip');
		return [part, would];
	});
	return new Map(foreseen);
}

/** What comes out of a part instead of the service's answer. */
function rehearsedAnswer({ itemRequest, connection }: ToSend, would: 'send' | 'skip'): Json {
	const { request } = itemRequest;
	const { fileName } = namesIn(itemRequest);
	const named = fileName === undefined ? {} : { fileName };
	if (request.kind === 'upload') {
		const storageRef = noReference + fileDigest(request, connection.account);
		return { rehearsed: true, storageRef, ...named };
	}
	if (request.kind !== 'message')
		return { rehearsed: true, ...(request.body && { body: request.body }) };
	return { rehearsed: true, would, ...request.body, ...named, ...keyOf(itemRequest) };
}

/** Of an earlier answer, what a rehearsal says about it. */
function wouldSkip({ to, fileName, storageRef }: Json): Json {
	const known = Object.entries({ to, fileName, storageRef }).filter(([, value]) => value);
	return { rehearsed: true, would: 'skip', ...Object.fromEntries(known) };
}

/** How each part would end. */
export async function rehearse(parts: Part[], run: Run): Promise<Part[]> {
	const foreseen = await foresee(parts, run);
	const whyNot = foreseen.size > 0 ? await run.whyNot() : undefined;
	return parts.map((part): Part => {
		const { item } = part;
		if (part.state === 'sent')
			return { state: 'rehearsed', item, answers: part.answers.map(wouldSkip), hints: [] };
		const would = foreseen.get(part);
		if (part.state !== 'toSend' || would === undefined) return part;
		if (whyNot) return failedPart(part, whyNot);
		if (typeof would === 'object') return failedPart(part, would);
		return { state: 'rehearsed', item, answers: [rehearsedAnswer(part, would)], hints: [] };
	});
}

const nouns: Partial<Record<RequestKind, string>> = { upload: 'upload', indication: 'indication' };

/** The hint of a rehearsal. @param before the parts before it */
export function rehearsalHint(before: Part[], parts: Part[]): NodeExecutionHint {
	const answers = parts.flatMap((part) => (part.state === 'rehearsed' ? part.answers : []));
	const skips = answers.filter(({ would }) => would === 'skip').length;
	const goes = answers.length - skips;
	const first = before.find((part) => part.state === 'toSend');
	const noun = (first && nouns[first.itemRequest.request.kind]) ?? 'message';
	const skip = skips > 0 ? `, ${skips.toLocaleString('en')} would be skipped` : '';
	const message = `Rehearsal: nothing was sent. ${amount(goes, noun)} would go${skip}.`;
	return { message, location: 'outputPane' };
}
