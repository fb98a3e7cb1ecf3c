import { againInDoubt, canceledBeforeSending, notSentAgain } from '../api/deliveryFailures';
import { type Failure, isOfThisRun } from '../api/failure';
import { failureOf } from '../api/failureOf';
import type { Outcome } from '../api/outcome';
import type { Entry } from '../memory/journal';
import { failureFrom } from '../n8n/errors';
import { realClock } from '../requests/clock';
import { deliverPart, type Run } from './deliverPart';
import type { Ended, Place } from './instanceLanes';
import { inLanes } from './lanes';
import { failedPart, instanceOf, isSent, type Part, type ToSend } from './parts';
import { durationText, expectedDuration } from './pauses';

/** How often a long run logs its progress (ms). */
const progressInterval = 5000;

/** A part to send, and its position in the list. */
type Numbered = [position: number, part: ToSend];

/**
 * Finds the parts to send. If one failed in this run, it keeps back the items after it, unless the node continues on
 * errors.
 */
function partsToSend(parts: Part[], { continues }: Run): Numbered[] {
	const toSend: Numbered[] = [];
	for (const [position, part] of parts.entries()) {
		if (part.state === 'toSend') toSend.push([position, part]);
		else if (part.state === 'failed' && !continues && isOfThisRun(part.failure)) break;
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

/** Notes what became of a part. A problem with that never turns a message that was sent into one that failed. */
function note(
	parts: Part[],
	position: number,
	{ itemRequest, once }: ToSend,
	entry: Entry,
	run: Run,
): void {
	const { item = 0 } = parts[position] ?? {};
	const keyed = { ...entry, ...(once && { once }) };
	try {
		run.journal.note(item, itemRequest.part, keyed);
		if (isItemSent(parts, position)) run.journal.complete(item);
	} catch (error) {
		const what = 'sent' in entry ? 'was sent' : 'may have arrived';
		run.logger.warn(
			`A message ${what}, but the node could not keep its answer: ${(error as Error).message}`,
		);
	}
}

/**
 * Ends a part that failed in this run. An attempt that sent nothing does not settle an earlier doubt. The journal keeps a
 * new doubt, but not one that another execution left: that one may have finished when a retry asks again.
 */
function endFailed(
	parts: Part[],
	position: number,
	part: ToSend,
	failure: Failure,
	run: Run,
): void {
	const failed = failedPart(part, failure);
	const { doubt } = part;
	const isSettled = !doubt || failure.delivery === 'unknown';
	parts[position] = isSettled ? failed : { ...failed, failure: againInDoubt(doubt, failure) };
	if (failure.delivery === 'unknown' && isOfThisRun(failure))
		note(parts, position, part, { unsure: failed.failure }, run);
}

/** What is known of a part that this run did not start. Undefined if another failure says it. */
function keptBack({ doubt, refusal }: ToSend, { continues, signal }: Run): Failure | undefined {
	if (refusal?.delivery === 'unknown') return refusal;
	if (doubt) return notSentAgain(doubt, continues);
	return signal?.aborted ? canceledBeforeSending().failure : undefined;
}

/** Says how long the pauses that the user wants will take. */
function logPauses(parts: ToSend[], { pauses, logger }: Run): void {
	if (!pauses) return;
	const { min, max } = pauses.range;
	const messages = parts.map(({ itemRequest }) => itemRequest);
	const duration = expectedDuration(messages, pauses.range);
	if (duration > 0)
		logger.info(
			`Messaging Integration: pauses of ${min} to ${max} s between messages, expected to take about ${durationText(duration)} in all`,
		);
}

/** Where a part waits until it may begin. */
function placeOf(part: ToSend, { senderOf }: Run): Place {
	const { item, itemRequest, connection } = part;
	const { request, upload } = itemRequest;
	const file = upload?.request ?? (request.file && request);
	return {
		instance: instanceOf(part),
		lane: request.lane === undefined ? item : request.lane + connection.id,
		...(file && { file: senderOf(connection).uploads.fileOf(file) }),
	};
}

/** What a failure says about the limits of the service. */
function endedBy({ slowDown, httpStatus, about }: Failure): Ended {
	if (slowDown) return slowDown;
	if (httpStatus !== undefined) return 'accepted';
	return about === 'request' ? 'unanswered' : 'unsent';
}

/**
 * Delivers the parts that are to be sent, and replaces each by its result. After a failure that ends the run, no
 * further part starts, and requests in progress finish.
 */
export async function deliver(parts: Part[], run: Run): Promise<void> {
	const { continues, counts, halt, halted, logger, pauses, signal } = run;
	const toSend = partsToSend(parts, run);
	logPauses(
		toSend.map(([, part]) => part),
		run,
	);
	const itemsOfFailedFiles = new Set<number>();
	let settled = 0;

	const fail = (position: number, part: ToSend, failure: Failure) => {
		settled++;
		endFailed(parts, position, part, failure, run);
		if (part.itemRequest.place) itemsOfFailedFiles.add(part.item);
		// A doubt that another execution left is no reason to hold back the other items.
		if (!continues && isOfThisRun(failure)) halt.abort();
	};
	const workOn = async ([position, part]: Numbered): Promise<Ended> => {
		const { item, itemRequest } = part;
		const mayStart = () => !halted.aborted && !itemsOfFailedFiles.has(item);
		try {
			const done = (parts[position] = await deliverPart(part, run, mayStart));
			if (done.state === 'sent' && itemRequest.request.effect !== 'read')
				note(parts, position, part, { sent: done.answers }, run);
			settled++;
			return done.state === 'sent' ? 'accepted' : 'unsent';
		} catch (error) {
			const failure = failureFrom(error);
			// The failure of another item ended the run before this message began, so this one is kept back.
			if (failure.canceled && !signal?.aborted) return 'unsent';
			if (failure.slowDown) {
				part.refusal = failure;
				counts.slowed++;
			} else fail(position, part, failure);
			return endedBy(failure);
		}
	};
	/** A part that was not tried does not quote the answer to another one. */
	const giveUp = ([position, part]: Numbered, asked: number) => {
		if (halted.aborted || itemsOfFailedFiles.has(part.item)) return;
		const { itemRequest, connection, refusal } = part;
		const paused: Outcome = { kind: 'break', reason: 'paused', begun: false, pause: asked };
		fail(position, part, refusal ?? failureOf(itemRequest.request, paused, connection.account));
	};
	const progress = setInterval(() => {
		logger.info(`Messaging Integration: ${settled} of ${parts.length} settled`);
	}, progressInterval);
	await inLanes(toSend, {
		concurrency: run.concurrency,
		placeOf: ([, part]) => placeOf(part, run),
		isUploaded: ([, part], file) => run.senderOf(part.connection).uploads.isKnown(file),
		...(pauses && { pause: () => pauses.next() }),
		workOn,
		giveUp,
		clock: realClock,
		signal: halted,
	}).finally(() => clearInterval(progress));
	for (const [position, part] of parts.entries()) {
		const failure = part.state === 'toSend' && keptBack(part, run);
		if (failure) endFailed(parts, position, part, failure, run);
	}
}
