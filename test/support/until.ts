import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits until something is there, or a condition holds.
 * @param what completes the sentence "… did not come about"
 * @param find is asked again until it gives something other than false or undefined
 * @param patience in seconds; by default a little less than most tests may take
 * @returns what was found
 * @throws Error with that sentence when they are over
 */
export async function until<Found>(
	what: string,
	find: () => Found | Promise<Found>,
	patience = 100,
): Promise<Exclude<Found, false | undefined>> {
	const deadline = Date.now() + patience * 1000;
	for (;;) {
		const found = await find();
		if (found !== false && found !== undefined) return found as Exclude<Found, false | undefined>;
		if (Date.now() > deadline) throw new Error(`${what} did not come about within ${patience} s.`);
		await delay(10);
	}
}
