/** What is known of the recipient of an instance. All times are ms on the caller's clock. */
export interface Lane {
	/** Its next request may start. */
	until: number;
	/** When the last accepted request started; undefined before the first. */
	acceptedAt?: number;
	/** Whether it was accepted only after a wait. */
	hasWaited: boolean;
	/** Refusals since then, and when the first came. */
	refusals: number;
	refusedSince: number;
	/** Whether the service named the time of the last wait. */
	isAsked: boolean;
	/** Whether its limit explains its last refusal. */
	isOwn: boolean;
	/** What all other requests of the instance had met by then. */
	before: { accepted: number; refused: number; others: number };
}

interface Follow {
	count: number;
	refused: number;
}

function follow(known: Follow, isRefused: boolean): void {
	known.count = known.count * memory + 1;
	known.refused = known.refused * memory + (isRefused ? 1 : 0);
}

/** The first wait after a refusal, if the service names no time. It doubles up to the longest (ms). */
const firstWait = 250;

/** How much older requests count, and from which share of refused ones on requests no longer follow at once. */
const memory = 0.9;
const mostRefused = 0.7;

/** Distances that are so close to each other are not worth a further refusal. */
const close = 1.15;

/** Learns the limit for one recipient, which is the same for all of them. */
export class LaneLimit {
	/** Requests that followed an accepted one at once, and those of them that were refused: without and with a wait before. */
	private readonly following: [Follow, Follow] = [
		{ count: 0, refused: 0 },
		{ count: 0, refused: 0 },
	];
	/** Those whose distance from the accepted one was said to be enough. */
	private later: Follow = { count: 0, refused: 0 };
	/** The longest distance between two requests that was refused, and the shortest that was accepted after a wait. */
	private tooShort = 0;
	private enough = Infinity;

	/** @param random gives a number from 0 to 1 */
	constructor(private readonly random: () => number) {}

	private get distance(): number {
		const { tooShort, enough } = this;
		return enough > close * tooShort ? Math.max(Math.sqrt(tooShort * enough), enough / 2) : enough;
	}

	/** @param at when the request started */
	accept(lane: Lane, at: number, mayPace: boolean): void {
		const { acceptedAt } = lane;
		const distance = at - (acceptedAt ?? -Infinity);
		const hasWaited = acceptedAt !== undefined && (lane.refusals > 0 || lane.until > 0);
		if (hasWaited && lane.isOwn && lane.refusals > 0) {
			this.enough = Math.min(this.enough, distance);
			if (this.tooShort >= this.enough) this.tooShort = 0;
		} else if (acceptedAt !== undefined && !hasWaited)
			follow(this.following[lane.hasWaited ? 1 : 0], false);
		if (distance >= this.enough) follow(this.later, false);
		lane.hasWaited = hasWaited;
		lane.acceptedAt = at;
		lane.refusals = 0;
		const { count, refused } = this.following[hasWaited ? 1 : 0];
		const isPaced = refused > 2 && refused > mostRefused * count && this.enough < Infinity;
		lane.until = isPaced && mayPace ? at + this.enough : 0;
	}

	/** Whether a refusal is likely to be that of the lane: others were accepted only after a longer time. */
	explains({ acceptedAt }: Lane, at: number): boolean {
		return acceptedAt !== undefined && at - acceptedAt < this.enough;
	}

	/** @param at when the request started */
	refuse(lane: Lane, at: number, now: number, asked: number, isOwn: boolean): void {
		const { acceptedAt } = lane;
		lane.isOwn = isOwn;
		if (acceptedAt === undefined) return;
		if (isOwn) {
			if (lane.refusals === 1 && lane.until === 0)
				follow(this.following[lane.hasWaited ? 1 : 0], true);
			// `Retry-After` has whole seconds, rounded up.
			this.tooShort = Math.max(this.tooShort, at - acceptedAt, now - acceptedAt + asked - 1000);
			if (asked > 0) this.enough = Math.min(this.enough, now - acceptedAt + asked);
			return;
		}
		follow(this.later, true);
		if (this.later.refused > 2 && this.later.refused > this.later.count / 2) {
			this.enough = Infinity;
			this.tooShort = 0;
			this.later = { count: 0, refused: 0 };
		}
	}

	/** @returns when the lane may go on after a refusal, if the service does not say */
	next({ acceptedAt, refusals }: Lane, now: number, longest: number): number {
		const { distance } = this;
		if (acceptedAt !== undefined && distance < Infinity && acceptedAt + distance > now)
			return acceptedAt + distance;
		const wait =
			acceptedAt === undefined
				? firstWait * 2 ** (refusals - 1)
				: Math.max(firstWait, 0.4 * (now - acceptedAt));
		return now + Math.min(wait, longest);
	}

	/** Lets a lane wait longer if a distance like its own was refused meanwhile. @returns when it may start */
	until(lane: Lane, now: number): number {
		const { acceptedAt, isAsked, refusals } = lane;
		const isKnownToFail =
			refusals > 0 && !isAsked && acceptedAt !== undefined && this.enough === Infinity;
		if (isKnownToFail && lane.until <= now && now - acceptedAt <= this.tooShort)
			lane.until = acceptedAt + this.tooShort * (1.1 + 0.4 * this.random());
		return lane.until;
	}
}
