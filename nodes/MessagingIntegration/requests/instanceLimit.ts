import { AdaptiveRate, type Turn } from './adaptiveRate';

/** An instance that accepts nothing is given up after this long (ms), once it refused this many different requests. */
const longestSlowDown = 5 * 60_000;
const enoughRequests = 3;

/**
 * A recipient is given up after so many refusals in a row that say how long to wait, unless the service meanwhile refused
 * a new recipient, or accepted one that it had refused.
 */
const mostRefusals = 10;

/** A recipient waits so long (ms) if the service does not say how long, and each time longer by the factor. */
const waits = { first: 250, growth: 1.5, longest: 60_000 };

/** After so many refusals in a row, messages no longer follow an accepted one at once. */
const enoughRefusals = 5;

/** `Retry-After` has whole seconds, so one second may mean any shorter time (ms). */
const shortest = 1000;

/** What accepted requests add to the score, at most up to which sum, what refused ones take away, and down to what. */
const score = { accepted: 1, most: 4, refused: 2, least: -6 };

/** What is known of a recipient of the instance. All times are ms on the caller's clock. */
export class Lane {
	/** Its next request may start. */
	until = 0;
	/** When its last accepted request started. */
	acceptedAt = -Infinity;
	/** The refusals in a row that are due to its own limit, and how long it waited for them. */
	refusals = 0;
	waited = 0;
	/** The refusals in a row while nothing changed for the others: while the instance's `changes` had this value. */
	alone = 0;
	changes = 0;
}

interface Refusal {
	turn: Turn;
	/** ms */
	at: number;
	/** The pause that the service asks for (ms); 0 if it does not say. */
	asked: number;
	/** Whether the same request was refused before. */
	isAgain: boolean;
}

/**
 * Learns whose limit it is when an instance refuses requests. All times are ms on the caller's clock.
 *
 * 1. A refusal is due to the recipient's own limit if the message followed another one to the same recipient faster than
 *    was known to work, or if it was refused before. Then only the recipient pauses.
 * 2. Otherwise the recipient pauses too, and a score falls, which rises again with each recipient that is accepted. Below
 *    0, one request at a time goes to recipients that were not refused.
 * 3. At the end of the score, the limit is one that all recipients share. From then on the instance pauses after each
 *    refusal, and has a rate. If a pause is long, one more recipient is asked before.
 */
export class InstanceLimit {
	/** The pause that the service asked for (ms), once it is given up. */
	ended: number | undefined;
	private readonly lanes = new Map<string, Lane>();
	private readonly rate = new AdaptiveRate();
	private isShared = false;
	private score = 0;
	/** The last refusals of recipients while it is not clear whose limit it is. */
	private readonly unclear = new Map<Lane, Refusal>();
	private probe: Turn | undefined;
	/** The shortest time from one message to the next to the same recipient that was enough after a refusal (ms). */
	private enough = Infinity;
	/** Refusals in a row of messages that followed an accepted one faster. */
	private inARow = 0;
	private inProgress = 0;
	/** How often a recipient was refused for the first time, or accepted after refusals. */
	private changes = 0;
	/** Since the instance accepted a request: when it first refused one, and which ones it refused. */
	private refusedSince = Infinity;
	private readonly refused = new Set<unknown>();

	private get isUnclear(): boolean {
		return this.unclear.size > 0 && (this.isShared || this.score < 0);
	}

	laneOf(name: string | undefined): Lane {
		const known = (name !== undefined && this.lanes.get(name)) || new Lane();
		if (name !== undefined) this.lanes.set(name, known);
		return known;
	}

	/** @returns ms until a request may start; Infinity until an answer comes */
	wait(lane: Lane, now: number): number {
		// An instance that is given up may still accept a request that is in progress.
		if (this.ended !== undefined) return this.inProgress > 0 ? Infinity : 0;
		if (this.isUnclear && this.probe && !this.unclear.has(lane)) return Infinity;
		const rest = Math.max(0, this.refusedSince + longestSlowDown - now);
		return Math.min(Math.max(this.rate.wait(now), lane.until - now), rest);
	}

	start(lane: Lane, now: number): Turn {
		const turn = this.rate.start(now);
		if (this.isUnclear && !this.unclear.has(lane)) this.probe = turn;
		this.inProgress++;
		return turn;
	}

	/** Call after any answer that does not ask to slow down. */
	accept(lane: Lane, turn: Turn, now: number): void {
		this.inProgress--;
		this.refusedSince = Infinity;
		this.refused.clear();
		this.ended = undefined;
		this.rate.accepted(turn, now);
		this.pace(lane, turn.at);
		if (turn === this.probe) this.probe = undefined;
		if (this.unclear.delete(lane)) return;
		this.score = Math.min(this.score + score.accepted, score.most);
		if (this.isShared || this.score >= 0) this.unclear.clear();
	}

	/** Learns the limit of recipients from an accepted request, which started at this time. */
	private pace(lane: Lane, at: number): void {
		const distance = at - lane.acceptedAt;
		if (lane.refusals > 0) {
			this.enough = Math.min(this.enough, distance);
			this.changes++;
		} else if (distance < this.enough) this.inARow = 0;
		const isPaced = !this.isShared && this.inARow >= enoughRefusals && this.enough < Infinity;
		lane.until = isPaced ? at + this.enough : 0;
		lane.acceptedAt = at;
		lane.refusals = lane.waited = 0;
	}

	/** Call if there was no answer. */
	unanswered(turn: Turn): void {
		this.inProgress--;
		this.rate.unanswered(turn);
		if (turn !== this.probe) return;
		this.probe = undefined;
		this.unclear.clear();
	}

	/** Call after each refusal of a request. @returns whether the request is given up */
	refuse(request: unknown, lane: Lane, refusal: Refusal): boolean {
		const { turn, at, asked } = refusal;
		this.inProgress--;
		this.refusedSince = Math.min(this.refusedSince, at);
		this.refused.add(request);
		const isOver = at + asked >= this.refusedSince + longestSlowDown;
		if (isOver && this.refused.size >= enoughRequests)
			this.ended = Math.max(asked, this.ended ?? 0);
		// The run does not wait for the end of a pause that is too long: another request shows what it is about.
		const pause = asked > longestSlowDown ? 0 : asked;
		const isShared = this.judge(lane, { ...refusal, asked: pause });
		if (turn === this.probe) this.probe = undefined;
		if (isShared) return isOver;
		this.rate.unsent(turn);
		const wait = pause || Math.min(waits.first * waits.growth ** lane.refusals, waits.longest);
		lane.until = at + wait;
		lane.waited += wait;
		if (lane.refusals++ === 0) this.changes++;
		if (lane.changes !== this.changes) lane.alone = 0;
		lane.changes = this.changes;
		const isHopeless = asked > 0 && ++lane.alone >= mostRefusals;
		return isOver || isHopeless || lane.waited > longestSlowDown;
	}

	/** @returns whether all recipients pause */
	private judge(lane: Lane, refusal: Refusal): boolean {
		const { turn, at, asked, isAgain } = refusal;
		const distance = turn.at - lane.acceptedAt;
		if (this.lanes.size > 1 && distance < this.enough) {
			if (lane.refusals === 0) this.inARow++;
			if (asked > 0) this.enough = Math.min(this.enough, at - lane.acceptedAt + asked);
			return false;
		}
		if (isAgain && !this.isShared) return false;
		if (!this.isShared || turn === this.probe) {
			this.unclear.set(lane, refusal);
			this.score -= score.refused;
			if (this.score > score.least) return false;
			this.isShared = true;
		} else if (asked > shortest) {
			this.unclear.set(lane, refusal);
			this.score = score.least;
			return false;
		} else this.rate.slowDown(turn, at, asked);
		for (const [each, before] of this.unclear) {
			this.rate.slowDown(before.turn, before.at, before.asked);
			each.until = each.refusals = each.waited = 0;
		}
		this.unclear.clear();
		this.score = 0;
		return true;
	}
}
