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
	/** What all other requests of the instance had met by then. */
	before: Counts & { others: number };
}

export interface Counts {
	accepted: number;
	refused: number;
}

/** The first wait after a refusal, if the service names no time. It doubles up to the longest (ms). */
const firstWait = 50;
const longestWait = 60_000;

/** After so many refusals in a row, requests that follow at once are no longer tried. */
const enough = 3;

/** Distances that are so close to each other are not worth a further refusal. */
const close = 1.15;

/** Learns the limit for one recipient, which is the same for all of them. */
export class LaneLimit {
	/** First requests to a recipient, and those that follow an accepted one at once. */
	private readonly first: Counts = { accepted: 0, refused: 0 };
	private readonly following: Counts = { accepted: 0, refused: 0 };
	/** How often in a row one was refused that followed an accepted one at once: without and with a wait before that. */
	private inARow: [number, number] = [0, 0];
	/** The longest distance between two requests that was refused, and the shortest that was accepted after a wait. */
	private tooShort = 0;
	private enough = Infinity;

	/** Whether such requests are refused much more often than first ones. */
	private get isKnown(): boolean {
		const share = ({ accepted, refused }: Counts, doubt: number) =>
			(refused + doubt) / (accepted + refused + 2 * doubt);
		return this.first.accepted > 2 && share(this.following, 0) > 2 * share(this.first, 0.5);
	}

	private get distance(): number {
		const { tooShort, enough: most } = this;
		return most > close * tooShort ? Math.max(Math.sqrt(tooShort * most), most / 2) : most;
	}

	/** @param at when the request started */
	accept(lane: Lane, at: number): void {
		const { acceptedAt, refusals } = lane;
		if (acceptedAt === undefined) {
			if (refusals === 0) this.first.accepted++;
		} else if (refusals > 0 || lane.until > 0) {
			this.enough = Math.min(this.enough, at - acceptedAt);
			if (this.tooShort >= this.enough) this.tooShort = 0;
		} else {
			this.following.accepted++;
			this.inARow[lane.hasWaited ? 1 : 0] = 0;
		}
		lane.hasWaited = acceptedAt !== undefined && (refusals > 0 || lane.until > 0);
		lane.acceptedAt = at;
		lane.refusals = 0;
		const isPaced = this.isKnown && this.inARow[lane.hasWaited ? 1 : 0] >= enough;
		lane.until = isPaced && this.enough < Infinity ? at + this.distance : 0;
	}

	/**
	 * @param at when the request started
	 * @returns whether the refusal is likely to be that of the lane
	 */
	refuse(lane: Lane, at: number, now: number, asked: number): boolean {
		const { acceptedAt } = lane;
		if (lane.refusals++ === 0) lane.refusedSince = now;
		const isFirst = lane.refusals === 1;
		if (acceptedAt === undefined) {
			if (isFirst) this.first.refused++;
			return false;
		}
		if (isFirst && lane.until === 0) {
			this.following.refused++;
			this.inARow[lane.hasWaited ? 1 : 0]++;
		}
		if (!this.isKnown) return false;
		// `Retry-After` has whole seconds, rounded up.
		this.tooShort = Math.max(this.tooShort, at - acceptedAt, now - acceptedAt + asked - 1000);
		if (this.tooShort >= this.enough) this.enough = Infinity;
		if (asked > 0) this.enough = Math.min(this.enough, now - acceptedAt + asked);
		return isFirst;
	}

	/** @returns when the lane may go on after a refusal, if the service does not say */
	next({ acceptedAt, refusals }: Lane, now: number): number {
		const { distance } = this;
		if (acceptedAt !== undefined && distance < Infinity && acceptedAt + distance > now)
			return acceptedAt + distance;
		return now + Math.min(firstWait * 2 ** (refusals - 1), longestWait);
	}
}
