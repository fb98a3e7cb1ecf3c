import type { Transmit } from '../n8n/connect';
import type { Clock } from './clock';

/**
 * The user's limit for all requests of a run. Who waits for it holds nothing: all requests of a message may go when it
 * begins, and the next message waits for as many. Requests that are repeated delay the messages after them.
 */
export class RequestsPerSecond {
	/** ms */
	private readonly interval: number;
	/** When the next message may begin (ms). */
	private next = 0;
	/** How many requests of the messages that began are still to come. */
	private expected = 0;

	/** @param limit 0 for none */
	constructor(
		limit: number,
		private readonly clock: Pick<Clock, 'now'>,
	) {
		this.interval = limit > 0 ? 1000 / limit : 0;
	}

	/** @returns ms until a message may begin */
	wait(now: number): number {
		return this.next - now;
	}

	/** Call when a message with so many requests begins. */
	begin(now: number, requests: number): void {
		this.expected += requests;
		this.next = Math.max(this.next, now) + requests * this.interval;
	}

	/** Call when a message ended without a request. */
	unused(requests: number): void {
		const spared = Math.min(this.expected, requests);
		this.expected -= spared;
		this.next -= spared * this.interval;
	}

	/** Counts each request. */
	counted(transmit: Transmit): Transmit {
		return async (request) => {
			if (this.expected > 0) this.expected--;
			else this.next = Math.max(this.next, this.clock.now()) + this.interval;
			return await transmit(request);
		};
	}
}
