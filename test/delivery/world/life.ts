import { getEventListeners } from 'node:events';

import type { Clock } from '../../../nodes/MessagingIntegration/delivery';
import type { VirtualTime } from '../../support/virtualTime';

/** An execution's part of a process: it can be killed at any of its calls to the world. */
export class Life implements Clock {
	isDead = false;
	/** Its process does nothing until then: it is busy with something else. */
	blockedUntil = 0;
	/** How often it has called the world. */
	private calls = 0;
	/** Timers that still run. */
	timers = 0;
	/** Whether a call at `at` is hit, and what that does. */
	hit: { at: number; act: () => void } | undefined;
	readonly stopped = new AbortController();
	readonly hurry = new AbortController();

	/** @param id of the execution */
	constructor(
		readonly id: string,
		private readonly time: VirtualTime,
	) {}

	/** Listeners that are left on its signals. */
	get listeners(): number {
		return [this.stopped, this.hurry].flatMap(({ signal }) => getEventListeners(signal, 'abort'))
			.length;
	}

	private get isBlocked(): boolean {
		return this.blockedUntil > this.now();
	}

	/** Counts a call to the world. It never returns to a killed process. */
	async call(): Promise<void> {
		if (this.calls++ === this.hit?.at) this.hit.act();
		await this.goOn();
	}

	async goOn(): Promise<void> {
		while (this.isBlocked)
			await new Promise<void>((resolve) => {
				this.time.timer(this.blockedUntil - this.now(), resolve);
			});
		if (this.isDead) await new Promise(() => undefined);
	}

	readonly now = () => this.time.now();

	readonly random = () => this.time.random();

	readonly sleep = async (wait: number, signal?: AbortSignal): Promise<void> => {
		await this.call();
		signal?.throwIfAborted();
		await new Promise<void>((resolve, reject) => {
			this.timers++;
			const end = () => {
				this.timers--;
				signal?.removeEventListener('abort', abort);
			};
			const abort = () => (cancel(), end(), reject(signal?.reason as Error));
			const goOn = () => void (this.isBlocked ? this.goOn().then(resolve) : resolve());
			const cancel = this.time.timer(wait, () => (end(), this.isDead || goOn()));
			signal?.addEventListener('abort', abort);
		});
	};

	readonly every = (interval: number, act: () => void) => {
		let cancel = () => {};
		this.timers++;
		const again = () => {
			cancel = this.time.timer(interval, () => {
				if (this.isDead) return;
				again();
				act();
			});
		};
		again();
		return () => {
			this.timers--;
			cancel();
		};
	};
}
