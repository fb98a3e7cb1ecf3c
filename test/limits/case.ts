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
	/** How long the way to the service and back takes (ms). */
	latencies?: number[];
	/** The number of messages that the service always refuses. */
	refused?: number;
	/** The largest number of refusals, and the longest time until the run ends (s). */
	most?: number;
	ends?: number;
	/** The longest time until the last message is accepted (s). */
	accepts?: number;
	starts?: Conditions['starts'];
	fault?: Conditions['fault'];
}

/** A case: its name, what its limits allow (s), its messages, its limit, and the rest. */
export type Row = [
	name: string,
	possible: number,
	messages: Message[],
	limit: Case['limit'],
	more?: Partial<Case>,
];

export const second = 1000;
export const minute = 60 * second;

/** @param says whether refusals have a `Retry-After` */
const caseOf = ([name, possible, messages, limit, more]: Row, says: boolean): Case => ({
	name: `${name}, ${says ? 'Retry-After' : 'no Retry-After'}`,
	possible: possible * second,
	messages,
	limit,
	says,
	...more,
});

/** The service says how long to wait. */
export const told = (row: Row) => caseOf(row, true);
/** The service does not say how long to wait. */
export const untold = (row: Row) => caseOf(row, false);
export const both = (row: Row) => [told(row), untold(row)];

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

/** One message in `seconds` to one person. */
export const oneIn = (seconds: number) => forEach(recipient, () => tokenBucket(1 / seconds, 1));

/** Refuses one of `every` people, always. @param wait what it asks for (s) */
export const someRefused = (every: number, wait: number) =>
	refusing(({ to }) => Number(to) % every === 3, wait * second);
