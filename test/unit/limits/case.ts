import type { Conditions } from './simulate';
import { forEach, type Limit, type Message, recipient, refusing, tokenBucket } from './limits';

/** One line of the table: messages to a service with limits. */
export interface Case {
	name: string;
	/** What the limits allow: the shortest time in which all can be accepted (ms), without the way to the service. */
	possible: number;
	messages: Message[];
	/** How many runs send these messages at the same moment. */
	runs?: number;
	limit: (random: () => number) => Limit;
	says: boolean;
	concurrency?: number;
	/** ms; the mean of several if there are several. */
	latencies?: number[];
	seeds?: number[];
	/** The number of messages that the service always refuses. */
	refused?: number;
	/** The least share of what is possible. */
	goal?: number;
	/** The largest number of refusals, and the longest time until the run ends (s). */
	most?: number;
	ends?: number;
	group: 'scope' | 'punish' | 'service' | 'mixed';
	fault?: Conditions['fault'];
}

export const second = 1000;
export const minute = 60 * second;

/** Messages to so many people, `each` to one of them, person after person. @param instances of which each has a share */
export function people(count: number, each = 1, instances = 1): Message[] {
	return Array.from({ length: count * each }, (_, index) => {
		const person = Math.floor(index / each);
		return { to: `${person}`, instance: `${person % instances}` };
	});
}

/** The same, everybody's first message first. */
export function rounds(count: number, each: number): Message[] {
	return Array.from({ length: count * each }, (_, index) => ({
		to: `${index % count}`,
		instance: '0',
	}));
}

export const says = (is: boolean) => (is ? 'Retry-After' : 'no Retry-After');

/** One message in `length` ms to one person. */
export const each = (length: number) => forEach(recipient, () => tokenBucket(1000 / length, 1));

/** Refuses one of `every` people, always. @param wait what it asks for (ms) */
export const someRefused = (every: number, wait: number) =>
	refusing(({ to }) => Number(to) % every === 3, wait);
