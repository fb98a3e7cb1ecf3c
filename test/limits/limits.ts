/** Whom a message is for, and through which instance it goes. */
export interface Message {
	to: string;
	instance: string;
	/** A file that it has, uploaded once for all messages that have it. */
	file?: string;
}

/** A limit of a simulated service. All times are ms. */
export interface Limit {
	/** @returns ms until the service accepts such a request; 0 if it accepts one now */
	wait: (now: number, message: Message) => number;
	/** Called for each request that is accepted. */
	take: (now: number, message: Message) => void;
}

/** Accepts `count` requests in each window. */
export function fixedWindow(count: number, length: number, offset = 0): Limit {
	let window = -1;
	let taken = 0;
	const current = (now: number) => Math.floor((now + offset) / length);
	return {
		wait(now) {
			if (current(now) !== window) [window, taken] = [current(now), 0];
			return taken < count ? 0 : (window + 1) * length - (now + offset);
		},
		take: () => void taken++,
	};
}

/** Each request takes a token, and the bucket holds at most `burst`. nginx's `limit_req` without a burst has burst 1. */
export function tokenBucket(perSecond: number, burst: number): Limit {
	let tokens = burst;
	let before = 0;
	return {
		wait(now) {
			tokens = Math.min(burst, tokens + ((now - before) * perSecond) / 1000);
			before = now;
			// Sums of fractions are not exact.
			return tokens > 1 - 1e-9 ? 0 : ((1 - tokens) * 1000) / perSecond;
		},
		take: () => void tokens--,
	};
}

/** Accepts `count` requests in any `length` ms. */
export function slidingWindow(count: number, length: number): Limit {
	const taken: number[] = [];
	return {
		wait(now) {
			while ((taken[0] ?? Infinity) <= now - length) taken.shift();
			return taken.length < count ? 0 : (taken[taken.length - count] ?? now) + length - now;
		},
		take: (now) => void taken.push(now),
	};
}

/** A limit of its own for each recipient or each instance. */
export function forEach(of: (message: Message) => string, make: (key: string) => Limit): Limit {
	const limits = new Map<string, Limit>();
	const limit = (message: Message) => {
		const key = of(message);
		const known = limits.get(key) ?? make(key);
		limits.set(key, known);
		return known;
	};
	return {
		wait: (now, message) => limit(message).wait(now, message),
		take: (now, message) => limit(message).take(now, message),
	};
}

export const recipient = ({ to, instance }: Message) => `${instance} ${to}`;
export const instance = (message: Message) => message.instance;

/** All of the limits hold. */
export function together(...limits: Limit[]): Limit {
	return {
		wait: (now, message) => Math.max(...limits.map((limit) => limit.wait(now, message))),
		take: (now, message) => limits.forEach((limit) => limit.take(now, message)),
	};
}

/** One limit up to a time, then another. */
export function changing(at: number, before: Limit, after: Limit): Limit {
	const limit = (now: number) => (now < at ? before : after);
	return {
		wait: (now, message) => limit(now).wait(now, message),
		take: (now, message) => limit(now).take(now, message),
	};
}

export const always = (wait: number): Limit => ({ wait: () => wait, take: () => undefined });

/** Refuses requests for which the condition holds. @param wait what the service then asks for */
export function refusing(when: (message: Message, now: number) => boolean, wait: number): Limit {
	return { wait: (now, message) => (when(message, now) ? wait : 0), take: () => undefined };
}
