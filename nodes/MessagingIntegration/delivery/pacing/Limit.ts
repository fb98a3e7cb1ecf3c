// Tests: test/limits/limits.test.ts, test/delivery/faults.test.ts
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
import { Pace, type LearnedRecipientLimit } from './LearnedRecipientLimit';
import { Rate } from './Rate';

/** A step that started. */
export interface Start {
	/** ms */
	at: number;
}

/** What the service answered to a step that it refused. */
interface Refusal {
	start: Start;
	/** ms */
	at: number;
	/** The pause that the service asks for (ms); 0 if it does not say. */
	retryAfter: number;
}

/**
 * Decides who may send when an instance refuses requests, or leaves them in doubt. Only time ends a wait, never a number of
 * refusals.
 *
 * 1. Who is refused waits: as long as the service says, and longer each time. A message fails after five minutes.
 * 2. A message that followed another one to its recipient sooner than ever worked met the recipient's own limit.
 *    Recipients that met one keep the pace that worked. Nobody else waits.
 * 3. After any other refusal, and after three doubts in a row, there is silence: the others ask at set times (`askAt`), from
 *    all over the list, until one is accepted.
 * 4. If that one was refused before, all share a limit: they keep a rate (`Rate`), and nobody waits on top of it. If it was
 *    not, those who still have to wait have limits of their own, and the others go on, whoever of them is refused.
 * 5. An instance that accepts nothing for five minutes is given up.
 */
export class Limit {
	private readonly rate = new Rate();
	private readonly pace = new Pace();
	/** Whether the instance has a limit that all share. */
	private isShared = false;
	/** How many requests were refused lately, and how many accepted. */
	private score = 0;
	/** Whose limit the last refusals met is not known yet. */
	private readonly unclear = new Map<LearnedRecipientLimit, Refusal>();
	/** When the silence began (ms). */
	private since = Infinity;
	/** How many messages asked since, and when the next one may (ms). */
	private asked = 0;
	private nextAsk = 0;
	/** The last one of these. @property due since when it might begin (ms) */
	private lastAsk: { start: Start; due: number } | undefined;
	/** Whether a refusal in this silence may be due to a limit that all share. */
	private isMet = false;
	/** How many requests in a row are in doubt. */
	private doubts = 0;
	/** When the limits that recipients have of their own are over, as far as they are known (ms). */
	private ownUntil = 0;

	/** @param hasSeveral whether the run has several recipients */
	constructor(
		private readonly clock: Clock,
		private readonly hasSeveral: () => boolean,
	) {}

	/** Whether the instance accepts nothing. The next message then comes from anywhere in the list: neighbours may have the same limit. */
	get isSilent(): boolean {
		return this.since < Infinity;
	}

	/** @returns ms until the instance is given up */
	rest(now: number): number {
		return Math.max(0, this.since + givenUpAfter - now);
	}

	/** @returns ms until a request may start */
	wait(now: number): number {
		const isFree = now < this.ownUntil && now - this.since < surelyOwn;
		return Math.max(this.rate.wait(now), isFree || !this.isSilent ? 0 : this.nextAsk - now);
	}

	start(now: number): Start {
		const start = { at: now };
		this.rate.start(now);
		if (this.isSilent) {
			const missed = now - this.since - caughtUpFor;
			const next = askAt.findIndex((at) => at > missed);
			this.lastAsk = { start, due: this.nextAsk };
			this.ask(Math.max(this.asked + 1, next));
		}
		return start;
	}

	/** Many runs with one message can share a limit, so each of them asks at a random moment between two of the set times. */
	private ask(count: number): void {
		const [at = Infinity, following = Infinity] = askAt.slice(count);
		const chance = this.hasSeveral() ? 0 : this.clock.random();
		this.asked = count;
		this.nextAsk = this.since + at + (chance && chance * (following - at));
	}

	private beginSilence(at: number): void {
		if (this.isSilent) return;
		this.since = at;
		this.lastAsk = undefined;
		this.ask(0);
	}

	/** Call after any answer at `at` (ms) that does not ask to slow down. @returns the recipients of whom it shows whose limit they met */
	accept(lane: LearnedRecipientLimit, start: Start, at: number): LearnedRecipientLimit[] {
		this.doubts = 0;
		this.score = Math.min(this.score + score.accepted, 0);
		const isPaced = lane.isRefused;
		this.unclear.delete(lane);
		this.rate.accepted(start.at, this.isSilent);
		// One to a request from before the silence, answered before it or much later, does not show that it is over.
		const isOver = at > this.since && (at - this.since < shortest || start.at > this.since);
		const settled = isOver ? this.endSilence(start) : [];
		if (isPaced) this.pace.accepted(start.at - lane.acceptedAt);
		lane.free();
		lane.acceptedAt = start.at;
		if (!this.isShared) lane.until = start.at + this.pace.next;
		lane.isHeld = isPaced;
		return settled;
	}

	/** @param start of the request that was accepted */
	private endSilence({ at }: Start): LearnedRecipientLimit[] {
		const { unclear, since } = this;
		const lanes = [...unclear.keys()];
		// Whoever still has to wait did not meet the limit that is over now.
		const met = [...unclear].filter(
			([, { at: from, retryAfter }]) => retryAfter > shortest && from + retryAfter - shortest < at,
		);
		for (const [lane] of met) lane.free();
		if (met.length > 0) this.isShared = true;
		this.ownUntil = 0;
		if (this.isShared && this.isMet) this.rate.resume(since, at);
		// Only one that asked after them shows that others are not concerned.
		if (!this.isShared && at > since)
			for (const [{ until }, { retryAfter }] of unclear)
				if (retryAfter > shortest) this.ownUntil = Math.max(this.ownUntil, until);
		this.since = Infinity;
		this.nextAsk = 0;
		this.isMet = false;
		if (this.score < 0 && !this.isShared) return [];
		unclear.clear();
		return lanes;
	}

	/** Call after each refusal. @returns the recipients of whom it shows whose limit they met: their own, or that of all */
	refuse(lane: LearnedRecipientLimit, refusal: Refusal): LearnedRecipientLimit[] {
		const { at, retryAfter } = refusal;
		this.beginSilence(at);
		lane.refuse(at, retryAfter);
		if (this.isOwn(lane, refusal)) {
			this.unclear.delete(lane);
			return [lane];
		}
		this.unclear.set(lane, refusal);
		this.isMet = true;
		if (this.hasSeveral() && retryAfter > shortest) return [];
		this.score = Math.max(this.score - score.refused, score.least);
		this.isShared ||= !this.hasSeveral() || this.score <= score.least;
		if (!this.isShared) return [];
		this.score = this.ownUntil = 0;
		this.nextAsk = Math.max(this.nextAsk, at + retryAfter);
		return this.freeAll();
	}

	/** Who met a limit that all share need not wait on top of it. @returns these recipients */
	private freeAll(): LearnedRecipientLimit[] {
		const mayWait = this.hasSeveral() ? shortest : givenUpAfter;
		const met = [...this.unclear].filter(([, { retryAfter }]) => retryAfter <= mayWait);
		for (const [lane] of met) {
			lane.free();
			this.unclear.delete(lane);
		}
		return met.map(([lane]) => lane);
	}

	/** Whether a message followed another one to the same recipient sooner than ever worked. */
	private isOwn(lane: LearnedRecipientLimit, { start, retryAfter }: Refusal): boolean {
		if (!this.hasSeveral()) return retryAfter > givenUpAfter;
		const distance = start.at - lane.acceptedAt;
		if (distance === Infinity || !this.pace.mayBeTooShort(distance)) return false;
		this.pace.refused(distance, retryAfter);
		return true;
	}

	/**
	 * Call if a request may have arrived, which shows nothing about limits. A fault is not multiplied: while a server is
	 * exchanged, a proxy answers 502 for three seconds, in which a list would be over.
	 */
	doubt(at: number): void {
		this.doubts++;
		if (this.doubts < doubtsOfAFault) return;
		this.beginSilence(at);
		this.ownUntil = 0;
	}

	/** Call if the step sent no request: the next step takes its place, also to ask in a silence. */
	unsent(start: Start): void {
		this.rate.unsent(start.at);
		const { lastAsk } = this;
		if (lastAsk?.start !== start) return;
		this.lastAsk = undefined;
		this.asked--;
		this.nextAsk = lastAsk.due;
	}
}
