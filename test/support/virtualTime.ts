import type { Clock } from '../../nodes/MessagingIntegration/delivery';

/** How late timers may be at most (ms). */
const latest = 2;

/** A clock that jumps to the next timer as soon as nothing else is left to do. */
export class VirtualTime implements Clock {
	private time = 0;
	private order = 0;
	private readonly timers: Array<{ at: number; order: number; fire: () => void }> = [];

	constructor(readonly random: () => number) {}

	readonly now = () => this.time;

	/** @returns cancels it */
	timer(wait: number, fire: () => void, isExact = false): () => void {
		const late = isExact ? 0 : this.random() * latest;
		const timer = { at: this.time + Math.max(0, wait) + late, order: this.order++, fire };
		let [low, high] = [0, this.timers.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			// The next timer is the last one of the list.
			if ((this.timers[middle]?.at ?? 0) > timer.at) low = middle + 1;
			else high = middle;
		}
		this.timers.splice(low, 0, timer);
		return () => (timer.fire = () => undefined);
	}

	readonly sleep = async (wait: number, signal?: AbortSignal): Promise<void> => {
		signal?.throwIfAborted();
		await new Promise<void>((resolve, reject) => {
			const cancel = this.timer(wait, resolve);
			signal?.addEventListener('abort', () => (cancel(), reject(signal.reason as Error)));
		});
	};

	readonly every = (interval: number, act: () => void) => {
		let cancel = () => {};
		const again = () => {
			cancel = this.timer(interval, () => (again(), act()), true);
		};
		again();
		return () => cancel();
	};

	/** Lets time pass until the work has ended. */
	async until(work: Promise<unknown>): Promise<void> {
		let isOver = false;
		const ended = work.finally(() => (isOver = true));
		for (;;) {
			// All promises that can resolve do so before this.
			await new Promise<void>((resolve) => process.nextTick(resolve));
			if (isOver) break;
			const next = this.timers.pop();
			if (!next) throw new Error('Nothing can happen any more');
			this.time = Math.max(this.time, next.at);
			next.fire();
		}
		await ended;
	}
}
