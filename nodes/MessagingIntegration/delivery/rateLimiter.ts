import { setTimeout as sleep } from 'node:timers/promises';

import PQueue from 'p-queue';

import { AdaptiveRate, type Turn } from './adaptiveRate';

/** Node.js has no longer timers (ms). */
const longestTimer = 2 ** 31 - 1;

/**
 * Every request of a run passes here, first attempts and repeated ones alike: no more in a second than the
 * user allows, and no faster than the service accepts.
 */
export class RateLimiter {
	readonly #limiter = new AdaptiveRate();
	/** Requests wait in one line, in the order they came. */
	readonly #line = new PQueue({ concurrency: 1 });
	/** ms between two requests, as the user wants it. */
	readonly #distance: number;
	#nextAt = 0;
	/** Makes the request at the head of the line look again. */
	#wake = () => {};

	/** @param requestsPerSecond 0 for no limit */
	constructor(requestsPerSecond: number) {
		this.#distance = requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0;
	}

	/** Since when the service has accepted nothing and asks to slow down, as `performance.now()`; undefined while it accepts requests. */
	get slowedAt(): number | undefined {
		return this.#limiter.slowedAt;
	}

	/**
	 * Resolves when a request may start. The caller says what became of it: `accepted`, `slowDown` or `unanswered`.
	 * @throws the signal's reason when it aborts first
	 */
	async pass(signal?: AbortSignal): Promise<Turn> {
		const isFree = this.#line.size === 0 && this.#line.pending === 0;
		if (isFree && this.#wait() === 0) return this.#start();
		return await this.#line.add(
			async () => {
				for (let wait = this.#wait(); wait > 0; wait = this.#wait()) {
					await this.#change(wait, signal);
					signal?.throwIfAborted();
				}
				return this.#start();
			},
			{ signal },
		);
	}

	/**
	 * Resolves when a request may start that no pause holds up, only the user's own limit.
	 * @throws the signal's reason when it aborts first
	 */
	async passAside(signal?: AbortSignal): Promise<void> {
		for (let wait = this.#nextAt - performance.now(); wait > 0; wait = this.#nextAt - performance.now()) {
			await sleep(Math.min(wait, longestTimer), undefined, { signal });
		}
		this.#nextAt = performance.now() + this.#distance;
	}

	accepted(turn: Turn): void {
		this.#limiter.accepted(turn, performance.now());
		this.#wake();
	}

	/** @param asked ms, where the service says for how long */
	slowDown(turn: Turn, asked?: number): void {
		this.#limiter.slowDown(turn, performance.now(), asked);
		this.#wake();
	}

	unanswered(turn: Turn): void {
		this.#limiter.unanswered(turn);
		this.#wake();
	}

	#wait(): number {
		const now = performance.now();
		return Math.max(this.#limiter.wait(now), this.#nextAt - now);
	}

	#start(): Turn {
		const now = performance.now();
		this.#nextAt = now + this.#distance;
		return this.#limiter.start(now);
	}

	/** Resolves after so long (ms), when the limiter has news, or when the signal aborts. */
	async #change(wait: number, signal?: AbortSignal): Promise<void> {
		await new Promise<void>((resolve) => {
			const timer = setTimeout(() => this.#wake(), Math.min(Math.ceil(wait), longestTimer));
			this.#wake = () => {
				clearTimeout(timer);
				signal?.removeEventListener('abort', this.#wake);
				this.#wake = () => {};
				resolve();
			};
			signal?.addEventListener('abort', this.#wake);
			if (signal?.aborted) this.#wake();
		});
	}
}
