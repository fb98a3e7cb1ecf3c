import { setMaxListeners } from 'node:events';

import type { Json } from '../api/answer';
import { KeyInDoubt, NotSentAgain } from '../api/deliveryFailures';
import { FailureError } from '../api/failure';
import type { ItemRequest, ReadItem } from '../api/request';
import { keyDigest } from '../memory/digests';
import type { ExecutionMemory } from '../memory/executionMemory';
import type { SendOnce } from '../memory/sendOnce';
import { failureFrom } from '../n8n/errors';
import type { RunOptions } from '../parameters/options';
import type { Connection } from '../transport/connection';
import { deliverItem } from './deliverPart';
import type { Summary } from './hints';
import { inLanes, inTurns, type Slots } from './lanes';
import { expectedDuration, type Pauses } from './pauses';
import { aboutFile } from './report';
import type { Uploads } from './uploads';

/** How one item ended: with the JSON of its output items, or with an error. */
export type Result = { items: Json[] } | { error: unknown };

/** What has a result of its own: an item, or one file of an item with several. */
export interface Part {
	/** The position of the item in the input. */
	item: number;
	/** Undefined if the execution was stopped before the item was read, and after the part was delivered. */
	read: ItemRequest | { error: unknown } | undefined;
	/** Undefined as long as the delivery of the part has not ended. */
	result: Result | undefined;
}

export type PartResult = Pick<Part, 'item' | 'result'>;

export function requestOf({ read }: Part): ItemRequest | undefined {
	return read && 'request' in read ? read : undefined;
}

/**
 * The parts of all items, in input order, then in the order of the item's files. Each has all its properties from the
 * start, because one that is added later takes twice the memory.
 */
export function partsOf(readItems: Array<ReadItem | undefined>): Part[] {
	return readItems.flatMap((readItem, item): Part[] => {
		const reads = readItem && 'error' in readItem ? [readItem] : (readItem ?? [undefined]);
		return reads.map((read) => ({ item, read, result: undefined }));
	});
}

interface Earlier {
	memory: ExecutionMemory;
	/** The error of what another retry of the same execution may send, if this is not the only one. */
	conflict?: FailureError;
	resendWhenUnsure: boolean;
	summary: Summary;
}

/**
 * The result of a part that needs no request: an earlier run sent it or left it in doubt, or it cannot be sent.
 * @returns undefined for a part that is to be sent
 */
export function resultBeforeSending(
	part: Part,
	{ memory, conflict, resendWhenUnsure, summary }: Earlier,
): Result | undefined {
	const { item, read } = part;
	const itemRequest = requestOf(part);
	const isRead = itemRequest?.request.effect === 'read';
	const before = isRead ? undefined : memory.recall(item, itemRequest);
	if (before && 'sent' in before) {
		summary.remembered++;
		return { items: before.sent };
	}
	if (before && !(itemRequest && resendWhenUnsure)) {
		const { kind, body } = itemRequest?.request ?? {};
		const recipients = typeof body?.to === 'string' ? [body.to] : [];
		const noun = kind === 'message' ? 'message' : 'item';
		return { error: new NotSentAgain(before.unsure, recipients, noun) };
	}
	if (read && 'error' in read) return read;
	// A Send Once Key tells whether the other retry has sent a message or begun an item, but not which files it has sent.
	const isKeyEnough =
		itemRequest?.onceKey !== undefined && (!itemRequest.place?.index || !memory.knows(item));
	const mayBeSentTwice = itemRequest && !isRead && !isKeyEnough;
	return mayBeSentTwice && conflict && !resendWhenUnsure ? { error: conflict } : undefined;
}

export interface Run {
	connection: Connection;
	uploads: Uploads;
	options: RunOptions;
	slots: Slots;
	memory: ExecutionMemory;
	/** The error of what another retry of the same execution may send, if this is not the only one. */
	conflict?: FailureError;
	sendOnce: SendOnce;
	summary: Summary;
	/** Undefined if the user wants no pauses between messages. */
	pauses?: Pauses;
	/** Called with the duration that is expected of the pauses (ms). */
	expect: (duration: number) => void;
	/** Called after each part that the run tried to deliver. */
	settled: () => void;
	/** Whether to send the items after a failed one as well. The files of an item after a failed one are never sent. */
	continues: boolean;
}

/** Sends one part. @returns the JSON of its output items */
async function sendItem(
	itemRequest: ItemRequest,
	{ connection, uploads, sendOnce, summary, pauses }: Run,
): Promise<Json[]> {
	const deliver = async () => {
		pauses?.attempted(itemRequest.request.instanceId);
		return await deliverItem(connection, uploads, itemRequest, summary);
	};
	const key = keyDigest(itemRequest);
	if (key === undefined) return await deliver();
	const items = await sendOnce.send(key, deliver, itemRequest.place);
	if (!items) summary.skipped++;
	return items ?? [{ skipped: true, sendOnceKey: itemRequest.onceKey }];
}

/** Pauses before a message, unless it will be skipped because of its Send Once Key. */
async function pauseBefore(
	itemRequest: ItemRequest,
	pauses: Pauses,
	{ sendOnce }: Run,
	signal: AbortSignal,
): Promise<void> {
	const { instanceId } = itemRequest.request;
	if (!pauses.isDue(instanceId)) return;
	const key = keyDigest(itemRequest);
	if (key !== undefined && (await sendOnce.wasSent(key))) return;
	await pauses.before(instanceId, signal);
}

/**
 * The error of a part that failed in this run. If its message may have been delivered, the memory keeps that.
 * @returns the doubt that an earlier run left, if there is one: a run that sent nothing does not settle it
 */
function failedPart({ item, read }: { item: number; read: ItemRequest }, error: unknown, run: Run) {
	const failure = failureFrom(error);
	const before = run.memory.recall(item, read);
	// A retry asks the key store again instead: another execution may have finished by then.
	if (failure.delivery === 'unknown' && !(error instanceof KeyInDoubt))
		run.memory.remember(item, read, { unsure: failure });
	const shown = before && 'unsure' in before ? new FailureError(before.unsure) : error;
	return { error: read.place ? aboutFile(shown, read.place) : shown };
}

/**
 * Delivers the parts that can be delivered and were not delivered before, and gives each its result. After a failure
 * that ends the run, no further part starts, and requests in progress finish.
 * @param parts the request of each is forgotten when its delivery ends
 */
export async function deliverAll(parts: Part[], run: Run): Promise<void> {
	const { connection, options, memory, continues, pauses } = run;
	const { resendWhenUnsure } = options;
	const toSend: Part[] = [];
	// The files of an item after a failed one are not sent.
	let failedItem: number | undefined;
	// An item that cannot be read ends the run: items before it are sent, items after it are not.
	let isOver = false;
	await inTurns(parts.length, (index) => {
		const part = parts[index];
		if (!part) return;
		const result = resultBeforeSending(part, { ...run, resendWhenUnsure });
		const place = requestOf(part)?.place;
		if (result) part.result = result;
		else if (requestOf(part) && part.item !== failedItem && !isOver) toSend.push(part);
		if (!result || !('error' in result)) return;
		if (place) part.result = { error: aboutFile(result.error, place) };
		if (requestOf(part)?.person === undefined) failedItem = part.item;
		isOver ||= !continues && result === part.read;
	});

	// Aborts after a failure that ends the run, and when the execution is stopped.
	const halt = new AbortController();
	const halted = AbortSignal.any([halt.signal, ...(connection.signal ? [connection.signal] : [])]);
	// Each instance that pauses listens to it. Node.js would warn of a leak.
	setMaxListeners(0, halted);
	const failedItems = new Set<number>();
	const toStart = (part: Part) =>
		halted.aborted || failedItems.has(part.item) ? undefined : requestOf(part);
	if (pauses) {
		const requests = toSend.flatMap((part) => requestOf(part) ?? []);
		run.expect(expectedDuration(requests, pauses.range));
	}
	await inLanes(
		toSend,
		(part) => requestOf(part)?.request[pauses ? 'instanceId' : 'lane'] ?? part.item,
		run.slots,
		async (part) => {
			const read = toStart(part);
			if (!read) return;
			const { item } = part;
			// Saves memory in a long run.
			part.read = undefined;
			try {
				const items = await sendItem(read, run);
				memory.remember(item, read, { sent: items });
				part.result = { items };
			} catch (error) {
				if (read.person === undefined) failedItems.add(item);
				part.result = failedPart({ item, read }, error, run);
				// A doubt from before this run is no reason to hold back the other items.
				const isAlone = error instanceof KeyInDoubt || read.person !== undefined;
				if (!continues && !isAlone) halt.abort();
			}
			run.settled();
		},
		pauses &&
			(async (part) => {
				const read = toStart(part);
				if (read) await pauseBefore(read, pauses, run, halted);
			}),
	);
}
