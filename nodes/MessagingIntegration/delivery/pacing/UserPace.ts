import type { Counts } from '../Attempts';
import type { Clock, Policy } from '../World';

/** What the user wants for the steps of an instance: a number in a minute, evenly spread, and a pause between two. */
export class UserPace {
	/** ms between two steps. */
	private readonly interval: number;
	/** When the next step may begin (ms). */
	private next = 0;
	/** When the last one began. */
	private last = -Infinity;

	constructor(
		private readonly policy: Pick<Policy, 'perMinute' | 'pause'>,
		private readonly clock: Clock,
		private readonly counts: Counts,
	) {
		this.interval = 60_000 / policy.perMinute;
	}

	/** @returns ms until the next step may begin; Infinity until the one in progress ends */
	wait(now: number, isBusy: boolean): number {
		return isBusy && this.policy.pause ? Infinity : Math.max(0, this.next - now);
	}

	begin(now: number): void {
		this.last = now;
		this.next = Math.max(this.next, now) + this.interval;
	}

	/** Call when nothing was sent. One that ends late brings two others no closer together. @param begun when it began */
	unsent(begun: number): void {
		if (begun === this.last) this.next -= this.interval;
	}

	/** Call when a step was sent, and others are left. */
	sent(now: number): void {
		const { pause } = this.policy;
		if (!pause) return;
		this.counts.pauses++;
		const random = Math.round(pause.min + (pause.max - pause.min) * this.clock.random());
		this.next = Math.max(this.next, now + random);
	}
}
