import { setTimeout as sleep } from 'node:timers/promises';

import PQueue from 'p-queue';

import { AdaptiveRate, type Turn } from './adaptiveRate';

/** The longest timer of Node.js (ms). */
const longestTimer = 2 ** 31 - 1;

/**
 * Limits all requests of a run, first attempts and repeated ones: to what the user allows in a second, and to what the
 * service accepts.
 */
export class RateLimiter {
	private readonly rate = new AdaptiveRate();
	/** Requests wait in one queue, in order of arrival. */
	private readonly line = new PQueue({ concurrency: 1 });
	/** The user's limit, as ms between two requests. */
	private readonly distance: number;
	/** Makes the first waiting request check again whether it may start. */
	private wake = () => {};

	/**
	 * @param requestsPerSecond 0 for no limit
	 * @param next when the next request may start; the accounts of a run share the limit
	 */
	constructor(
		requestsPerSecond: number,
		private readonly next = { at: 0 },
	) {
		this.distance = requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0;
	}

	/**
	 * Resolves when a request may start. The caller then calls `end`.
	 * @throws the signal's reason if it aborts first
	 */
	async pass(signal?: AbortSignal): Promise<Turn> {
		const isFree = this.line.size === 0 && this.line.pending === 0;
		if (isFree && this.wait() === 0) return this.start();
		return await this.line.add(
			async () => {
				for (let wait = this.wait(); wait > 0; wait = this.wait()) {
					await this.change(wait, signal);
					signal?.throwIfAborted();
				}
				return this.start();
			},
			{ signal },
		);
	}

	/**
	 * Resolves when a request may start that ignores pauses and observes only the user's limit.
	 * @throws the signal's reason if it aborts first
	 */
	async passDuringPause(signal?: AbortSignal): Promise<void> {
		const wait = Math.max(0, this.next.at - performance.now());
		this.next.at = performance.now() + wait + this.distance;
		if (wait > 0) await sleep(Math.min(wait, longestTimer), undefined, { signal });
	}

	/**
	 * Call when the request of a turn ended.
	 * @param how as AdaptiveRate names it
	 * @param asked how long to wait (ms), if the service says so
	 */
	end(
		turn: Turn,
		how: 'accepted' | 'slowDown' | 'unanswered' | 'notSent' | 'refusedAlone',
		asked?: number,
	): void {
		this.rate[how](turn, performance.now(), asked);
		this.wake();
	}

	private wait(): number {
		const now = performance.now();
		return Math.max(this.rate.wait(now), this.next.at - now);
	}

	private start(): Turn {
		const now = performance.now();
		this.next.at = now + this.distance;
		return this.rate.start(now);
	}

	/** Resolves after `wait` ms, when a request ended, or when the signal aborts. */
	private async change(wait: number, signal?: AbortSignal): Promise<void> {
		const changed = new Promise<void>((resolve) => (this.wake = resolve));
		const { wake } = this;
		const timer = setTimeout(wake, Math.min(Math.ceil(wait), longestTimer));
		signal?.addEventListener('abort', wake);
		if (signal?.aborted) wake();
		await changed;
		clearTimeout(timer);
		signal?.removeEventListener('abort', wake);
	}
}
