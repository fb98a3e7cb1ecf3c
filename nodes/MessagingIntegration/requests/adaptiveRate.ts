/**
 * The shortest waits, whatever the service asks for (ms). They grow up to `asked` if it names a time. One that names none
 * may count refused requests, so they grow on to `silent`.
 */
const probes = { first: 50, growth: 1.5, asked: 5000, laterGrowth: 1.6, silent: 60_000 };

/** The slowest rate is one request in this time (ms). */
const slowest = 5000;

/**
 * Factors for the next rate while no limit is known. After a short pause: `bold` if the rate rests on one accepted
 * request, otherwise `careful`. `Retry-After` has whole seconds, so each wrong guess may cost most of a second.
 * After a long pause: `doubled`. A wrong guess costs one refusal.
 */
const factors = { doubled: 2, bold: 1.5, careful: 1.25 };
const longPause = 2000;

/** The first rate is at least one request in this time (ms). */
const slowestStart = 1000;

/** How long to keep a rate, as a multiple of the last pause. Each rate that lasted shortens it by `shrinks`. */
const keepFor = { unknownLimit: 5, wideRange: 1, narrowRange: 20, shrinks: 0.65 };

/** The range between the rate and the rejected one is narrow if their ratio is at most this. */
const narrow = 1.3;
const smallestStep = 1.05;

/** Timers can be late, so the run stays slightly below the estimated rate. */
const margin = 0.97;

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
	/** How often the rate was raised since the last pause. */
	private raises = 0;
	/** When the current measurement began, and the requests accepted since then. */
	private measuredSince: number | undefined;
	private acceptedCount = 0;
	/** The accepted requests of the last measurement. */
	private sample = 0;
	/** When the service asked to slow down; undefined once it has accepted a request again. */
	private slowedDownAt: number | undefined;
	private pausedUntil = -Infinity;
	private resumedAt = -Infinity;
	private probe = probes.first;
	private lastPause = 0;
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

	/** @param asked how long to wait (ms), if the service says so */
	slowDown(turn: Turn, now: number, asked = 0): void {
		this.measuredSince ??= now;
		const isOld =
			turn.at < this.resumedAt || (this.slowedDownAt !== undefined && turn !== this.first);
		if (!isOld) {
			this.probe = this.nextProbe(asked);
			this.slowedDownAt ??= now;
		}
		// The service may say a second again and again, or 0.
		const pause = isOld ? asked : Math.max(asked, this.probe);
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

	private nextProbe(asked: number): number {
		const { first, growth, laterGrowth, silent } = probes;
		// What was long enough the last time shows where to begin.
		if (this.slowedDownAt === undefined) return Math.max(first, this.probe / growth ** 2);
		if (asked > 0) return Math.min(this.probe * growth, probes.asked);
		return Math.min(this.probe * (this.probe < probes.asked ? growth : laterGrowth), silent);
	}

	/** The first request after a pause was accepted. @param at when it started */
	private resume(at: number): void {
		this.lastPause = at - (this.slowedDownAt ?? at);
		const measured = this.acceptedCount / Math.max(1, at - (this.measuredSince ?? at));
		// Without an accepted request the rate is unknown: others may have used up the service's limit.
		if (this.acceptedCount > 0) this.restart(measured);
		this.sample = this.acceptedCount;
		this.slowedDownAt = this.first = undefined;
		this.measuredSince = this.rateSince = this.resumedAt = at;
		this.acceptedCount = this.raises = 0;
	}

	/** Sets the rate after a pause. */
	private restart(measured: number): void {
		const isOpen = this.rate === Infinity;
		const factor = this.acceptedCount > 1 ? margin : isOpen ? factors.bold : 1;
		if (isOpen) {
			this.rate = Math.max(measured * factor, 1 / slowestStart);
			return;
		}
		this.rejected = this.rate;
		if (this.lasted >= this.rejected) this.lasted = 0;
		const rate = Math.min(Math.max(this.lasted, measured * factor), this.rejected);
		// Without a bound, refusals at random would slow the run down further and further.
		this.rate = Math.max(rate, 1 / slowest);
	}

	/** Tries a faster rate if the current one has lasted. @param at when the last accepted request started */
	private raise(at: number): void {
		const isOpen = this.rejected === Infinity;
		const isLong = this.lastPause >= longPause;
		const next = isOpen
			? this.rate * (isLong ? factors.doubled : this.sample > 1 ? factors.careful : factors.bold)
			: Math.max(Math.sqrt(this.rate * this.rejected), this.rate * smallestStep);
		const pauses = isOpen
			? isLong || this.sample <= 1
				? 0
				: keepFor.unknownLimit
			: this.rejected / this.rate > narrow
				? // A wrong guess costs what the current rate sends during a pause, and a right one gains the difference.
					Math.min(keepFor.wideRange, this.rate / (next - this.rate))
				: keepFor.narrowRange;
		const wait = pauses * this.lastPause * keepFor.shrinks ** this.raises;
		if (at - this.rateSince < Math.max(1 / this.rate, wait)) return;
		// A rate that was kept for a moment only has not lasted.
		if (!isOpen || !isLong) this.lasted = this.rate;
		if (this.rate >= this.rejected) this.rejected = Infinity;
		this.rate = Math.min(this.rejected, next);
		this.rateSince = this.lastStart;
		this.raises++;
	}
}
