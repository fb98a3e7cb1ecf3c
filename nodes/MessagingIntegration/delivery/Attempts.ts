import type { Attempt, Step, Verdict } from './Delivery';
import { repeat } from './numbers';
import type { Policy, World } from './World';

/** What a run counts, for its hints. */
export interface Counts {
	/** Requests repeated after an error. */
	repeated: number;
	/** How often the service asked to slow down. */
	slowed: number;
	/** Pauses between messages that the user asked for. */
	pauses: number;
}

/** The attempts of one step. They go on after the service asked to slow down, which is no attempt. */
export class Attempts<Why> {
	private made = 0;
	/** Why an attempt may have arrived. The refusal of a later one does not settle that. */
	doubt: Why | undefined;

	constructor(
		private readonly policy: Policy,
		private readonly world: World<Why>,
		private readonly counts: Counts,
		/** Aborts when nothing more may begin. */
		private readonly over: AbortSignal,
	) {}

	/** Sends a step, and repeats it if that is safe. */
	async send(step: Step<Why>, attempt: Attempt): Promise<Verdict<Why>> {
		const { clock } = this.world;
		/** What the attempt before this one has come to. */
		let before: Verdict<Why> | undefined;
		for (;;) {
			const verdict = await step.send(attempt);
			if (before && verdict.is === 'notBegun') return before;
			if (before) this.counts.repeated++;
			if (verdict.is !== 'refused' && verdict.is !== 'perhaps') return verdict;
			this.made++;
			const { is, mayRepeat } = verdict;
			if (is === 'perhaps') this.doubt = verdict.why;
			const { doubt } = this;
			const settled: Verdict<Why> =
				doubt === undefined ? verdict : { is: 'perhaps', mayRepeat, why: doubt };
			const isSafe = is === 'refused' || this.policy.whenUnsure === 'resend';
			if (!mayRepeat || !isSafe || this.made >= repeat.attempts) return settled;
			before = settled;
			try {
				const wait = repeat.first * 2 ** (this.made - 1);
				// Chance spreads out what failed together.
				await clock.sleep(wait / 2 + (wait / 2) * clock.random(), this.over);
			} catch {
				// The run ended during the wait. What was known before it still holds.
				return settled;
			}
		}
	}
}
