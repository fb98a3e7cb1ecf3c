// Tests: test/limits/limits.test.ts
import type { Counts } from '../Attempts';
import type { Shown } from '../DeliveryRun';
import type { Clock, Policy } from '../World';
import type { AtOnce } from './AtOnce';
import { Limit } from './Limit';
import type { LearnedRecipientLimit } from './LearnedRecipientLimit';
import { UserPace } from './UserPace';

/** A step that began. */
export interface Turn {
	/** When it began (ms). */
	start: number;
	/** Whether it is one of the few that ask an instance that accepts nothing. */
	isProbe: boolean;
}

/** When the next step of an instance may begin: the user's pace, and what the service showed of its limits. */
export class Pacer {
	private readonly limit: Limit;
	private readonly pace: UserPace;

	/** @param hasSeveral whether the run has several recipients */
	constructor(
		policy: Policy,
		clock: Clock,
		counts: Counts,
		private readonly atOnce: AtOnce,
		hasSeveral: () => boolean,
	) {
		this.limit = new Limit(clock, hasSeveral);
		this.pace = new UserPace(policy, clock, counts);
	}

	/** Whether the next step should come from anywhere in the list, because neighbours may have the same limit. */
	get isProbing(): boolean {
		return this.limit.isSilent;
	}

	/** @returns ms until a step may begin; Infinity until one in progress ends */
	wait(now: number, isBusy: boolean): number {
		return Math.max(this.limit.wait(now), this.pace.wait(now, isBusy));
	}

	/** @returns ms until the instance is given up */
	rest(now: number): number {
		return this.limit.rest(now);
	}

	begin(now: number): Turn {
		this.pace.begin(now);
		const { isSilent: isProbe } = this.limit;
		this.limit.start(now);
		return { isProbe, start: now };
	}

	/**
	 * Call when a step has ended, before the next one begins.
	 * @param isLeft whether others are left
	 */
	end(
		{ start }: Turn,
		recipient: LearnedRecipientLimit,
		shown: Shown,
		now: number,
		isLeft: boolean,
	): void {
		if (shown.heard === 'nothing' || shown.heard === 'busy') {
			this.limit.unsent(start);
			return this.pace.unsent(start);
		}
		const { at } = shown;
		if (shown.heard === 'slowDown') {
			this.atOnce.refused();
			return this.limit.refuse(recipient, { start, at, retryAfter: shown.after });
		}
		if (isLeft) this.pace.sent(now);
		if (shown.heard === 'doubt') return this.limit.doubt(at);
		if (shown.took !== undefined) this.atOnce.answered(shown.took);
		this.limit.accept(recipient, start, at);
	}
}
