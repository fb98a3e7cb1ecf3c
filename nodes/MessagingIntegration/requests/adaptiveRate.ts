/**
 * The first wait if the service does not say how long (ms). The next one begins where the last pause ended. They grow by
 * the factor, because a service may count refused requests.
 */
const waits = { first: 50, growth: 1.5, longest: 60_000, longestNamed: 5000 };

/** The slowest rate is one request in this time (ms). */
const slowest = 5000;

/** While no limit is known, each rate that lasts is raised by this factor. */
const growth = 1.25;

/**
 * How long to keep a rate, as a multiple of the last pause: while there is much to gain, and when the rejected rate is at
 * most `narrow` times as high.
 */
const keepFor = { wideRange: 1, narrowRange: 20, narrow: 1.3, shrinks: 0.65 };
/** Timers can be late, so the run stays slightly below the measured rate. */
const margin = 0.97;
const smallestStep = 1.05;

/** A request that started. */
export interface Turn {
	/** ms */
	at: number;
}

/**
 * Decides when the next request of a run may start. All times are ms on the caller's clock.
 *
 * 1. Nothing is limited until the service asks to slow down. Then all requests pause: as long as the service says,
 *    and at least for short waits that grow until a request is accepted.
 * 2. After a pause, one request is sent first. Once it is accepted, the others follow at even intervals.
 * 3. The first rate is measured: the number of accepted requests, divided by the time up to the end of the pause.
 * 4. A rate that lasts is raised: while no limit is known, quickly, because others may have used up the service's limit
 *    before the pause. If the new rate is rejected, the run returns to the highest rate that lasted.
 * 5. The next rate to try is the geometric mean of the highest rate that lasted and the lowest that was rejected.
 * 6. The closer the two are, the less there is to gain, and the less often a faster rate is tried. If the "rejected"
 *    rate lasts after all, the search continues upwards.
 * 7. If a rate that lasted is rejected later, the rate is measured again.
 * 8. Requests already sent when a rejection arrives belong to the same event: they do not change the rate.
 */
export class AdaptiveRate {
	/** Requests per ms. */
	private rate = Infinity;
	private lasted = 0;
	private rejected = Infinity;
	/** When the current rate was first used. */
	private rateSince = 0;
	private lastStart = -Infinity;
	/** When the current measurement began, and the requests accepted since then. */
	private measuredSince: number | undefined;
	private acceptedCount = 0;
	/** When the service asked to slow down; undefined once it has accepted a request again. */
	private slowedDownAt: number | undefined;
	private pausedUntil = -Infinity;
	private resumedAt = -Infinity;
	private nextPause = waits.first;
	private lastPause = 0;
	/** How often the rate was raised since. */
	private raises = 0;
	/** The first request after the pause, while it is in progress. */
	private first: Turn | undefined;

	/** @returns ms until the next request may start; Infinity until an answer comes */
	wait(now: number): number {
		if (this.first) return Infinity;
		const distance = this.slowedDownAt === undefined ? 1 / this.rate : 0;
		return Math.max(0, this.lastStart + distance - now, this.pausedUntil - now);
	}

	/** Call when a request starts. */
	start(now: number): Turn {
		this.lastStart = now;
		const turn = { at: now };
		if (this.slowedDownAt !== undefined) this.first = turn;
		return turn;
	}

	/** Call after any answer that does not ask to slow down. */
	accepted(turn: Turn, now: number): void {
		this.measuredSince ??= now;
		if (turn === this.first) this.resume(turn.at);
		this.acceptedCount++;
		if (this.slowedDownAt === undefined && this.rate !== Infinity) this.raise(turn.at);
	}

	/**
	 * @param asked how long to wait (ms); 0 if the service does not say
	 * @param chance from 0 to 1: runs that share a limit do not come back together
	 */
	slowDown(turn: Turn, now: number, asked: number, chance: number): void {
		this.measuredSince ??= now;
		const isOld =
			turn.at < this.resumedAt || (this.slowedDownAt !== undefined && turn !== this.first);
		if (!isOld) {
			const { first, growth, longest, longestNamed } = waits;
			this.nextPause =
				this.slowedDownAt === undefined
					? Math.max(first, this.nextPause / growth ** 2)
					: Math.min(this.nextPause * growth, asked > 0 ? longestNamed : longest);
			this.slowedDownAt ??= now;
		}
		const pause = (asked || this.nextPause) + (this.nextPause - waits.first) * chance;
		this.pausedUntil = Math.max(this.pausedUntil, now + pause);
		this.unsent(turn);
	}

	/** Call if the request was not sent: another request can then be the first. */
	unsent(turn: Turn): void {
		if (turn === this.first) this.first = undefined;
	}

	/** Call if there was no answer: the service did not refuse the request, so the pause is over. */
	unanswered(turn: Turn): void {
		if (turn === this.first) this.resume(turn.at);
	}

	/** The first request after a pause was accepted. @param at when it started */
	private resume(at: number): void {
		this.lastPause = at - (this.slowedDownAt ?? at);
		const measured = this.acceptedCount / Math.max(1, at - (this.measuredSince ?? at));
		// Without an accepted request the rate is unknown: others may have used up the service's limit.
		if (this.acceptedCount > 0) this.restart(measured);
		this.slowedDownAt = this.first = undefined;
		this.measuredSince = this.rateSince = this.resumedAt = at;
		this.acceptedCount = this.raises = 0;
	}

	/** Sets the rate after a pause. */
	private restart(measured: number): void {
		this.rejected = this.rate;
		if (this.lasted >= this.rejected) this.lasted = 0;
		const rate = Math.min(Math.max(this.lasted, measured * margin), this.rejected);
		// Without a bound, refusals at random would slow the run down further and further.
		this.rate = Math.max(rate, 1 / slowest);
	}

	/** Tries a faster rate if the current one has lasted. @param at when the last accepted request started */
	private raise(at: number): void {
		const { rate, rejected } = this;
		const isOpen = rejected === Infinity;
		const isNarrow = rejected <= rate * keepFor.narrow;
		const kept =
			keepFor[isNarrow ? 'narrowRange' : 'wideRange'] *
			this.lastPause *
			keepFor.shrinks ** this.raises;
		if (at - this.rateSince < Math.max(1 / rate, isOpen ? 0 : kept)) return;
		this.lasted = rate;
		if (rate >= rejected) this.rejected = Infinity;
		const next = isOpen ? rate * growth : Math.max(Math.sqrt(rate * rejected), rate * smallestStep);
		this.rate = Math.min(this.rejected, next);
		this.rateSince = this.lastStart;
		this.raises++;
	}
}
