import { setMaxListeners } from 'node:events';

import type { Failure } from '../api/failure';
import type { ItemRequest } from '../api/request';
import type { Entry, ExecutionMemory } from '../memory/executionMemory';
import { failureFrom } from '../n8n/errors';
import { type Delivery, deliverPart, pauseBefore } from './deliverPart';
import { inLanes, inTurns } from './lanes';
import { expectedDuration } from './pauses';
import { failedPart, type Part, sentPart } from './parts';

export interface Run extends Delivery {
	memory: ExecutionMemory;
	resendWhenUnsure: boolean;
	/** Why an item must not be sent that another retry of the same execution may send. */
	conflict?: Failure;
	/** Whether to send the items after a failed one as well. The files of an item after a failed one are never sent. */
	continues: boolean;
	/** Called with the duration that is expected of the pauses (ms). */
	expect: (duration: number) => void;
	/** Called after each part that the run tried to deliver. */
	settled: () => void;
	/** Called with an error that concerns nobody's message. */
	warn: (error: unknown) => void;
}

/**
 * Whether another retry may send a part. A Send Once Key tells whether that retry has sent a message or begun an item,
 * but not which files it has sent.
 */
function mayBeSentTwice(item: number, { request, onceKey, place }: ItemRequest, run: Run): boolean {
	if (!run.conflict || run.resendWhenUnsure || request.effect === 'read') return false;
	return (
		onceKey === undefined || (place !== undefined && place.index > 0 && run.memory.knows(item))
	);
}

/**
 * Finds the parts to send. A failed one keeps back the further files of its item. If it failed in this run, it also
 * keeps back the items after it, unless the node continues on errors.
 * @param parts those that another retry may send are replaced by failures
 * @returns positions in the list
 */
async function partsToSend(parts: Part[], run: Run): Promise<number[]> {
	const toSend: number[] = [];
	let failedItem: number | undefined;
	let isOver = false;
	await inTurns(parts.length, (position) => {
		let part = parts[position];
		if (
			part?.state === 'toSend' &&
			run.conflict &&
			mayBeSentTwice(part.item, part.itemRequest, run)
		)
			parts[position] = part = failedPart(part.item, run.conflict, part.itemRequest);
		if (part?.state === 'failed') {
			if (!part.isPerson) failedItem = part.item;
			isOver ||= !run.continues && part.failure.since === undefined;
		} else if (part?.state === 'toSend' && part.item !== failedItem && !isOver)
			toSend.push(position);
	});
	return toSend;
}

/** What happens after the service accepted a message never turns it into a failed one. */
function remember(item: number, itemRequest: ItemRequest, entry: Entry, run: Run): void {
	try {
		run.memory.remember(item, itemRequest, entry);
	} catch (error) {
		run.warn(error);
	}
}

/**
 * A part that failed in this run. It shows the doubt that an earlier run left, if there is one: a run that sent nothing
 * does not settle it. The memory keeps a new doubt, but not one that another execution left: a retry asks the key store
 * again, as that execution may have finished by then.
 */
function failedNow(item: number, itemRequest: ItemRequest, failure: Failure, run: Run): Part {
	const before = run.memory.recall(item, itemRequest);
	if (failure.delivery === 'unknown' && failure.since === undefined)
		remember(item, itemRequest, { unsure: failure }, run);
	const shown = before && 'unsure' in before ? before.unsure : failure;
	return failedPart(item, shown, itemRequest);
}

/**
 * Delivers the parts that are to be sent, and replaces each by its result. After a failure that ends the run, no
 * further part starts, and requests in progress finish.
 */
export async function deliver(parts: Part[], run: Run): Promise<void> {
	const { connection, continues, pauses } = run;
	const requestAt = (position: number) => {
		const part = parts[position];
		return part?.state === 'toSend' ? part.itemRequest : undefined;
	};
	const toSend = await partsToSend(parts, run);
	if (pauses)
		run.expect(
			expectedDuration(
				toSend.flatMap((at) => requestAt(at) ?? []),
				pauses.range,
			),
		);

	// Aborts after a failure that ends the run, and when the execution is stopped.
	const halt = new AbortController();
	const halted = AbortSignal.any([halt.signal, ...(connection.signal ? [connection.signal] : [])]);
	// Each instance that pauses listens to it. Node.js would warn of a leak.
	setMaxListeners(0, halted);
	const failedItems = new Set<number>();

	const deliverAt = async (position: number) => {
		const item = parts[position]?.item ?? 0;
		const itemRequest = requestAt(position);
		const mayStart = () => !halted.aborted && !failedItems.has(item);
		if (!itemRequest || !mayStart()) return;
		await pauseBefore(itemRequest, run, halted);
		if (!mayStart()) return;
		try {
			const answers = await deliverPart(itemRequest, run);
			const sent = sentPart(item, itemRequest, answers);
			parts[position] = sent;
			remember(item, itemRequest, { sent: sent.answers }, run);
		} catch (error) {
			const failure = failureFrom(error);
			parts[position] = failedNow(item, itemRequest, failure, run);
			// The others are asked even if one person cannot be.
			const isPerson = itemRequest.person !== undefined;
			if (!isPerson) failedItems.add(item);
			// A doubt that another execution left is no reason to hold back the other items.
			if (!continues && !isPerson && failure.since === undefined) halt.abort();
		}
		run.settled();
	};
	await inLanes(
		toSend,
		(position) =>
			requestAt(position)?.request[pauses ? 'instanceId' : 'lane'] ?? parts[position]?.item,
		run.slots,
		deliverAt,
	);
	for (const [position, { state, item }] of parts.entries())
		if (state === 'toSend') parts[position] = { state: 'stopped', item };
}
