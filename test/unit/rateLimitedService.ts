/** A service with a rate limit, in virtual time (ms). */
export interface RateLimitedService {
	/** @returns whether a request at this time is accepted; if not, how long to wait (ms), if known */
	arrive: (now: number) => { accepted: true } | { accepted: false; retryAfter?: number };
}

const second = 1000;

/** `Retry-After` has whole seconds, rounded up. */
const inSeconds = (wait: number) => Math.max(1, Math.ceil(wait / second)) * second;

function refusal(wait: number, says: boolean) {
	return { accepted: false as const, ...(says && { retryAfter: inSeconds(wait) }) };
}

/** Accepts `count` requests in each window. The length and the offset of the windows are in ms. */
export function fixedWindow(
	count: number,
	length: number,
	says: boolean,
	offset = 0,
): RateLimitedService {
	let window = -1;
	let taken = 0;
	return {
		arrive(now) {
			const current = Math.floor((now + offset) / length);
			if (current !== window) [window, taken] = [current, 0];
			if (taken < count) {
				taken++;
				return { accepted: true };
			}
			return refusal((current + 1) * length - (now + offset), says);
		},
	};
}

/**
 * Each request takes a token, and the bucket holds at most `burst`. nginx's `limit_req` without a burst
 * has burst 1.
 */
export function tokenBucket(perSecond: number, burst: number, says: boolean): RateLimitedService {
	let tokens = burst;
	let before = 0;
	return {
		arrive(now) {
			tokens = Math.min(burst, tokens + ((now - before) * perSecond) / second);
			before = now;
			// Sums of fractions are not exact.
			if (tokens > 1 - 1e-9) {
				tokens--;
				return { accepted: true };
			}
			return refusal(((1 - tokens) * second) / perSecond, says);
		},
	};
}

/** Accepts `count` requests in any `length` ms. */
export function slidingWindow(count: number, length: number, says: boolean): RateLimitedService {
	const taken: number[] = [];
	return {
		arrive(now) {
			while ((taken[0] ?? Infinity) <= now - length) taken.shift();
			if (taken.length >= count) return refusal((taken[0] ?? now) + length - now, says);
			taken.push(now);
			return { accepted: true };
		},
	};
}

/** Has no limit, but answers these requests (counted from 1) with a pause. */
export function pausesAt(requests: number[], wait: number): RateLimitedService {
	let count = 0;
	return {
		arrive: () =>
			requests.includes(++count) ? { accepted: false, retryAfter: wait } : { accepted: true },
	};
}
