// Tests: test/delivery/learnedLimits.test.ts
import { rate } from '../numbers';

/**
 * The rate of an instance that has a limit. It is measured from the end of one silence to the end of the next: 30 accepted
 * messages and a silence of a second in four seconds show 7.5/s. Then each accepted message makes it faster, because the limit
 * may be higher, or may change. All times are ms on the run's clock.
 */
export class Rate {
	/** Requests in a ms. */
	private rate = Infinity;
	/** When the measurement began, and how many requests were accepted since. */
	private since: number | undefined;
	private count = 0;
	/** When the last request started. */
	private last = 0;

	/** @returns ms until the next request may start */
	wait(now: number): number {
		return this.last + 1 / this.rate - now;
	}

	start(now: number): void {
		this.since ??= now;
		this.last = now;
	}

	/** Call if a step sent no request. One that ends late brings two others no closer together. @param start when it started */
	unsent(start: number): void {
		if (start === this.last) this.last -= 1 / this.rate;
	}

	accepted(): void {
		this.count++;
		this.rate += rate.growth;
	}

	/** Call when a silence is over. @param start when the request started that ended it */
	measure(start: number): void {
		// If nothing was accepted, others may have used up the limit.
		if (this.count > 0)
			this.rate = Math.max(this.count / (start - (this.since ?? start)), rate.slowest);
		this.since = start;
		this.count = 0;
	}
}
