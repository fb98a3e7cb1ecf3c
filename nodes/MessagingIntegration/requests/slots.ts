/** Limits how many tasks are in progress. A task takes a slot, and lends it to others while it waits for something. */
export class Slots {
	private taken = 0;
	private readonly waiting: Array<() => void> = [];
	/** Called when a task lends its slot and no other waits for one. */
	onLent = () => {};

	constructor(readonly count: number) {}

	get areAwaited(): boolean {
		return this.waiting.length > 0;
	}

	async take(): Promise<void> {
		if (this.taken < this.count) this.taken++;
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	free(): void {
		const next = this.waiting.shift();
		if (next) next();
		else this.taken--;
	}

	/** Others may use the caller's slot meanwhile. The caller has one again when this ends, also if `wait` throws. */
	async lend(wait: () => Promise<unknown>): Promise<void> {
		const isLent = !this.areAwaited;
		this.free();
		if (isLent) this.onLent();
		try {
			await wait();
		} finally {
			await this.take();
		}
	}
}
