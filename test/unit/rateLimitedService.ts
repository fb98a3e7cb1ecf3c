/** How a service answers a request that arrives at a time (ms). */
export interface RateLimitedService {
	/** @returns whether it is accepted, and if not, for how long (ms) the service asks to wait, where it says so */
	arrive: (now: number) => { accepted: true } | { accepted: false; retryAfter?: number };
}

const second = 1000;

/** `Retry-After` has whole seconds, rounded up. */
const inSeconds = (wait: number) => Math.max(1, Math.ceil(wait / second)) * second;

function refusal(wait: number, says: boolean) {
	return { accepted: false as const, ...(says && { retryAfter: inSeconds(wait) }) };
}

/** So many requests in each window; windows begin at an offset. Lengths in ms. */
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

/** A token for each request; `burst` is the most that it holds. nginx's `limit_req` without burst is one with burst 1. */
export function tokenBucket(perSecond: number, burst: number, says: boolean): RateLimitedService {
	let tokens = burst;
	let before = 0;
	return {
		arrive(now) {
			tokens = Math.min(burst, tokens + ((now - before) * perSecond) / second);
			before = now;
			// Tokens are sums of fractions.
			if (tokens > 1 - 1e-9) {
				tokens--;
				return { accepted: true };
			}
			return refusal(((1 - tokens) * second) / perSecond, says);
		},
	};
}
