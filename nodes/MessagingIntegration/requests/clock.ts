import { setTimeout as sleep } from 'node:timers/promises';

/** Time in ms, and chance: a number from 0 to 1. Tests have their own. */
export interface Clock {
	now: () => number;
	/** @throws the signal's reason if it aborts first */
	sleep: (wait: number, signal?: AbortSignal) => Promise<void>;
	random: () => number;
}

/** The longest timer of Node.js (ms). */
const longestTimer = 2 ** 31 - 1;

export const realClock: Clock = {
	now: () => performance.now(),
	sleep: async (wait, signal) =>
		await sleep(Math.min(Math.ceil(wait), longestTimer), undefined, { signal }),
	random: Math.random,
};
