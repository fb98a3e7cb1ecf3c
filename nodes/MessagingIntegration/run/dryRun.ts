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

/** What a dry run gives instead of the reference that the service gives. */
const noReference = 'dry-run:';

/** Whether this run says what it would send, and sends nothing. */
export function isDryRun(context: IExecuteFunctions, when: RunOptions['dryRun']): boolean {
	if (when === 'never' || operationIn(context) === 'instance getAll') return false;
	return when === 'always' || isEvaluation(context) || (when === 'manual' && isManual(context));
}

/** What a run keeps for its retries, as far as a dry run has to know it. */
interface Kept {
	journal?: { run: number; items: object; storageRefs: object; isLost?: true };
	messages?: unknown;
}

/**
 * Leaves in n8n's context of the node what was known before, and what counts the messages of this execution. A retry also
 * has to know that this run came here and sent nothing.
 */
export async function withoutTrace<Result>(
	context: IExecuteFunctions,
	work: () => Promise<Result>,
): Promise<Result> {
	const kept: Kept = context.getContext('node');
	const before: Kept = structuredClone(kept);
	try {
		return await work();
	} finally {
		const { messages, journal } = kept;
		const earlier = before.journal?.run === journal?.run ? before.journal : undefined;
		const { items = {}, storageRefs = {} } = earlier ?? {};
		for (const name of Object.keys(kept)) delete kept[name as keyof Kept];
		Object.assign(kept, before, messages !== undefined && { messages });
		if (journal) kept.journal = { ...journal, items, storageRefs };
	}
}

/** @throws InputError if a message refers to a file that was uploaded in a dry run only */
export function refuseDryReferences(requests: ItemRequest[]): ItemRequest[] {
	for (const { request } of requests) {
		const { content } = Object(request.body) as { content?: { media?: { storageRef?: unknown } } };
		const reference = content?.media?.storageRef;
		if (typeof reference === 'string' && reference.startsWith(noReference))
			throw invalidInput(
				'dryRunFile',
				'The file was uploaded in a dry run only',
				'Run the node that uploads it for real, too: look at its option "Dry Run".',
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
function dryAnswer({ itemRequest, connection }: ToSend, would: 'send' | 'skip'): Json {
	const { request } = itemRequest;
	const { fileName } = namesIn(itemRequest);
	const named = fileName === undefined ? {} : { fileName };
	if (request.kind === 'upload') {
		const storageRef = noReference + fileDigest(request, connection.account);
		return { dryRun: true, storageRef, ...named };
	}
	if (request.kind !== 'message')
		return { dryRun: true, ...(request.body && { body: request.body }) };
	const { to, content } = request.body;
	const country = itemRequest.country?.();
	return {
		...{ dryRun: true, would, to, ...(country !== undefined && { country }), content },
		...{ ...named, ...keyOf(itemRequest) },
	};
}

/** Of an earlier answer, what a dry run says about it. */
function wouldSkip({ to, fileName, storageRef }: Json): Json {
	const known = Object.entries({ to, fileName, storageRef }).filter(([, value]) => value);
	return { dryRun: true, would: 'skip', ...Object.fromEntries(known) };
}

/** How each part would end. */
export async function dryRun(parts: Part[], run: Run): Promise<Part[]> {
	const foreseen = await foresee(parts, run);
	const whyNot = foreseen.size > 0 ? await run.whyNot() : undefined;
	return parts.map((part): Part => {
		const { item } = part;
		if (part.state === 'sent' || part.state === 'noFile')
			return { state: 'dryRun', item, answers: part.answers.map(wouldSkip), hints: [] };
		const would = foreseen.get(part);
		if (part.state !== 'toSend' || would === undefined) return part;
		if (whyNot) return failedPart(part, whyNot);
		if (typeof would === 'object') return failedPart(part, would);
		const { hints = [] } = part.itemRequest;
		return { state: 'dryRun', item, answers: [dryAnswer(part, would)], hints };
	});
}

const nouns: Partial<Record<RequestKind, string>> = { upload: 'upload', indication: 'indication' };

/** The hint of a dry run. @param before the parts before it */
export function dryRunHint(before: Part[], parts: Part[]): NodeExecutionHint {
	const answers = parts.flatMap((part) => (part.state === 'dryRun' ? part.answers : []));
	const skips = answers.filter(({ would }) => would === 'skip').length;
	const goes = answers.length - skips;
	const first = before.find((part) => part.state === 'toSend');
	const noun = (first && nouns[first.itemRequest.request.kind]) ?? 'message';
	const skip = skips > 0 ? `, ${skips.toLocaleString('en')} would be skipped` : '';
	const message = `Dry run: nothing was sent. ${amount(goes, noun)} would go${skip}.`;
	return { message, location: 'outputPane' };
}
