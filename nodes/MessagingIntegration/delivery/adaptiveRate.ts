/** A service that does not say for how long to wait is asked again after so long, then after longer and longer waits (ms). */
const firstProbe = 50;
const probeGrowth = 1.5;
const longestProbe = 5000;

/** How much faster to try next while no limit is known: a single accepted request says little about the rate, so search faster. */
const bold = 1.5;
const careful = 1.25;

/** How long a rate is kept before a faster one is tried, as a multiple of the last pause: the longer a pause, the rarer the risk. */
const patience = { unknownLimit: 5, wideRange: 1, narrowRange: 20 };

/** Where the rejected rate is less than this many times the lasting one, the range between them is narrow. */
const narrow = 1.3;
const smallestStep = 1.05;

/** Timers may be late, so an estimate is used a little below its value. */
const margin = 0.97;

/** One request that started. */
export interface Turn {
	/** ms */
	at: number;
	/** After a pause one request goes first; the others wait for its answer. */
	isFirst: boolean;
}

/**
 * Decides when the next request of a run may start. All times are ms on the caller's clock.
 *
 * 1. Nothing is limited until the service asks to slow down. Then everything pauses: as long as the service says,
 *    or else for short waits that grow until a request is accepted.
 * 2. After a pause one request goes first. Once it is accepted, the others follow at even distances.
 * 3. The first rate is measured: the requests accepted so far, divided by the time up to the end of the pause.
 * 4. A rate that lasts is raised. If it is rejected, the run goes back to the highest rate that lasted.
 * 5. Between the highest rate that lasted and the lowest that was rejected, the next one to try is their geometric mean.
 * 6. The closer the two are, the rarer a faster rate is tried. If the "rejected" rate lasts after all, the search goes on upwards.
 * 7. If a rate that lasted is rejected later, the rate is measured again.
 * 8. Requests that were under way when a rejection arrived belong to the same event: they change no rate.
 */
export class AdaptiveRate {
	/** Requests per ms. */
	#rate = Infinity;
	#lasted = 0;
	#rejected = Infinity;
	/** When the present rate was first used. */
	#rateSince = 0;
	#lastStart = -Infinity;
	/** The present measurement: since when, how many were accepted, and on how many the last one rests. */
	#measuredSince: number | undefined;
	#accepted = 0;
	#sample = 0;
	/** When the service asked to slow down; undefined once it has accepted a request since. */
	#slowedAt: number | undefined;
	#pausedUntil = -Infinity;
	#resumedAt = -Infinity;
	#probe = firstProbe;
	#lastPause = 0;
	/** The first request after the pause, while it is under way. */
	#first: Turn | undefined;

	/** Since when the service has accepted nothing; undefined while it accepts requests. */
	get slowedAt(): number | undefined {
		return this.#slowedAt;
	}

	/** @returns ms until the next request may start; Infinity until an answer comes */
	wait(now: number): number {
		if (this.#first) return Infinity;
		const distance = this.#slowedAt === undefined ? 1 / this.#rate : 0;
		return Math.max(0, this.#lastStart + distance - now, this.#pausedUntil - now);
	}

	/** A request starts. */
	start(now: number): Turn {
		this.#lastStart = now;
		const turn = { at: now, isFirst: this.#slowedAt !== undefined };
		if (turn.isFirst) this.#first = turn;
		return turn;
	}

	/** The service took the request: any answer that does not ask to slow down. */
	accepted(turn: Turn, now: number): void {
		this.#measuredSince ??= now;
		if (turn === this.#first) this.#resume(turn.at);
		this.#accepted++;
		if (this.#slowedAt === undefined && this.#rate !== Infinity) this.#raise(turn.at);
	}

	/** @param asked for how long to wait, where the service says so */
	slowDown(turn: Turn, now: number, asked?: number): void {
		this.#measuredSince ??= now;
		const isOld = turn.at < this.#resumedAt || (this.#slowedAt !== undefined && turn !== this.#first);
		if (!isOld) {
			this.#probe = this.#slowedAt === undefined ? firstProbe : Math.min(this.#probe * probeGrowth, longestProbe);
			this.#slowedAt ??= now;
		}
		// A service that says "0" is asked again after a wait, too.
		const pause = asked || (isOld ? 0 : this.#probe);
		this.#pausedUntil = Math.max(this.#pausedUntil, now + pause);
		this.unanswered(turn);
	}

	/** No answer came, or the request did not go out: another may go first. */
	unanswered(turn: Turn): void {
		if (turn === this.#first) this.#first = undefined;
	}

	/** The first request after a pause was accepted. @param at when it started */
	#resume(at: number): void {
		const measured = this.#accepted / Math.max(1, at - (this.#measuredSince ?? at));
		const isFirstPause = this.#rate === Infinity;
		if (!isFirstPause) this.#rejected = this.#rate;
		if (this.#lasted >= this.#rejected) this.#lasted = 0;
		const factor = this.#accepted > 1 ? margin : isFirstPause ? bold : 1;
		// If nothing was accepted yet, nothing is known: others may have used up the service's limit.
		if (this.#accepted > 0) this.#rate = Math.min(Math.max(this.#lasted, measured * factor), this.#rejected);
		this.#sample = this.#accepted;
		this.#lastPause = at - (this.#slowedAt ?? at);
		this.#slowedAt = this.#first = undefined;
		this.#measuredSince = this.#rateSince = this.#resumedAt = at;
		this.#accepted = 0;
	}

	/** Tries a faster rate where the present one has lasted. @param at when the last accepted request started */
	#raise(at: number): void {
		const isOpen = this.#rejected === Infinity;
		const isWide = this.#rejected / this.#rate > narrow;
		const pauses = isOpen ? (this.#sample > 1 ? patience.unknownLimit : 0) : isWide ? patience.wideRange : patience.narrowRange;
		if (at - this.#rateSince < Math.max(0.99 / this.#rate, pauses * this.#lastPause)) return;
		this.#lasted = this.#rate;
		if (this.#lasted >= this.#rejected) this.#rejected = Infinity;
		const between = Math.max(Math.sqrt(this.#lasted * this.#rejected), this.#lasted * smallestStep);
		this.#rate = this.#rejected === Infinity ? this.#lasted * (this.#sample > 1 ? careful : bold) : Math.min(this.#rejected, between);
		this.#rateSince = this.#lastStart;
	}
}
