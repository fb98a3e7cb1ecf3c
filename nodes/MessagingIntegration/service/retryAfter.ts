import type { Answer, Outcome } from './outcome';

/** HTTP dates start with the name of the day. Date.parse accepts other texts too, but they are not dates here. */
function httpDate(text: string): number {
	return /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : NaN;
}

/** A number that is longer than any time is still one (s). */
const longestRetryAfter = 2 ** 31;

/**
 * Reads a `Retry-After` header, which holds seconds or a date.
 * @param now ms since 1970
 * @returns ms from now, 0 for a date in the past; undefined if the header holds neither
 */
export function readRetryAfter(header: Answer['headers'][string], now: number) {
	const value = (Array.isArray(header) ? header[0] : header)?.trim() ?? '';
	if (/^\d+$/.test(value)) return Math.min(Number(value), longestRetryAfter) * 1000;
	const date = httpDate(value);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/**
 * How long (ms) the service wants no requests; undefined if it does not say. A date counts from the `Date` of the same
 * answer, because the clock of the service may differ from this one.
 */
export function retryAfter(outcome: Outcome): number | undefined {
	if (outcome.kind === 'break') return undefined;
	if (outcome.status !== 429 && outcome.status !== 503) return undefined;
	const { date, 'retry-after': header } = outcome.headers;
	const sent = httpDate(String(date));
	return readRetryAfter(header, Number.isNaN(sent) ? Date.now() : sent);
}
