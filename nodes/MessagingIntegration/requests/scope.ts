import { AdaptiveRate, type Turn } from './adaptiveRate';

/** A service that accepts nothing is given up after this long (ms), once it refused this many different requests. */
export const longestSlowDown = 5 * 60_000;
const enoughRequests = 3;

/** What an accepted request adds to the score, at most up to which sum, and what a refused part takes away. */
const weights = { accepted: 1, most: 4, refused: 2 };

/** The first wait of a part while it is not clear whose limit it is (ms). */
const firstWait = 50;

/** `Retry-After` has whole seconds, so one second may mean any shorter time (ms). */
const shortest = 1000;

/** Requests that were accepted and refused, and refusals with those of a lane in a row counted once. */
export interface Counts {
	accepted: number;
	refused: number;
	lanes: number;
}

interface Refusal {
	turn: Turn;
	/** ms */
	at: number;
	/** The pause that the service asks for (ms); 0 if it does not say. */
	asked: number;
}

/**
 * Those for whom one limit may hold: everybody, or an instance. They have parts: instances, or lanes.
 * A limit is one of all if the service refuses one part after the other and accepts no other between them.
 */
export class Scope {
	readonly counts: Counts = { accepted: 0, refused: 0, lanes: 0 };
	inProgress = 0;
	/** The pause that the service asked for (ms), once it is given up. */
	ended: number | undefined;
	isOfAll = false;
	private readonly rate = new AdaptiveRate();
	private score = 0;
	/** The last refusals of parts while it is not clear whose limit it is. Then one request at a time shows it. */
	private readonly refusals = new Map<unknown, Refusal>();
	private lastRefusedAt = -Infinity;
	private probe: Turn | undefined;
	/** In a limit of all: a long pause may be meant for a part. Tests that failed make the next one rarer. */
	private isTesting = false;
	private failedTests = 0;
	private untested = 0;
	private refusedSince = Infinity;
	private readonly refusedRequests = new Set<unknown>();

	/**
	 * @param refusedParts how many parts make a limit of all
	 * @param decidesAlone whether it is one if no other part has a request that could show it
	 */
	constructor(
		private readonly refusedParts: number,
		private readonly decidesAlone: boolean,
	) {}

	private get isUnclear(): boolean {
		return this.isTesting || (!this.isOfAll && this.score < 0);
	}

	/** @returns ms until a request of the part may start; Infinity until an answer comes */
	wait(part: unknown, now: number): number {
		const rest = Math.max(0, this.refusedSince + longestSlowDown - now);
		const wait = Math.min(this.rate.wait(now), rest);
		const refusal = this.isUnclear ? this.refusals.get(part) : undefined;
		if (!this.isUnclear || (refusal && !this.decidesAlone)) return wait;
		if (this.probe) return Infinity;
		return refusal ? Math.max(wait, refusal.at + Math.max(refusal.asked, firstWait) - now) : wait;
	}

	/** Call when a request of the part starts. */
	start(part: unknown, now: number): Turn {
		const isRefused = this.refusals.has(part);
		if (this.isUnclear && isRefused && this.decidesAlone) this.slowDown();
		const turn = this.rate.start(now);
		if (this.isUnclear && !isRefused) this.probe = turn;
		this.inProgress++;
		return turn;
	}

	/** Call after any answer that does not ask to slow down. */
	accept(part: unknown, turn: Turn, now: number): void {
		this.inProgress--;
		this.counts.accepted++;
		this.refusedSince = Infinity;
		this.refusedRequests.clear();
		this.ended = undefined;
		this.rate.accepted(turn, now);
		if (turn === this.probe) this.probe = undefined;
		const refusal = this.refusals.get(part);
		if (refusal) {
			if (turn.at >= refusal.at) this.refusals.delete(part);
			if (this.refusals.size === 0) this.score = Math.max(0, this.score);
		} else if (turn.at >= this.lastRefusedAt) this.goOn();
	}

	/** Another part was accepted after the last refusal. */
	private goOn(): void {
		if (this.isTesting) this.failedTests = this.untested = 0;
		this.score = Math.min(this.score + weights.accepted, weights.most);
		if (this.isTesting || this.score >= 0) this.refusals.clear();
		this.isTesting = false;
	}

	/** Call if there was no answer. */
	unanswered(turn: Turn): void {
		this.inProgress--;
		if (turn === this.probe) {
			this.probe = undefined;
			this.isTesting = false;
			this.score = Math.max(0, this.score);
		}
		this.rate.unanswered(turn);
	}

	/** Call after each refusal. @returns whether the service is given up */
	refuse(request: unknown, now: number, asked: number): boolean {
		this.inProgress--;
		this.counts.refused++;
		this.refusedSince = Math.min(this.refusedSince, now);
		this.refusedRequests.add(request);
		const isOver = now + asked >= this.refusedSince + longestSlowDown;
		if (isOver && this.refusedRequests.size >= enoughRequests)
			this.ended = Math.max(asked, this.ended ?? 0);
		return isOver;
	}

	/** Call if a refusal says nothing about this scope. */
	ignore(turn: Turn): void {
		if (turn === this.probe) this.probe = undefined;
		this.rate.unsent(turn);
	}

	/** @param isAgain whether the request was refused before @returns whose limit it is */
	judge(part: unknown, refusal: Refusal, isAgain: boolean): 'all' | 'part' | 'unclear' {
		const { turn, at, asked } = refusal;
		this.lastRefusedAt = at;
		const isProbe = turn === this.probe;
		if (isProbe) this.probe = undefined;
		if (this.isOfAll && !this.isTesting) {
			const isLong = asked > shortest && !this.rate.isPausing(turn);
			this.isTesting = isLong && this.untested-- <= 0;
			if (!this.isTesting) {
				this.rate.slowDown(turn, at, asked);
				return 'all';
			}
		} else if (!this.isOfAll) {
			this.ignore(turn);
			if (isAgain) return 'part';
			if (!this.refusals.has(part)) this.score -= weights.refused;
		}
		this.refusals.set(part, refusal);
		const isShown = this.isTesting ? isProbe : this.score <= -weights.refused * this.refusedParts;
		if (!isShown) return 'unclear';
		this.slowDown();
		return 'all';
	}

	/** The limit is one of all. */
	private slowDown(): void {
		for (const { turn, at, asked } of this.refusals.values()) this.rate.slowDown(turn, at, asked);
		if (this.isTesting) this.untested = 2 ** Math.min(++this.failedTests, 6);
		this.isTesting = false;
		this.isOfAll = true;
		this.refusals.clear();
		this.score = 0;
	}
}
