/** The run does not wait for a service that asks for a longer pause or accepts nothing for this long (ms). */
export const longestSlowDown = 5 * 60_000;

/** If the service accepts nothing, it takes this many different requests to know that it refuses the whole run. */
const enoughRequests = 3;

/** A request is given up after at least this many refusals, if they are less likely than this to be chance. */
const fewestRefusals = 3;
const unlikely = 1e-5;

/** The service accepts others if it refuses fewer than this share of them. */
const mostlyAccepted = 0.4;

/** What is known of one request that the service refused. */
export interface Refused {
	/** How often. */
	count: number;
	/** What the service had accepted and refused of the whole run before its first refusal. */
	acceptedBefore: number;
	refusedBefore: number;
	/** What the service had accepted before its last refusal. */
	acceptedLast: number;
	/**
	 * What its last refusal calls for. `run`: the whole run pauses. `request`: only this request waits, because the
	 * service accepts others. `giveUp`: it fails.
	 */
	verdict: 'run' | 'request' | 'giveUp';
}

/** Tells a service that limits the run from one that refuses a certain request. All times are ms on the caller's clock. */
export class Refusals {
	private acceptedCount = 0;
	private refusedCount = 0;
	/** Since the service last accepted a request: when it first refused one, and how many different ones it refused. */
	private refusedSince = Infinity;
	private refusedRequests = 0;
	/** The pause that the service asked for, if the run does not wait for it: no further request is sent. */
	tooLongPause: number | undefined;

	/** Call after any answer that does not ask to slow down. */
	accepted(): void {
		this.acceptedCount++;
		this.refusedSince = Infinity;
		this.refusedRequests = 0;
		this.tooLongPause = undefined;
	}

	/**
	 * @param before what is known of the request; undefined before its first refusal
	 * @param startedAt when the request started
	 * @param asked the pause that the service asks for; 0 if it does not say
	 */
	judge(before: Refused | undefined, startedAt: number, now: number, asked: number): Refused {
		const acceptedLast = this.acceptedCount;
		if (before?.acceptedLast !== acceptedLast) this.refusedRequests++;
		this.refusedSince = Math.min(this.refusedSince, now);
		const { acceptedBefore, refusedBefore } = before ?? {
			acceptedBefore: acceptedLast,
			refusedBefore: this.refusedCount,
		};
		const count = (before?.count ?? 0) + 1;
		this.refusedCount++;
		const isTooLong = asked > longestSlowDown || startedAt - this.refusedSince >= longestSlowDown;
		if (isTooLong && this.refusedRequests >= enoughRequests)
			this.tooLongPause = Math.max(asked, this.tooLongPause ?? 0);
		/** The share of requests that the service refused since the first refusal of this one, with some doubt. */
		const share = (refused: number) =>
			(refused + 1) / (acceptedLast - acceptedBefore + refused + 2);
		const all = this.refusedCount - refusedBefore;
		// Its own refusals count here: it may come last each time, so that it meets a limit more often than the others.
		const isHopeless = count >= fewestRefusals && share(all) ** (count - 1) < unlikely;
		const isAlone = count > 1 && share(all - count) < mostlyAccepted;
		const verdict = isTooLong || isHopeless ? 'giveUp' : isAlone ? 'request' : 'run';
		return { count, acceptedBefore, refusedBefore, acceptedLast, verdict };
	}
}
