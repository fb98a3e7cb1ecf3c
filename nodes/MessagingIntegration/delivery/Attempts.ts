import type { Request, Verdict, Why } from './Delivery';
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

/** What a repeat of a request would do: nothing; nothing to the recipient; perhaps deliver a second time. */
export type Effect = 'read' | 'preparation' | 'delivery';

/** The attempts of one request. They go on after the service asked to slow down, which is no attempt. */
export class Attempts {
	private made = 0;
	/** Why an attempt may have arrived. The refusal of a later one does not settle that. */
	doubt: Why | undefined;

	constructor(
		private readonly policy: Policy,
		private readonly world: World,
		private readonly counts: Counts,
	) {}

	/** Sends a request, and repeats it if that is safe. */
	async send(request: Request, effect: Effect): Promise<Verdict> {
		const { clock, hurry, stopped } = this.world;
		for (;;) {
			const verdict = await request(hurry);
			if (verdict.is !== 'failed') return verdict;
			this.made++;
			const isDoubt = effect === 'delivery' && verdict.processed === 'perhaps';
			if (isDoubt) this.doubt = verdict.why;
			const settled: Verdict = this.doubt
				? { ...verdict, processed: 'perhaps', why: this.doubt }
				: verdict;
			const { maxTries, whenUnsure } = this.policy;
			const mayRepeat = verdict.mayRepeat && (!isDoubt || whenUnsure === 'resend');
			if (!mayRepeat || this.made >= maxTries) return settled;
			this.counts.repeated++;
			try {
				const wait = Math.min(repeat.first * 2 ** (this.made - 1), repeat.longest);
				// Chance spreads out what failed together.
				await clock.sleep(wait / 2 + (wait / 2) * clock.random(), stopped);
			} catch {
				// The run was stopped during the wait. What was known before it still holds.
				return settled;
			}
		}
	}
}
