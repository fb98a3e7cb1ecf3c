import { setMaxListeners } from 'node:events';

import type { Logger } from 'n8n-workflow';

import { canceledBeforeSending, notSentAgain } from '../api/deliveryFailures';
import type { Failure } from '../api/failure';
import type { ItemRequest } from '../api/request';
import type { Entry, ExecutionMemory } from '../memory/executionMemory';
import { keyDigest } from '../memory/identity';
import { failureFrom } from '../n8n/errors';
import { type Delivery, deliverPart, pauseBefore } from './deliverPart';
import { inLanes, inTurns } from './lanes';
import { failedPart, type Part, sentPart } from './parts';
import { durationText, expectedDuration } from './pauses';

/** Another retry of the same execution, which may send its items. */
export interface OtherRetry {
	/** Why this one does not send them. */
	failure: Failure;
	/** Whether it has the same Send Once Keys, which tell what it has sent. */
	hasKeys: boolean;
}

export interface Run extends Delivery {
	memory: ExecutionMemory;
	resendWhenUnsure: boolean;
	otherRetry?: OtherRetry;
	/** Whether to send the items after a failed one as well. The files of an item after a failed one are never sent. */
	continues: boolean;
	/** Aborts after a failure that ends the run. */
	halt: AbortController;
	logger: Logger;
}

/** How often a long run logs its progress (ms). */
const progressInterval = 5000;

/**
 * Why a part must not be sent that another retry may send. A Send Once Key tells whether that retry has sent a message
 * or begun an item, but not which files it has sent.
 */
function conflictOf(
	item: number,
	{ request, onceKey, place }: ItemRequest,
	{ otherRetry, resendWhenUnsure, memory }: Run,
): Failure | undefined {
	if (!otherRetry || resendWhenUnsure || request.effect === 'read') return undefined;
	const isLaterFile = place !== undefined && place.index > 0 && memory.knows(item);
	const isKnownByKey = onceKey !== undefined && otherRetry.hasKeys && !isLaterFile;
	return isKnownByKey ? undefined : otherRetry.failure;
}

/**
 * Finds the parts to send. If one failed in this run, it keeps back the items after it, unless the node continues on
 * errors.
 * @param parts those that another retry may send are replaced by failures
 * @returns positions in the list
 */
async function partsToSend(parts: Part[], run: Run): Promise<number[]> {
	const toSend: number[] = [];
	let itemOfFailedFile: number | undefined;
	let isOver = false;
	await inTurns(parts.length, (position) => {
		let part = parts[position];
		if (part?.state === 'toSend') {
			const conflict = conflictOf(part.item, part.itemRequest, run);
			if (conflict) parts[position] = part = failedPart(part.item, conflict, part.itemRequest);
		}
		if (part?.state === 'failed') {
			if (part.isFile) itemOfFailedFile = part.item;
			isOver ||= !run.continues && part.failure.since === undefined;
		} else if (part?.state === 'toSend' && part.item !== itemOfFailedFile && !isOver)
			toSend.push(position);
	});
	return toSend;
}

/** What happens after the service accepted a message never turns it into a failed one. */
function remember(item: number, itemRequest: ItemRequest, entry: Entry, run: Run): void {
	try {
		run.memory.remember(item, itemRequest, entry);
	} catch (error) {
		run.logger.warn(
			`A message was sent, but the node could not keep its answer: ${(error as Error).message}`,
		);
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
	const { connection, continues, halt, logger, pauses } = run;
	const requestAt = (position: number) => {
		const part = parts[position];
		return part?.state === 'toSend' ? part.itemRequest : undefined;
	};
	const toSend = await partsToSend(parts, run);
	if (pauses) {
		const { min, max } = pauses.range;
		const duration = expectedDuration(
			toSend.flatMap((at) => requestAt(at) ?? []),
			pauses.range,
		);
		if (duration > 0)
			logger.info(
				`Messaging Integration: pauses of ${min} to ${max} s between messages, expected to take about ${durationText(duration)} in all`,
			);
	}

	const halted = AbortSignal.any([halt.signal, ...(connection.signal ? [connection.signal] : [])]);
	// Each instance that pauses listens to it. Node.js would warn of a leak.
	setMaxListeners(0, halted);
	const itemsOfFailedFiles = new Set<number>();
	let settled = 0;

	const deliverAt = async (position: number) => {
		const part = parts[position];
		if (part?.state !== 'toSend') return;
		const { item, itemRequest } = part;
		const mayStart = () => !halted.aborted && !itemsOfFailedFiles.has(item);
		if (mayStart()) await pauseBefore(itemRequest, run, halted);
		if (!mayStart()) return await run.sendOnce.leave(keyDigest(itemRequest));
		try {
			const sent = sentPart(item, await deliverPart(itemRequest, run, mayStart), itemRequest);
			parts[position] = sent;
			remember(item, itemRequest, { sent: sent.answers }, run);
		} catch (error) {
			const failure = failureFrom(error);
			// The failure of another item ended the run before this message began, so this one is kept back.
			if (failure.canceled && !connection.signal?.aborted) return;
			parts[position] = failedNow(item, itemRequest, failure, run);
			if (itemRequest.place) itemsOfFailedFiles.add(item);
			// A doubt that another execution left is no reason to hold back the other items.
			if (!continues && failure.since === undefined) halt.abort();
		}
		settled++;
	};
	const progress = setInterval(() => {
		logger.info(`Messaging Integration: ${settled} of ${parts.length} settled`);
	}, progressInterval);
	await inLanes(
		toSend,
		(position) =>
			requestAt(position)?.request[pauses ? 'instanceId' : 'lane'] ?? parts[position]?.item,
		run.slots,
		deliverAt,
	).finally(() => clearInterval(progress));
	let itemOfFailure: number | undefined;
	for (const [position, part] of parts.entries()) {
		const { item, state } = part;
		if (state === 'failed') itemOfFailure = item;
		if (state !== 'toSend') continue;
		const { itemRequest } = part;
		const before = run.memory.recall(item, itemRequest);
		const keptBack = connection.signal?.aborted
			? canceledBeforeSending().failure
			: run.otherRetry?.failure;
		const failure =
			before && 'unsure' in before
				? notSentAgain(before.unsure, continues)
				: item !== itemOfFailure && keptBack;
		if (!failure) continue;
		parts[position] = failedPart(item, failure, itemRequest);
		itemOfFailure = item;
	}
}
