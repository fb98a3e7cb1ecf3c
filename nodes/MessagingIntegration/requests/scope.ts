import { AdaptiveRate, type Turn } from './adaptiveRate';

/** How long a service may accept nothing (ms). */
export const longestSlowDown = 5 * 60_000;

/** It takes this many different requests to know that the service accepts none. */
const enoughRequests = 3;

/** How much an accepted request weighs for a limit of a part, and a refused one against it. */
const weights = { accepted: 1, most: 4 };

/** `Retry-After` has whole seconds, so a second may mean any shorter time (ms). */
const shortest = 1000;

/** A refusal of a request. */
interface Refusal {
	turn: Turn;
	/** ms */
	at: number;
	/** The pause that the service asks for (ms). */
	asked: number;
	/** How much it speaks for a limit of all. */
	weight: number;
	isLikely: boolean;
}

/**
 * Those for whom one limit may hold: all messages of an account, or those of an instance. They have parts: instances, or
 * the lanes of an instance. A limit is one of all if the service refuses several parts and accepts hardly any other.
 */
export class Scope {
	readonly rate = new AdaptiveRate();
	private score = 0;
	isOfAll = false;
	/** The last refusal of each part, while it is not clear whose limit it is. */
	private readonly refusals = new Map<unknown, Refusal>();
	private lastRefusedAt = -Infinity;
	private probe: Turn | undefined;
	/** In a limit of all: whether a request shows if the last refusal was one of a part. */
	private isTesting = false;
	private failedTests = 0;
	private untested = 0;
	private refusedSince = Infinity;
	private readonly refusedRequests = new Set<unknown>();
	inProgress = 0;
	/** The pause that the service asked for (ms), if the run no longer waits for it. */
	ended: number | undefined;
	readonly counts = { accepted: 0, refused: 0, others: 0 };

	/**
	 * @param enough so many parts are refused in a limit of all
	 * @param decidesAlone whether it is a limit of all if no other part has a request
	 */
	constructor(
		private readonly enough: number,
		private readonly decidesAlone: boolean,
	) {}

	private get isUnclear(): boolean {
		return this.isTesting || (!this.isOfAll && this.score < 0);
	}

	/** @returns ms until a request of the part may start; Infinity until an answer comes */
	wait(part: unknown, now: number): number {
		const wait = Math.min(
			this.rate.wait(now),
			Math.max(0, this.refusedSince + longestSlowDown - now),
		);
		if (!this.isUnclear) return wait;
		const refusal = this.refusals.get(part);
		if (refusal && !this.decidesAlone) return wait;
		if (this.probe) return Infinity;
		return refusal ? Math.max(wait, refusal.at + Math.max(refusal.asked, 50) - now) : wait;
	}

	start(part: unknown, now: number): Turn {
		const isRefused = this.refusals.has(part);
		if (this.isUnclear && isRefused && this.decidesAlone) this.slowDown();
		const turn = this.rate.start(now);
		if (this.isUnclear && !isRefused) this.probe = turn;
		this.inProgress++;
		return turn;
	}

	/** Call when the request of a turn was answered by anything but a refusal. */
	accept(part: unknown, turn: Turn, now: number): void {
		this.inProgress--;
		this.rate.accepted(turn, now);
		this.refusedSince = Infinity;
		this.refusedRequests.clear();
		this.ended = undefined;
		if (turn === this.probe) this.probe = undefined;
		const refusal = this.refusals.get(part);
		if (refusal) {
			if (turn.at >= refusal.at) this.refusals.delete(part);
			if (!this.decidesAlone && this.refusals.size === 0) this.score = Math.max(0, this.score);
			return;
		}
		if (turn.at < this.lastRefusedAt) return;
		if (this.isTesting) {
			this.isTesting = false;
			this.failedTests = this.untested = 0;
			this.refusals.clear();
		}
		this.score = Math.min(this.score + weights.accepted, weights.most);
		if (this.score >= 0 && !this.isOfAll) this.refusals.clear();
	}

	/** Call if a refusal says nothing about this scope. */
	ignore(turn: Turn): void {
		if (turn === this.probe) this.probe = undefined;
		this.rate.unsent(turn);
	}

	unanswered(turn: Turn): void {
		this.inProgress--;
		if (turn === this.probe) {
			this.probe = undefined;
			this.isTesting = false;
			this.score = Math.max(0, this.score);
		}
		this.rate.unanswered(turn);
	}

	/** Call for each refusal. */
	note(request: unknown, now: number, asked: number): void {
		this.inProgress--;
		this.refusedSince = Math.min(this.refusedSince, now);
		this.refusedRequests.add(request);
		if (this.isOver(now, asked) && this.refusedRequests.size >= enoughRequests)
			this.ended = Math.max(asked, this.ended ?? 0);
	}

	/** Whether the service has accepted nothing for too long, or will not. */
	isOver(now: number, asked: number): boolean {
		return now + asked > this.refusedSince + longestSlowDown - 1;
	}

	/** @returns whose limit it is */
	judge(part: unknown, refusal: Refusal): 'all' | 'part' | 'unknown' {
		const { turn, at, asked } = refusal;
		this.lastRefusedAt = at;
		const isProbe = turn === this.probe;
		if (isProbe) this.probe = undefined;
		if (this.isTesting) {
			this.refusals.set(part, refusal);
			if (!isProbe) return 'unknown';
			this.slowDown();
			return 'all';
		}
		if (this.isOfAll) {
			if (!this.rate.isPausing(turn) && asked > shortest && this.untested-- <= 0) {
				this.isTesting = true;
				this.refusals.set(part, refusal);
				return 'unknown';
			}
			this.rate.slowDown(turn, at, asked);
			return 'all';
		}
		if (refusal.weight === 0) {
			this.ignore(turn);
			return 'part';
		}
		if (!this.refusals.has(part)) this.score -= refusal.weight;
		this.refusals.set(part, refusal);
		if (this.score > -this.enough) {
			this.rate.unsent(turn);
			return 'unknown';
		}
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
