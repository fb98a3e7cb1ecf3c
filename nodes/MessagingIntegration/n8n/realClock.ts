// Tests: test/unit/clock.test.ts
import { setTimeout as sleep } from 'node:timers/promises';

import type { Clock } from '../delivery';

/** The longest timer of Node.js (ms). */
const longestTimer = 2 ** 31 - 1;

export const realClock: Clock = {
	now: () => performance.now(),
	sleep: async (wait, signal) =>
		await sleep(Math.min(Math.ceil(wait), longestTimer), undefined, { signal }),
	every: (interval, act) => {
		const timer = setInterval(act, interval);
		return () => clearInterval(timer);
	},
	random: () => Math.random(),
};
