import PQueue from 'p-queue';

/**
 * What every request of a run passes, first tries and repeated ones alike: not more in a second than the
 * user allows, and none while the service has asked for a pause.
 */
export class Gate {
	readonly #queue: PQueue;
	#open: NodeJS.Timeout | undefined;
	#openAt = 0;

	/** @param requestsPerSecond 0 for no limit */
	constructor(private readonly requestsPerSecond: number) {
		this.#queue = new PQueue(
			requestsPerSecond > 0
				? { intervalCap: 1, interval: 1000 / requestsPerSecond, strict: true }
				: {},
		);
	}

	/**
	 * Resolves when a request may go out.
	 * @throws the signal's reason when it aborts first
	 */
	async pass(signal?: AbortSignal): Promise<void> {
		if (this.requestsPerSecond === 0 && !this.#queue.isPaused) return;
		await this.#queue.add(() => undefined, { signal });
	}

	/** Lets nothing through for so long (ms); of several pauses the last to end counts. */
	pause(duration: number): void {
		const openAt = Date.now() + duration;
		if (openAt <= this.#openAt) return;
		this.#openAt = openAt;
		this.#queue.pause();
		clearTimeout(this.#open);
		this.#open = setTimeout(() => this.#queue.start(), duration);
	}

	/** Ends a pause that nobody waits for any more. */
	close(): void {
		clearTimeout(this.#open);
	}
}
