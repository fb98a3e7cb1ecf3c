/** The waits if the service does not say how long to wait: the first (ms), their growth factor, the longest (ms). */
const firstProbe = 50;
const probeGrowth = 1.5;
const longestProbe = 5000;

/** Factors for the next rate while no limit is known. `bold` if it rests on one accepted request, which says little. */
const bold = 1.5;
const careful = 1.25;

/**
 * How long to keep a rate before trying a faster one, as a multiple of the last pause: after long pauses, the run
 * tries faster rates less often.
 */
const patience = { unknownLimit: 5, wideRange: 1, narrowRange: 20 };

/** The range between the rate that lasted and the rejected rate is narrow if their ratio is at most this. */
const narrow = 1.3;
const smallestStep = 1.05;

/** Without a request for this long (ms), an unlimited run had nothing to send. */
const quiet = 5000;

/** Timers can be late, so the run stays slightly below the estimated rate. */
const margin = 0.97;

/** A request that started. */
export interface Turn {
	/** ms */
	at: number;
	/** Whether it is the first after a pause; the others wait for its answer. */
	isFirst: boolean;
}

/**
 * Decides when the next request of a run may start. All times are ms on the caller's clock.
 *
 * 1. Nothing is limited until the service asks to slow down. Then all requests pause: as long as the service says,
 *    or else for short waits that grow until a request is accepted.
 * 2. After a pause, one request is sent first. Once it is accepted, the others follow at even intervals.
 * 3. The first rate is measured: the number of accepted requests, divided by the time up to the end of the pause.
 * 4. A rate that lasts is raised. If the new rate is rejected, the run returns to the highest rate that lasted.
 * 5. The next rate to try is the geometric mean of the highest rate that lasted and the lowest that was rejected.
 * 6. The closer the two are, the less often a faster rate is tried. If the "rejected" rate lasts after all, the search
 *    continues upwards.
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
	/** The current measurement: its start, its number of accepted requests, and that number in the last measurement. */
	private measuredSince: number | undefined;
	private acceptedCount = 0;
	private sample = 0;
	/** When the service asked to slow down; undefined once it has accepted a request again. */
	private slowedDownAt: number | undefined;
	private pausedUntil = -Infinity;
	private resumedAt = -Infinity;
	private probe = firstProbe;
	private lastPause = 0;
	/** The first request after the pause, while it is in progress. */
	private first: Turn | undefined;

	/** When the service stopped accepting requests; undefined while it accepts them. */
	get slowedAt(): number | undefined {
		return this.slowedDownAt;
	}

	/** @returns ms until the next request may start; Infinity until an answer comes */
	wait(now: number): number {
		if (this.first) return Infinity;
		const distance = this.slowedDownAt === undefined ? 1 / this.rate : 0;
		return Math.max(0, this.lastStart + distance - now, this.pausedUntil - now);
	}

	/** Call when a request starts. */
	start(now: number): Turn {
		// Time in which the run had nothing to send says nothing about the service.
		const isUnlimited = this.rate === Infinity && this.slowedDownAt === undefined;
		if (isUnlimited && now - this.lastStart > quiet) {
			this.measuredSince = undefined;
			this.acceptedCount = 0;
		}
		this.lastStart = now;
		const turn = { at: now, isFirst: this.slowedDownAt !== undefined };
		if (turn.isFirst) this.first = turn;
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
	slowDown(turn: Turn, now: number, asked?: number): void {
		this.measuredSince ??= now;
		const isOld =
			turn.at < this.resumedAt || (this.slowedDownAt !== undefined && turn !== this.first);
		if (!isOld) {
			this.probe =
				this.slowedDownAt === undefined
					? firstProbe
					: Math.min(this.probe * probeGrowth, longestProbe);
			this.slowedDownAt ??= now;
		}
		// Even if the service asks for a wait of 0, the next request waits.
		const pause = asked || (isOld ? 0 : this.probe);
		this.pausedUntil = Math.max(this.pausedUntil, now + pause);
		this.unanswered(turn);
	}

	/** Call if there was no answer or the request was not sent: another request can then be the first. */
	unanswered(turn: Turn): void {
		if (turn === this.first) this.first = undefined;
	}

	/** The first request after a pause was accepted. @param at when it started */
	private resume(at: number): void {
		const measured = this.acceptedCount / Math.max(1, at - (this.measuredSince ?? at));
		const isFirstPause = this.rate === Infinity;
		if (!isFirstPause) this.rejected = this.rate;
		if (this.lasted >= this.rejected) this.lasted = 0;
		const factor = this.acceptedCount > 1 ? margin : isFirstPause ? bold : 1;
		// Without an accepted request the rate is unknown: others may have used up the service's limit.
		if (this.acceptedCount > 0)
			this.rate = Math.min(Math.max(this.lasted, measured * factor), this.rejected);
		this.sample = this.acceptedCount;
		this.lastPause = at - (this.slowedDownAt ?? at);
		this.slowedDownAt = this.first = undefined;
		this.measuredSince = this.rateSince = this.resumedAt = at;
		this.acceptedCount = 0;
	}

	/** Tries a faster rate if the current one has lasted. @param at when the last accepted request started */
	private raise(at: number): void {
		const isOpen = this.rejected === Infinity;
		const isWide = this.rejected / this.rate > narrow;
		const pauses = isOpen
			? this.sample > 1
				? patience.unknownLimit
				: 0
			: isWide
				? patience.wideRange
				: patience.narrowRange;
		if (at - this.rateSince < Math.max(0.99 / this.rate, pauses * this.lastPause)) return;
		this.lasted = this.rate;
		if (this.lasted >= this.rejected) this.rejected = Infinity;
		const between = Math.max(Math.sqrt(this.lasted * this.rejected), this.lasted * smallestStep);
		this.rate =
			this.rejected === Infinity
				? this.lasted * (this.sample > 1 ? careful : bold)
				: Math.min(this.rejected, between);
		this.rateSince = this.lastStart;
	}
}
