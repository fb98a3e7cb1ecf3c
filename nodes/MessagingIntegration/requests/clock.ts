import { setTimeout as sleep } from 'node:timers/promises';

/** Time and chance, so that tests can have their own. */
export interface Clock {
	/** ms */
	now: () => number;
	/** @throws the signal's reason if it aborts first */
	sleep: (wait: number, signal?: AbortSignal) => Promise<void>;
	/** @returns a number from 0 to 1 */
	random: () => number;
}

/** The longest timer of Node.js (ms). */
const longestTimer = 2 ** 31 - 1;

export const realClock: Clock = {
	now: () => performance.now(),
	sleep: async (wait, signal) => {
		await sleep(Math.min(Math.ceil(wait), longestTimer), undefined, { signal });
	},
	random: Math.random,
};
