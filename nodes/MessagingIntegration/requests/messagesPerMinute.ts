/** The user's limit for the messages of an instance, evenly spread. Who waits for it holds nothing. */
export class MessagesPerMinute {
	/** ms */
	private readonly interval: number;
	/** When the next message may begin (ms). */
	private next = 0;

	/** @param limit undefined for none */
	constructor(limit = Infinity) {
		this.interval = 60_000 / limit;
	}

	/** @returns ms until a message may begin */
	wait(now: number): number {
		return this.next - now;
	}

	/** Call when a message begins. A file with its upload is one. */
	begin(now: number): void {
		this.next = now + this.interval;
	}

	/** Call when a message ended without a request. @param begun when it began (ms) */
	unsent(begun: number): void {
		if (this.next === begun + this.interval) this.next = begun;
	}
}
