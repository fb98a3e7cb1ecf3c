/** The first wait, doubled with each further try (ms). */
const firstWait = 500;
const longestWait = 15_000;

/** A service that asks for longer is not waited for; the error says what it asked (ms). */
export const longestRetryAfter = 5 * 60_000;

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

/**
 * What a `Retry-After` header asks for: seconds, or a date.
 * @param now ms since 1970
 * @returns ms from now, 0 for a date gone by; undefined where it says neither
 */
export function retryAfter(header: string | string[] | undefined, now: number): number | undefined {
	const value = (Array.isArray(header) ? header[0] : header)?.trim() ?? '';
	if (/^\d+$/.test(value)) return Number(value) * 1000;
	// HTTP dates start with the name of the day; other texts that Date.parse takes are no dates here.
	const date = /^[A-Z][a-z]{2,8},? /.test(value) ? Date.parse(value) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
