import { AsyncLocalStorage } from 'node:async_hooks';
import { getEventListeners } from 'node:events';
import nodeCrypto from 'node:crypto';
import timers from 'node:timers/promises';

import { realClock } from '../../nodes/MessagingIntegration/n8n/realClock';
import { VirtualTime } from '../support/virtualTime';

/** An execution's part of a process: it can be killed at any of its calls to the world. */
export class Life {
	/** Aborts when n8n asks its process to end. */
	readonly processEnd = new AbortController();
	isDead = false;
	/** How often it has called the world. */
	calls = 0;
	/** Timers that still run. */
	timers = 0;
	/** Whether a call at `at` is hit, and what that does. */
	hit: { at: number; act: () => void } | undefined;
	readonly signals: AbortSignal[] = [];

	/** @param id of the execution */
	constructor(readonly id: string) {}

	/** Listeners that are left on the signals of the run. */
	get listeners(): number {
		return this.signals.flatMap((signal) => getEventListeners(signal, 'abort')).length;
	}

	/** Counts a call to the world. It never returns to a killed process. */
	async call(): Promise<void> {
		if (this.calls++ === this.hit?.at) this.hit.act();
		await this.goOn();
	}

	async goOn(): Promise<void> {
		if (this.isDead) await new Promise(() => undefined);
	}
}

export const lives = new AsyncLocalStorage<Life>();

type Callback = (...args: unknown[]) => void;

/** Timers of the world, in place of those of Node.js. Each belongs to the execution that starts it. */
function virtualTimers(time: VirtualTime) {
	const start = (fire: () => void, wait: number) => {
		const life = lives.getStore();
		let isRunning = true;
		if (life) life.timers++;
		const end = () => {
			if (isRunning && life) life.timers--;
			isRunning = false;
		};
		const cancel = time.timer(wait, () => {
			end();
			if (!life?.isDead) lives.run(life as Life, fire);
		});
		return () => (end(), cancel());
	};
	const repeat = (fire: () => void, wait: number) => {
		let cancel = () => {};
		const again = () => {
			cancel = start(() => (again(), fire()), wait);
		};
		again();
		return () => cancel();
	};
	const sleep = async (wait = 0, value?: unknown, { signal }: { signal?: AbortSignal } = {}) => {
		await lives.getStore()?.call();
		signal?.throwIfAborted();
		await new Promise<void>((resolve, reject) => {
			const abort = () => (cancel(), reject(signal?.reason as Error));
			const cancel = start(() => {
				signal?.removeEventListener('abort', abort);
				resolve();
			}, wait);
			signal?.addEventListener('abort', abort, { once: true });
		});
		return value;
	};
	const clear = (cancel?: () => void) => void cancel?.();
	return {
		setTimeout: (fire: Callback, wait = 0, ...args: unknown[]) => start(() => fire(...args), wait),
		setInterval: (fire: Callback, wait = 0) => repeat(fire, wait),
		clearTimeout: clear,
		clearInterval: clear,
		sleep,
	};
}

/** Puts the values into an object. @returns puts back what was there */
function replace(holder: object, values: object): () => void {
	const before = Object.keys(values).map((name) => [name, Reflect.get(holder, name)] as const);
	Object.assign(holder, values);
	return () => Object.assign(holder, Object.fromEntries(before));
}

/** Time, chance and names come from the world until the work has ended. Nothing of the node is changed for that. */
export async function inVirtualTime(
	random: () => number,
	work: (time: VirtualTime) => Promise<void>,
): Promise<void> {
	const time = new VirtualTime(random);
	const { sleep, ...globals } = virtualTimers(time);
	const hex = (length: number) =>
		Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');
	const any = AbortSignal.any.bind(AbortSignal);
	const undo = [
		replace(globalThis, globals),
		replace(performance, { now: time.now }),
		replace(Date, { now: () => 1.8e12 + time.now() }),
		replace(realClock, { random }),
		// A trace for each error that nobody sees takes a third of the time.
		replace(Error, { stackTraceLimit: 0 }),
		replace(timers, { setTimeout: sleep, setImmediate: async () => await sleep(0) }),
		replace(nodeCrypto, {
			randomUUID: () => hex(32),
			randomBytes: (size: number) => Buffer.from(hex(size * 2), 'hex'),
		}),
		replace(AbortSignal, {
			any: (signals: AbortSignal[]) => {
				const signal = any(signals);
				lives.getStore()?.signals.push(signal);
				return signal;
			},
		}),
	];
	try {
		await time.until(work(time));
	} finally {
		for (const back of undo) back();
	}
}
