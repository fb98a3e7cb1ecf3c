import { AdaptiveRate, type Turn } from './adaptiveRate';
import type { Clock } from './clock';

/** Whoever accepts nothing for so long is given up (ms). */
export const longestWait = 5 * 60_000;

/** A recipient waits at least so long after a refusal (ms), and each time longer by the factor. */
const waits = { first: 250, growth: 1.5, longest: 60_000 };

/** If the instance accepts nothing for so long (ms), it is not certain that those who are refused have limits of their own. */
const longestSilence = 10_000;

/** `Retry-After` has whole seconds, so a second may mean any shorter time (ms). */
const shortest = 1000;

/** What accepted requests add to the score, up to 0, what refused ones take away, and down to what. */
const score = { accepted: 1, refused: 2, least: -6 };

/** How unlikely it must be that only recipients with limits of their own were asked, before a long pause is obeyed. */
const unlikely = 1e-4;

/** What is known of a recipient of an instance. All times are ms on the run's clock. */
export class LaneLimit {
	/** When its next request may start. */
	until = 0;
	/** Whether it met a limit. Others may start before `until` if nobody else has anything to send. */
	isHeld = false;
	/** When its last accepted request started. */
	acceptedAt = -Infinity;
	/** The refusals in a row that are due to its own limit, and how long it waited for them in all. */
	refusals = 0;
	private waited = 0;

	/** Whether it was asked to wait longer than a message waits. */
	get isHopeless(): boolean {
		return this.waited > longestWait;
	}

	/** @param asked what the service asks for; 0 if it does not say */
	refuse(now: number, asked: number): void {
		const wait = Math.max(asked, this.nextWait());
		this.refusals++;
		this.waited += wait;
		this.holdUntil(now + wait);
	}

	/** Its message is given up. The next one is tried after a short wait, because the service has not refused that one. */
	giveUp(now: number): void {
		this.holdUntil(now + this.nextWait());
	}

	/** It was accepted, or what was refused is not due to its own limit. */
	free(): void {
		this.until = this.refusals = this.waited = 0;
		this.isHeld = false;
	}

	holdUntil(time: number): void {
		this.until = time;
		this.isHeld = true;
	}

	private nextWait(): number {
		return Math.min(waits.first * waits.growth ** this.refusals, waits.longest);
	}
}

/** The shortest time between two messages to a recipient, as far as refusals and accepted messages show it (ms). */
class Pace {
	private enough = Infinity;
	private tooShort = 0;

	accepted(distance: number): void {
		this.enough = Math.min(this.enough, distance);
	}

	/** @param asked what the service asks for; 0 if it does not say */
	refused(distance: number, asked: number): void {
		this.tooShort = Math.max(this.tooShort, distance + Math.max(0, asked - shortest));
		if (asked > 0) this.enough = Math.min(this.enough, distance + asked);
	}

	/** Whether a message that followed another one so soon was never known to be accepted. */
	mayBeTooShort(distance: number): boolean {
		return distance < this.enough;
	}

	/** What to try next. */
	get next(): number {
		const { enough, tooShort } = this;
		if (enough === Infinity) return tooShort * 1.5;
		return enough > tooShort * 1.5 ? Math.sqrt(enough * tooShort) : enough;
	}
}

interface Refusal {
	turn: Turn;
	/** ms */
	at: number;
	/** The pause that the service asks for (ms); 0 if it does not say. */
	asked: number;
}

/**
 * Decides who may send when an instance refuses requests. Only time ends a wait: no number of refusals fails a message.
 *
 * 1. Who is refused waits: as long as the service says, and longer each time. Others go on.
 * 2. A message that followed another one to the same recipient sooner than ever worked met the recipient's own limit.
 *    Recipients that met one keep the pace that worked.
 * 3. Otherwise it is not clear whose limit it is, and a score falls. Each accepted request raises it. Below 0, others are
 *    asked one at a time, from all over the list. Back at 0, it was the limit of those who were refused.
 * 4. At the end of the score, the limit is the instance's: all wait, and then keep a rate (`AdaptiveRate`). A long pause
 *    is obeyed only when so many others were refused in a row that this cannot be chance.
 * 5. An instance that accepts nothing for five minutes is given up, and so is a recipient that would wait longer.
 */
export class InstanceLimit {
	private readonly rate = new AdaptiveRate();
	private readonly pace = new Pace();
	/** Whether the instance has a limit that all share. */
	private isShared = false;
	private score = 0;
	/** The refusals while it is not clear whose limit it is, and the one request that is to show it. */
	private readonly unclear = new Map<LaneLimit, Refusal>();
	private probe: Turn | undefined;
	/** The probes in a row that were refused, and how often it was a recipient's own limit, or nobody's. */
	private inVain = 0;
	private own = 0;
	private accepted = 0;
	/** When the instance first refused a request since it accepted one. */
	private refusedSince = Infinity;

	/** @param hasSeveral whether the run has several recipients */
	constructor(
		private readonly clock: Clock,
		private readonly hasSeveral: () => boolean,
	) {}

	private get isUnclear(): boolean {
		return this.unclear.size > 0 && (this.isShared || this.score < 0);
	}

	/** Whether the next message should come from anywhere in the list, because neighbours may have the same limit. */
	get isAsking(): boolean {
		return this.isUnclear || this.refusedSince < Infinity;
	}

	/** @returns ms until the instance is given up */
	rest(now: number): number {
		return Math.max(0, this.refusedSince + longestWait - now);
	}

	/** @returns ms until a request may start; Infinity until an answer comes */
	wait(now: number): number {
		return this.isUnclear && this.probe ? Infinity : this.rate.wait(now);
	}

	start(now: number): Turn {
		const turn = this.rate.start(now);
		if (this.isUnclear) this.probe = turn;
		return turn;
	}

	/** Call after any answer that does not ask to slow down. @returns the recipients whose own limit it was */
	accept(lane: LaneLimit, turn: Turn, now: number): LaneLimit[] {
		this.refusedSince = Infinity;
		this.inVain = 0;
		this.accepted++;
		this.rate.accepted(turn, now);
		const isPaced = lane.refusals > 0;
		if (isPaced) this.pace.accepted(turn.at - lane.acceptedAt);
		lane.free();
		lane.acceptedAt = turn.at;
		if (!this.isShared) lane.until = turn.at + this.pace.next;
		lane.isHeld = isPaced;
		this.unclear.delete(lane);
		if (turn === this.probe) this.probe = undefined;
		this.score = Math.min(this.score + score.accepted, 0);
		return this.isShared || this.score >= 0 ? this.settle(turn) : [];
	}

	/** Those who were refused before this request started have a limit of their own. */
	private settle({ at }: Turn): LaneLimit[] {
		const own = [...this.unclear].filter(([, refusal]) => refusal.at <= at).map(([lane]) => lane);
		for (const lane of own) this.unclear.delete(lane);
		this.own += own.length;
		return own;
	}

	/** Call if there was no answer. */
	unanswered(turn: Turn): void {
		this.rate.unanswered(turn);
		if (turn === this.probe) this.unclear.clear();
		this.unsent(turn);
	}

	/** Call if the request was not sent, or if nothing follows from its end: another one can be the next to ask. */
	unsent(turn: Turn): void {
		this.rate.unsent(turn);
		if (turn === this.probe) this.probe = undefined;
	}

	/** Call after each refusal. @returns the recipients of whom it shows whose limit they met: their own, or that of all */
	refuse(lane: LaneLimit, refusal: Refusal): LaneLimit[] {
		const { turn, at, asked } = refusal;
		const isProbe = turn === this.probe;
		this.refusedSince = Math.min(this.refusedSince, at);
		lane.refuse(at, asked);
		this.unclear.set(lane, refusal);
		if (this.isDueToAll(lane, refusal, isProbe)) {
			if (turn === this.probe) this.probe = undefined;
			return this.pauseAll();
		}
		this.unsent(turn);
		return this.unclear.has(lane) ? [] : [lane];
	}

	/** Whether a refusal shows a limit that all share. */
	private isDueToAll(lane: LaneLimit, { turn, at, asked }: Refusal, isProbe: boolean): boolean {
		if (!this.hasSeveral()) return asked <= longestWait;
		const distance = turn.at - lane.acceptedAt;
		const isAlive = at - this.refusedSince < longestSilence;
		if (isAlive && distance < Infinity && this.pace.mayBeTooShort(distance)) {
			this.pace.refused(distance, asked);
			this.unclear.delete(lane);
			return false;
		}
		if (asked <= shortest) {
			this.score -= score.refused;
			return this.isShared || this.score <= score.least;
		}
		if (isProbe) this.inVain++;
		this.score = this.isShared ? score.least : Math.max(this.score - score.refused, score.least);
		const chance = (this.own + 1) / (this.own + this.accepted + 8);
		return this.score <= score.least && chance ** this.inVain < unlikely;
	}

	private pauseAll(): LaneLimit[] {
		const lanes = [...this.unclear];
		for (const [lane, { turn, at, asked }] of lanes) {
			// Who asks for more than the run waits is asked again from time to time.
			this.rate.slowDown(turn, at, asked > longestWait ? 0 : asked, this.clock.random());
			lane.free();
		}
		this.unclear.clear();
		this.isShared = true;
		this.score = 0;
		return lanes.map(([lane]) => lane);
	}
}
