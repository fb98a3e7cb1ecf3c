import type { Counts } from './scope';

/** What is known of the recipient of an instance. All times are ms on the caller's clock. */
export class Lane {
	/** Its next request may start. */
	until = 0;
	/** When its last accepted request started, and its refusals since then, from which time on. */
	acceptedAt: number | undefined;
	refusals = 0;
	refusedSince = 0;
	/** Whether its own limit explains the last of them. */
	isOwn = false;
	/** What the instance had met before them. */
	before: Counts = { accepted: 0, refused: 0, lanes: 0 };
}

/** The waits after a refusal, if the service names no time (ms). */
const firstWait = 250;
const longestWait = 60_000;

/** After so many refusals in a row, messages no longer follow an accepted one at once. */
const enoughRefusals = 5;

/** Learns the limit for one recipient, which is the same for all of them. */
export class LaneLimit {
	/** The shortest time from one message to the next that was enough after a refusal. */
	private enough = Infinity;
	/** Refusals in a row of messages that followed an accepted one at once. */
	private inARow = 0;

	/** Whether a refusal is likely to be that of the lane: others were accepted only after a longer time. */
	explains({ acceptedAt }: Lane, at: number): boolean {
		return acceptedAt !== undefined && at - acceptedAt < this.enough;
	}

	/**
	 * @param at when the request started
	 * @param mayPace whether the next one should wait if it would be refused
	 */
	accept(lane: Lane, at: number, mayPace: boolean): void {
		const distance = at - (lane.acceptedAt ?? -Infinity);
		if (lane.refusals > 0 && lane.isOwn) this.enough = Math.min(this.enough, distance);
		else if (distance < this.enough) this.inARow = 0;
		const isPaced = mayPace && this.inARow >= enoughRefusals && this.enough < Infinity;
		lane.acceptedAt = at;
		lane.refusals = 0;
		lane.until = isPaced ? at + this.enough : 0;
	}

	/** Call if the lane's limit explains a refusal. @param asked how long to wait (ms), 0 if the service does not say */
	refuse({ acceptedAt, refusals }: Lane, now: number, asked: number): void {
		if (refusals === 1) this.inARow++;
		if (asked > 0) this.enough = Math.min(this.enough, now - (acceptedAt ?? now) + asked);
	}

	/** @returns when the lane may go on after a refusal, if the service does not say */
	next({ acceptedAt, refusals }: Lane, now: number): number {
		const distance = now - (acceptedAt ?? now);
		if (distance < this.enough && this.enough < Infinity) return now - distance + this.enough;
		const wait = acceptedAt === undefined ? firstWait * 2 ** (refusals - 1) : 0.4 * distance;
		return now + Math.min(Math.max(firstWait, wait), longestWait);
	}
}
