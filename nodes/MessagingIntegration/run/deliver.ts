import { type Ending, type Failed, isOfThisRun } from '../service/ending';
import { failureOf } from '../service/failureOf';
import type { Outcome } from '../service/outcome';
import { requestFactsOf } from '../service/words';
import { laneOf, type RequestKind, uploadOf } from '../service/request';
import type { Entry } from '../memory/journal';
import { failureFrom } from '../n8n/errors';
import { inTurns } from '../n8n/inTurns';
import { realClock } from '../requests/clock';
import { deliverPart, type Run } from './deliverPart';
import type { WaitingPlace, Shown } from './instanceLanes';
import { Lanes } from './lanes';
import {
	donePart,
	failedPart,
	inDoubtAgain,
	instanceKeyOf,
	isSent,
	notBegun,
	type Part,
	type ToSend,
} from './parts';

/** How often a long run logs its progress (ms). */
const progressInterval = 5000;

/** Who was asked cannot answer while others wait to be asked, so they wait at most so long after the last one (ms). */
const longestWaitToAsk = 10_000;

/** Whether the run was stopped before a message began, or while its request waited. */
function wasNotBegun({ reason, delivery }: Failed): boolean {
	return delivery === 'notSent' && (reason === 'stopped' || reason === 'stoppedBeforeAnswer');
}

/** What the ending of a part shows about the limits of the service. @param kind of its own request */
function shownBy(ending: Ending, kind: RequestKind): Shown {
	if (ending.state === 'slowed') return ending;
	if (ending.state !== 'failed') return ending.state === 'sent' ? 'answered' : 'unsent';
	const facts = requestFactsOf(ending);
	// No message was sent if its upload failed, its file could not be read, or the run was stopped.
	if (facts?.kind !== kind || ending.reason === 'fileUnreadable' || wasNotBegun(ending))
		return 'unsent';
	return facts.status === undefined ? 'unanswered' : 'answered';
}

/** The delivery of the parts of a run. */
class RunDelivery {
	/** By item: how many of its parts are not sent. */
	private readonly unsent = new Map<number, number>();
	private readonly itemsOfFailedFiles = new Set<number>();
	private settled = 0;
	private sentAt = Infinity;
	/** Ends the run of a tool that has waited too long. */
	private impatience: NodeJS.Timeout | undefined;

	constructor(
		private readonly parts: Part[],
		private readonly run: Run,
	) {}

	async deliver(): Promise<Part[]> {
		const progress = setInterval(() => {
			this.run.logger.info(
				`Messaging Integration: ${this.settled} of ${this.parts.length} settled`,
			);
		}, progressInterval);
		try {
			await this.sendAll();
		} catch (error) {
			const failure = failureFrom(error);
			for (const part of this.parts)
				if (part.state === 'toSend') part.ended ??= failedPart(part, failure);
		} finally {
			clearInterval(progress);
			clearTimeout(this.impatience);
		}
		return this.parts.map((part) => {
			if (part.state !== 'toSend') return part;
			const failure = part.ended ? undefined : this.keptBack(part);
			if (failure) this.endFailed(part, failure);
			return part.ended ?? part;
		});
	}

	private async sendAll(): Promise<void> {
		const { runStopped, isQuestion, options, senderOf, summary } = this.run;
		const { concurrency, messagesPerMinute, pauseBetween } = options;
		const pause = ({ min, max }: NonNullable<typeof pauseBetween>) => {
			summary.pauses++;
			return Math.round((min + (max - min) * realClock.random()) * 1000);
		};
		const lanes = new Lanes<ToSend>({
			concurrency,
			placeOf: (part) => this.placeOf(part),
			isUploaded: ({ connection }, file) => senderOf(connection).uploads.isKnown(file),
			messagesPerMinute,
			answeredAt: (part) => part.answeredAt,
			...(pauseBetween && { pause: () => pause(pauseBetween) }),
			workOn: async (part, isProbe) => await this.workOn(part, isProbe),
			giveUp: (part, retryAfter) => this.giveUp(part, retryAfter),
			...(isQuestion && { giveUpAt: () => this.sentAt + longestWaitToAsk }),
			clock: realClock,
			signal: runStopped,
		});
		const take = (part: Part) => this.mayBegin(part) && lanes.add(part);
		await inTurns(this.parts.length, (at) => void take(this.parts[at] as Part), runStopped);
		await lanes.work();
	}

	/** Call in input order. */
	private mayBegin(part: Part): part is ToSend {
		const { unsent } = this;
		if (!isSent(part)) unsent.set(part.item, (unsent.get(part.item) ?? 0) + 1);
		return part.state === 'toSend';
	}

	/** Where a part waits until it may begin. */
	private placeOf(part: ToSend): WaitingPlace {
		const { item, itemRequest, connection } = part;
		const lane = laneOf(itemRequest.request);
		const upload = uploadOf(itemRequest);
		return {
			instance: instanceKeyOf(part),
			lane: lane === undefined ? item : lane + connection.id,
			...(upload && { file: this.run.senderOf(connection).uploads.fileOf(upload) }),
		};
	}

	private async workOn(part: ToSend, isProbe: boolean): Promise<Shown> {
		const { stopRun, runStopped, patience, summary } = this.run;
		const mayStart = () => !runStopped.aborted && !this.itemsOfFailedFiles.has(part.item);
		part.isProbe = isProbe;
		const ending =
			this.run.quietItems.whyNotNow(part) ??
			(await deliverPart(part, this.run, mayStart).catch(failureFrom));
		if (ending.state === 'slowed') {
			part.refusal = ending.refusal;
			summary.slowed++;
			if (patience > 0) this.impatience ??= setTimeout(() => stopRun.abort(), patience);
		} else if (ending.state === 'failed') {
			// The run ended before this message began, so this one is kept back.
			if (!wasNotBegun(ending)) this.fail(part, ending);
		} else {
			part.ended = donePart(part, ending);
			part.attempts = undefined;
			this.settled++;
			if (ending.state === 'sent') this.sentAt = realClock.now();
			const isNoted =
				(ending.state === 'sent' || ending.state === 'counted') &&
				part.itemRequest.request.effect !== 'read';
			if (isNoted) this.note(part, { sent: ending.answers });
		}
		return shownBy(ending, part.itemRequest.request.kind);
	}

	private giveUp(part: ToSend, retryAfter: number): void {
		this.fail(part, this.refusalOf(part, retryAfter));
	}

	/** A part that was not tried does not quote the answer to another one. */
	private refusalOf({ itemRequest, connection, refusal }: ToSend, retryAfter: number): Failed {
		const paused = { kind: 'break', reason: 'paused', wasWritten: false } as const;
		const outcome: Outcome = { ...paused, pause: retryAfter };
		return refusal ?? failureOf(itemRequest.request, outcome, connection.account);
	}

	private fail(part: ToSend, failure: Failed): void {
		this.settled++;
		this.endFailed(part, failure);
		if (part.itemRequest.place) this.itemsOfFailedFiles.add(part.item);
		// A doubt that another execution left is no reason to hold back the other items.
		if (!this.run.continues && isOfThisRun(failure)) this.run.stopRun.abort();
	}

	/**
	 * Ends a part that failed in this run. An attempt that sent nothing does not settle an earlier doubt. The journal keeps
	 * a new doubt, but not one that another execution left: that one may have finished when a retry asks again.
	 */
	private endFailed(part: ToSend, failure: Failed): void {
		const { doubt } = part;
		const isSettled = !doubt || failure.delivery === 'unknown';
		const ended = failedPart(part, isSettled ? failure : { ...doubt, again: failure });
		part.ended = ended;
		if (failure.delivery !== 'unknown' || !isOfThisRun(failure)) return;
		const { names, file: { name, noun, count } = {} } = ended;
		const file = name === undefined ? {} : { file: { name, noun, count } };
		this.note(part, { unsure: { failure, names, ...file } });
	}

	/** What is known of a part that this run did not start. Undefined if another failure says it. */
	private keptBack(part: ToSend): Failed | undefined {
		const { doubt, refusal } = part;
		const { continues, executionStopped, journal, patience } = this.run;
		if (refusal?.delivery === 'unknown') return refusal;
		if (doubt) return inDoubtAgain(doubt, continues);
		if (executionStopped.aborted) return notBegun(executionStopped, journal);
		return patience > 0 ? this.refusalOf(part, 0) : undefined;
	}

	/** Notes what became of a part. A problem with that never turns a message that was sent into one that failed. */
	private note({ item, itemRequest, once }: ToSend, entry: Entry): void {
		const { journal, logger } = this.run;
		try {
			journal.note(item, itemRequest.partName, { ...entry, ...(once && { once }) });
			const left = (this.unsent.get(item) ?? 0) - ('sent' in entry ? 1 : 0);
			this.unsent.set(item, left);
			if (left === 0) journal.complete(item);
		} catch (error) {
			const what = 'sent' in entry ? 'was sent' : 'may have arrived';
			logger.warn(
				`A message ${what}, but the node could not keep its answer: ${(error as Error).message}`,
			);
		}
	}
}

/**
 * Delivers the parts that are to be sent. After a failure that ends the run, no further part starts, and requests in
 * progress finish.
 * @returns how each part ended; one that was not started stays as it was
 */
export async function deliver(parts: Part[], run: Run): Promise<Part[]> {
	return await new RunDelivery(parts, run).deliver();
}
