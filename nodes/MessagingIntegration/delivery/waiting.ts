/** The first wait, doubled with each further try (ms). */
const firstWait = 500;
const longestWait = 15_000;

/** A service that asks for a longer pause, or accepts nothing for so long, is not waited for; the error says what it asked (ms). */
export const longestSlowDown = 5 * 60_000;

/**
 * How long to wait before the next try, spread so that items which failed together do not come back together.
 * @param tries how often the request went out so far, from 1
 * @param chance from 0 to 1
 * @returns ms, from half of the doubled wait to all of it
 */
export function backOff(tries: number, chance: number): number {
	const wait = Math.min(firstWait * 2 ** (tries - 1), longestWait);
	return wait / 2 + (wait / 2) * chance;
}
