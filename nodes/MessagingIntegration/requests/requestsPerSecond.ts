import type { Transmit } from '../n8n/connect';
import type { Clock } from './clock';

/**
 * The user's limit for all requests of a run. A message begins when all its requests may go, so who waits holds nothing.
 * Requests that are repeated delay the messages after them.
 */
export class RequestsPerSecond {
	/** ms */
	private readonly interval: number;
	/** When the next request may go (ms). */
	private next = 0;
	/** How many requests of the messages that began are still to come. */
	private expected = 0;
	/** How many requests a message needs at most, if none is repeated. */
	private most = 1;

	/** @param limit 0 for none */
	constructor(
		limit: number,
		private readonly clock: Pick<Clock, 'now'>,
	) {
		this.interval = limit > 0 ? 1000 / limit : 0;
	}

	/** Call for each message before the first one begins. */
	expect(requests: number): void {
		this.most = Math.max(this.most, requests);
	}

	/** @returns ms until a message may begin */
	wait(now: number): number {
		return this.next + (this.most - 1) * this.interval - now;
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
