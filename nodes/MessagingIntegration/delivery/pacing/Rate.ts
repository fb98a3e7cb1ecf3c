// Tests: test/delivery/learnedLimits.test.ts
import { keepRateFor, rate as numbers } from '../numbers';

/**
 * The rate of an instance that has a limit. All times are ms on the caller's clock.
 *
 * 1. Nothing is limited until the first pause. The first rate is measured: the number of accepted requests, divided by
 *    the time up to the end of the pause.
 * 2. A rate that lasts is raised: while no limit is known, quickly, because others may have used up the service's limit
 *    before the pause. If the new rate is rejected, the run returns to the highest rate that lasted.
 * 3. The next rate to try is the geometric mean of the highest rate that lasted and the lowest that was rejected. The
 *    closer the two are, the less often a faster rate is tried. If the "rejected" rate lasts after all, the search
 *    continues upwards. If a rate that lasted is rejected later, the rate is measured again.
 */
export class Rate {
	/** Requests per ms. */
	private rate = Infinity;
	private lasted = 0;
	private rejected = Infinity;
	/** When the current rate was first used. */
	private rateSince = 0;
	private lastStart = -Infinity;
	private startBefore = -Infinity;
	/** When the current measurement began, and the requests accepted since then. */
	private measuredSince: number | undefined;
	private acceptedCount = 0;
	private lastPause = 0;
	/** How often the rate was raised since. */
	private raises = 0;

	/** @returns ms until the next request may start */
	wait(now: number): number {
		return Math.max(0, this.lastStart + 1 / this.rate - now);
	}

	/** Call when a request starts. */
	start(now: number): void {
		this.startBefore = this.lastStart;
		this.lastStart = now;
		this.measuredSince ??= now;
	}

	/** Call if a step that started sent no request. @param at when it started */
	unsent(at: number): void {
		if (at === this.lastStart) this.lastStart = this.startBefore;
	}

	/** Call after each accepted request. @param at when it started @param isPaused whether the instance pauses */
	accepted(at: number, isPaused: boolean): void {
		this.acceptedCount++;
		if (!isPaused && this.rate !== Infinity) this.raise(at);
	}

	/** A pause is over. @param at when the first request after it started */
	resume(since: number, at: number): void {
		this.lastPause = at - since;
		const time = Math.max(1, at - (this.measuredSince ?? at));
		// Without an accepted request the rate is unknown: others may have used up the service's limit.
		if (this.acceptedCount > 0) this.restart(this.acceptedCount / time);
		this.measuredSince = this.rateSince = at;
		this.acceptedCount = this.raises = 0;
	}

	/** Sets the rate after a pause. */
	private restart(measured: number): void {
		this.rejected = this.rate;
		if (this.lasted >= this.rejected) this.lasted = 0;
		const rate = Math.min(Math.max(this.lasted, measured), this.rejected);
		this.rate = Math.max(rate, 1 / numbers.slowest);
	}

	/** Tries a faster rate if the current one has lasted. @param at when the last accepted request started */
	private raise(at: number): void {
		const { rate, rejected } = this;
		const isOpen = rejected === Infinity;
		const isNarrow = rejected <= rate * keepRateFor.narrow;
		const range = keepRateFor[isNarrow ? 'narrowRange' : 'wideRange'];
		const kept = range * this.lastPause * keepRateFor.shrinks ** this.raises;
		if (at - this.rateSince < Math.max(1 / rate, isOpen ? 0 : kept)) return;
		this.lasted = rate;
		if (rate >= rejected) this.rejected = Infinity;
		const next = isOpen
			? rate * numbers.growth
			: Math.max(Math.sqrt(rate * rejected), rate * numbers.smallestStep);
		this.rate = Math.min(this.rejected, next);
		this.rateSince = this.lastStart;
		this.raises++;
	}
}
