import { againInDoubt, canceledBeforeSending, notSentAgain } from '../api/deliveryFailures';
import type { Failure } from '../api/failure';
import type { Entry } from '../memory/journal';
import { failureFrom } from '../n8n/errors';
import { deliverPart, pauseBefore, type Run } from './deliverPart';
import { inLanes } from './lanes';
import { failedPart, instanceOf, isSent, type Part, type ToSend } from './parts';
import { durationText, expectedDuration } from './pauses';

/** How often a long run logs its progress (ms). */
const progressInterval = 5000;

/**
 * Finds the parts to send. If one failed in this run, it keeps back the items after it, unless the node continues on
 * errors.
 * @returns positions in the list
 */
function partsToSend(parts: Part[], { continues }: Run): number[] {
	const toSend: number[] = [];
	for (const [position, part] of parts.entries()) {
		if (part.state === 'toSend') toSend.push(position);
		else if (part.state === 'failed' && !continues && part.failure.since === undefined) break;
	}
	return toSend;
}

/** Whether nothing is left to send of the item to which a part belongs. Its parts stand side by side. */
function isItemSent(parts: Part[], position: number): boolean {
	const item = parts[position]?.item;
	let first = position;
	while (parts[first - 1]?.item === item) first--;
	let after = position;
	while (parts[after]?.item === item) after++;
	return parts.slice(first, after).every(isSent);
}

/**
 * A part that failed in this run. An attempt that sent nothing does not settle an earlier doubt. The journal keeps a new
 * doubt, but not one that another execution left: that one may have finished when a retry asks again.
 */
function failedNow(part: ToSend, failure: Failure, { journal }: Run): Part {
	const { item, itemRequest, doubt, once } = part;
	const failed = failedPart(part, failure);
	if (doubt && failure.delivery === 'notSent')
		return { ...failed, failure: againInDoubt(doubt, failure) };
	if (failure.delivery === 'unknown' && failure.since === undefined)
		journal.note(item, itemRequest.part, { unsure: failed.failure, ...(once && { once }) }, false);
	return failed;
}

/** Notes what was sent. What happens after the service accepted a message never turns it into a failed one. */
function noteSent(parts: Part[], position: number, name: string, entry: Entry, run: Run): void {
	const { item = 0 } = parts[position] ?? {};
	try {
		run.journal.note(item, name, entry, isItemSent(parts, position));
	} catch (error) {
		run.logger.warn(
			`A message was sent, but the node could not keep its answer: ${(error as Error).message}`,
		);
	}
}

/** What is known of a part that this run did not start. Undefined if another failure says it. */
function keptBack({ doubt }: ToSend, { continues, signal }: Run): Failure | undefined {
	if (doubt) return notSentAgain(doubt, continues);
	return signal?.aborted ? canceledBeforeSending().failure : undefined;
}

/**
 * Delivers the parts that are to be sent, and replaces each by its result. After a failure that ends the run, no
 * further part starts, and requests in progress finish.
 */
export async function deliver(parts: Part[], run: Run): Promise<void> {
	const { continues, halt, halted, logger, pauses, signal } = run;
	const toSendAt = (position: number) => {
		const part = parts[position];
		return part?.state === 'toSend' ? part : undefined;
	};
	const toSend = partsToSend(parts, run);
	if (pauses) {
		const { min, max } = pauses.range;
		const messages = toSend.flatMap((position) => toSendAt(position)?.itemRequest ?? []);
		const duration = expectedDuration(messages, pauses.range);
		if (duration > 0)
			logger.info(
				`Messaging Integration: pauses of ${min} to ${max} s between messages, expected to take about ${durationText(duration)} in all`,
			);
	}

	const itemsOfFailedFiles = new Set<number>();
	let settled = 0;

	const deliverAt = async (position: number) => {
		const part = toSendAt(position);
		if (!part) return;
		const { item, itemRequest, once } = part;
		const mayStart = () => !halted.aborted && !itemsOfFailedFiles.has(item);
		if (mayStart()) await pauseBefore(part, run, halted);
		if (!mayStart()) return;
		try {
			const done = (parts[position] = await deliverPart(part, run, mayStart));
			const entry = { sent: done.answers, ...(once && { once }) };
			if (done.state === 'sent' && itemRequest.request.effect !== 'read')
				noteSent(parts, position, itemRequest.part, entry, run);
		} catch (error) {
			const failure = failureFrom(error);
			// The failure of another item ended the run before this message began, so this one is kept back.
			if (failure.canceled && !signal?.aborted) return;
			parts[position] = failedNow(part, failure, run);
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
		(position) => {
			const part = toSendAt(position);
			if (!part) return undefined;
			const { lane } = part.itemRequest.request;
			if (pauses) return instanceOf(part);
			return lane === undefined ? part.item : lane + part.connection.id;
		},
		run.slots,
		deliverAt,
	).finally(() => clearInterval(progress));
	for (const [position, part] of parts.entries()) {
		const failure = part.state === 'toSend' && keptBack(part, run);
		if (failure) parts[position] = failedPart(part, failure);
	}
}
