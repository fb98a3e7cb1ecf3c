import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits until a condition holds.
 * @param what completes the sentence "… did not come about"
 * @param patience in seconds
 * @throws Error with that sentence when they are over
 */
export async function until(what: string, condition: () => boolean | Promise<boolean>, patience = 60): Promise<void> {
	const deadline = Date.now() + patience * 1000;
	while (!(await condition())) {
		if (Date.now() > deadline) throw new Error(`${what} did not come about within ${patience} s.`);
		await delay(50);
	}
}
