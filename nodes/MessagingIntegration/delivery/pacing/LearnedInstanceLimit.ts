import {
	askAt,
	caughtUpFor,
	doubtsOfAFault,
	givenUpAfter,
	score,
	shortest,
	surelyOwn,
} from '../numbers';
import type { Clock } from '../World';
import { AdaptiveRate } from './AdaptiveRate';
import { Probing, type Refusal, type Start } from './Probing';
import { Pace, type LearnedRecipientLimit } from './LearnedRecipientLimit';

/**
 * Decides who may send when an instance refuses requests. Only time ends a wait, never a number of refusals.
 *
 * 1. Who is refused waits: as long as the service says, and longer each time. A message fails after five minutes.
 * 2. A message that followed another one to its recipient sooner than ever worked met the recipient's own limit.
 *    Recipients that met one keep the pace that worked. Nobody else waits.
 * 3. If the service asks for more than a second, others are asked meanwhile: from all over the list, one at a time, and
 *    less and less often (`Probing`). If one is accepted, those who still have to wait have limits of their own.
 * 4. Without a longer pause, the share of refused requests decides (`score`). A shared limit makes all wait.
 * 5. When a shared limit is over, one message goes first. The others keep a rate (`AdaptiveRate`).
 * 6. While nothing at all is accepted, messages ask at set times (`askAt`), unless it is known that those who were refused
 *    have limits of their own that are not over.
 * 7. An instance that accepts nothing for five minutes is given up.
 */
export class LearnedInstanceLimit {
	private readonly rate = new AdaptiveRate();
	private readonly pace = new Pace();
	/** Whether the instance has a limit that all share. */
	private isShared = false;
	private score = 0;
	/** The last refusals while it is not known whose limit it is. */
	private readonly unclear = new Map<LearnedRecipientLimit, Refusal>();
	private probing: Probing | undefined;
	/** When the instance first refused a request since it accepted one, or left too many in doubt. */
	private refusedSince = Infinity;
	/** How many requests in a row are in doubt. */
	private doubts = 0;
	/** How many messages began since, and when the next one may (ms). */
	private asked = 0;
	private nextAsk = 0;
	/** The last one of these. @property due since when it might begin (ms) */
	private lastAsk: { start: Start; due: number } | undefined;
	/** When the limits that recipients have of their own are over, as far as they are known (ms). */
	private ownUntil = 0;

	/** @param hasSeveral whether the run has several recipients */
	constructor(
		private readonly clock: Clock,
		private readonly hasSeveral: () => boolean,
	) {}

	/** Whether the next message should come from anywhere in the list, because neighbours may have the same limit. */
	get isProbing(): boolean {
		return this.probing !== undefined || this.refusedSince < Infinity;
	}

	/** @returns ms until the instance is given up */
	rest(now: number): number {
		return Math.max(0, this.refusedSince + givenUpAfter - now);
	}

	/** @returns ms until a request may start; Infinity until an answer comes */
	wait(now: number): number {
		const isFree = now < this.ownUntil && now - this.refusedSince < surelyOwn;
		const ask = isFree ? now : this.nextAsk;
		return Math.max((this.probing ?? this.rate).wait(now), ask - now);
	}

	start(now: number): Start {
		const start = { at: now };
		this.rate.start(now);
		if (this.refusedSince < Infinity) {
			const missed = now - this.refusedSince - caughtUpFor;
			const next = askAt.findIndex((at) => at > missed);
			this.lastAsk = { start, due: this.nextAsk };
			this.ask(Math.max(this.asked + 1, next));
		}
		if (this.probing) this.probing.probe = start;
		return start;
	}

	/** Many runs with one message can share a limit, so each of them asks at a random moment between two of the set times. */
	private ask(count: number): void {
		const [at = Infinity, following = Infinity] = askAt.slice(count);
		const chance = this.hasSeveral() ? 0 : this.clock.random();
		this.asked = count;
		this.nextAsk = this.refusedSince + at + (chance && chance * (following - at));
	}

	/** Call after any answer at `at` (ms) that does not ask to slow down. @returns the recipients whose own limit it was */
	accept(lane: LearnedRecipientLimit, start: Start, at: number): LearnedRecipientLimit[] {
		this.doubts = 0;
		// One to a request from before the first refusal, answered before it or much later, does not show that they are over.
		const since = at - this.refusedSince;
		if (since > 0 && (since < shortest || start.at > this.refusedSince)) {
			this.refusedSince = Infinity;
			this.nextAsk = 0;
		}
		this.score = Math.min(this.score + score.accepted, 0);
		this.unclear.delete(lane);
		const own = this.settleRefusals(start);
		this.rate.accepted(start.at, this.probing !== undefined);
		const isPaced = lane.isRefused;
		if (isPaced) this.pace.accepted(start.at - lane.acceptedAt);
		lane.free();
		lane.acceptedAt = start.at;
		if (!this.isShared) lane.until = start.at + this.pace.next;
		lane.isHeld = isPaced;
		return own;
	}

	private beginSilence(at: number): void {
		if (this.refusedSince < Infinity) return;
		this.refusedSince = at;
		this.lastAsk = undefined;
		this.ask(0);
	}

	/**
	 * Call if a request may have arrived, which shows nothing about limits. A fault is not multiplied: after three in a row,
	 * the instance is asked as seldom as after a refusal. While a server is exchanged, a proxy answers 502 for three seconds,
	 * in which a list would be over.
	 */
	doubt(start: Start, at: number): void {
		this.probing?.unsent(start);
		this.doubts++;
		if (this.doubts < doubtsOfAFault) return;
		this.beginSilence(at);
		this.ownUntil = 0;
	}

	/** Call if there was no answer: the service did not refuse the request. One from before the first refusal shows nothing. */
	unanswered(start: Start): LearnedRecipientLimit[] {
		if (start.at > this.refusedSince) {
			this.asked = this.nextAsk = 0;
			this.lastAsk = undefined;
		}
		return this.settleRefusals(start);
	}

	/** Call if the step sent no request: the next step takes its place, also to ask an instance that accepts nothing. */
	unsent(start: Start): void {
		this.probing?.unsent(start);
		this.rate.unsent(start.at);
		const { lastAsk } = this;
		if (lastAsk?.start !== start) return;
		this.lastAsk = undefined;
		this.asked--;
		this.nextAsk = lastAsk.due;
	}

	/** A request was not refused. It ends the silence in which it asked. @returns the recipients that met limits of their own */
	private settleRefusals(start: Start): LearnedRecipientLimit[] {
		const { at } = start;
		const { probing, unclear } = this;
		if (probing) {
			if (probing.probe !== start) return [];
			// Whoever still has to wait did not meet the limit that is over now.
			const isOver = ({ at: from, retryAfter }: Refusal) => from + retryAfter - shortest < at;
			const over = [...unclear].filter(([, refusal]) => isOver(refusal));
			for (const [lane] of over) lane.free();
			if (over.length > 0) this.isShared = true;
			if (probing.isShared || over.length > 0) {
				this.ownUntil = 0;
				this.rate.resume(probing.since, at);
			} else for (const { until } of unclear.keys()) this.ownUntil = Math.max(this.ownUntil, until);
			this.probing = undefined;
		} else if (this.score < 0) return [];
		const lanes = [...unclear.keys()];
		unclear.clear();
		return lanes;
	}

	/** Call after each refusal. @returns the recipients of whom it shows whose limit they met: their own, or that of all */
	refuse(lane: LearnedRecipientLimit, refusal: Refusal): LearnedRecipientLimit[] {
		const { start, at, retryAfter } = refusal;
		this.beginSilence(at);
		lane.refuse(at, retryAfter);
		if (this.isOwn(lane, refusal)) {
			this.probing?.unsent(start);
			this.unclear.delete(lane);
			return [lane];
		}
		this.unclear.set(lane, refusal);
		const isShared = this.isDueToAll(retryAfter);
		if (isShared || retryAfter > shortest || this.probing) {
			this.probing ??= new Probing(at, at + retryAfter, this.clock.random);
			if (this.hasSeveral()) this.probing.refuse(refusal, isShared);
			else this.probing.refuseAlone(refusal);
		}
		return isShared ? this.freeAll() : [];
	}

	/** Whether a message followed another one to the same recipient sooner than ever worked. */
	private isOwn(lane: LearnedRecipientLimit, { start, retryAfter }: Refusal): boolean {
		if (!this.hasSeveral()) return retryAfter > givenUpAfter;
		const distance = start.at - lane.acceptedAt;
		if (distance === Infinity || !this.pace.mayBeTooShort(distance)) return false;
		this.pace.refused(distance, retryAfter);
		return true;
	}

	/** Whether a refusal shows a limit that all share. */
	private isDueToAll(retryAfter: number): boolean {
		if (this.hasSeveral() && retryAfter > shortest) return false;
		this.score = Math.max(this.score - score.refused, score.least);
		this.isShared ||= !this.hasSeveral() || this.score <= score.least;
		if (this.isShared) this.score = 0;
		if (this.isShared) this.ownUntil = 0;
		return this.isShared;
	}

	/** Who met a shared limit need not wait on top of it. @returns these recipients */
	private freeAll(): LearnedRecipientLimit[] {
		const mayWait = this.hasSeveral() ? shortest : givenUpAfter;
		const met = [...this.unclear].filter(([, { retryAfter }]) => retryAfter <= mayWait);
		const lanes = met.map(([lane]) => lane);
		for (const lane of lanes) {
			lane.free();
			this.unclear.delete(lane);
		}
		return lanes;
	}
}
