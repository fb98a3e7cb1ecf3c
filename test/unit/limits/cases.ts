import { seededRandom } from '../seededRandom';
import {
	always,
	changing,
	fixedWindow,
	forEach,
	free,
	instance,
	type Limit,
	type Message,
	pausesAt,
	punishing,
	recipient,
	refusing,
	slidingWindow,
	together,
	tokenBucket,
} from './limits';

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
	/** The largest number of refusals. */
	most?: number;
	group: 'scope' | 'punish' | 'service' | 'mixed';
}

const second = 1000;
const minute = 60 * second;

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

const says = (is: boolean) => (is ? 'Retry-After' : 'no Retry-After');

const lists = { 1: [20, 100], 2: [16, 20, 100], 10: [60, 120, 400] };

/** Services that limit everybody, in the ways that are usual. */
const services = ([1, 2, 10] as const).flatMap((rate) =>
	(
		[
			['fixed windows of a second', (random) => fixedWindow(rate, second, random() * second)],
			['a token bucket with burst 1', () => tokenBucket(rate, 1)],
			['a token bucket with a burst of 1 s', () => tokenBucket(rate, rate)],
			['a token bucket with a burst of 5 s', () => tokenBucket(rate, 5 * rate)],
		] as Array<[string, Case['limit']]>
	).flatMap(([name, limit]) =>
		[true, false].flatMap((is) =>
			lists[rate].map((items): Case => {
				return {
					group: 'service',
					name: `${items} at ${rate}/s, ${name}, ${says(is)}`,
					possible: (items * second) / rate,
					messages: people(items),
					limit,
					says: is,
					latencies: [2, 10, 40],
					seeds: [1, 2, 3, 4],
				};
			}),
		),
	),
);

const perMinute = [true, false].map(
	(is): Case => ({
		group: 'service',
		name: `300 at 60/min, fixed windows, ${says(is)}`,
		possible: 300 * second,
		messages: people(300),
		limit: (random) => fixedWindow(60, minute, random() * minute),
		says: is,
		latencies: [2, 10, 40],
		seeds: [1, 2, 3, 4],
	}),
);

/** Others have used up this many requests at the start. */
function usedUp(limit: Limit, count: number): Limit {
	for (let taken = 0; taken < count; taken++) limit.take(0, { to: '', instance: '' });
	return limit;
}

const pausing: Case[] = (
	[
		['150, a pause of 10 s after 19', 150, 10, () => pausesAt([20], 10 * second)],
		['150, a pause of 10 s before the first', 150, 10, () => pausesAt([1], 10 * second)],
		['2000, a pause of 5 s after 19', 2000, 5, () => pausesAt([20], 5 * second)],
		['2000, a pause of 60 s after 3', 2000, 60, () => pausesAt([4], minute)],
		['2000, pauses of 30 s after 19 and 99', 2000, 60, () => pausesAt([20, 100], minute / 2)],
		[
			'2000 at 600/min, fixed windows, 592 used up',
			2000,
			240,
			() => usedUp(fixedWindow(600, minute), 592),
		],
		[
			'2000 at 600/min, sliding windows, 592 used up',
			2000,
			240,
			() => usedUp(slidingWindow(600, minute), 592),
		],
	] as Array<[string, number, number, () => Limit]>
).map(([name, items, seconds, limit]) => ({
	group: 'service',
	name: `${name}, Retry-After`,
	possible: seconds * second + (items * 13) / 8,
	messages: people(items),
	limit,
	says: true,
	latencies: [10],
}));

const badEach = (every: number) => refusing(({ to }) => Number(to) % every === 3, 0);

function someRefused(every: number, wait: number): Limit {
	const bad = badEach(every);
	return {
		wait: (now, message) => (Number(message.to) % every === 3 ? wait : bad.wait(now, message)),
		take: () => undefined,
	};
}

const throughSlow = people(500).map((message, index) => ({
	...message,
	instance: index % 25 === 7 ? 'slow' : 'fast',
}));

/** One message in `length` ms to one person. */
const each = (length: number) => forEach(recipient, () => tokenBucket(1000 / length, 1));

const scope: Case[] = [
	{
		group: 'scope',
		name: '60 people with two each, one per person in 6 s',
		possible: 6 * second,
		messages: people(60, 2),
		limit: () => each(6 * second),
		says: true,
	},
	...[true, false].map(
		(is): Case => ({
			group: 'scope',
			name: `15 people with eight each, one per person in 3 s, ${says(is)}`,
			possible: 21 * second,
			messages: people(15, 8),
			limit: () => each(3 * second),
			says: is,
		}),
	),
	...[true, false].map(
		(is): Case => ({
			group: 'scope',
			name: `500, 20 through an instance with 1/s, ${says(is)}`,
			possible: 19 * second,
			messages: throughSlow,
			limit: () => forEach(instance, (key) => (key === 'slow' ? tokenBucket(1, 1) : free)),
			says: is,
		}),
	),
	{
		group: 'scope',
		name: '2,000 people, 1 of 100 refused at random, Retry-After 1',
		possible: 3 * second,
		messages: people(2000),
		limit: (random) => refusing(() => random() < 0.01, second),
		says: true,
	},
	...[5, 60].flatMap((wait) => [
		{
			group: 'scope' as const,
			name: `200 people, every tenth always refused, Retry-After ${wait}`,
			possible: second / 4,
			messages: people(200),
			refused: 20,
			limit: () => someRefused(10, wait * second),
			says: true,
		},
	]),
	{
		group: 'scope',
		name: '1,000 people, every tenth always refused, Retry-After 1',
		possible: second,
		messages: people(1000),
		refused: 100,
		limit: () => someRefused(10, second),
		says: true,
	},
	{
		group: 'scope',
		name: '1,000 people, every tenth always refused, no Retry-After',
		possible: second,
		messages: people(1000),
		refused: 100,
		limit: () => someRefused(10, second),
		says: false,
	},
	...[5, 60].map(
		(wait): Case => ({
			group: 'scope',
			name: `two instances with 50 each, one always refused, Retry-After ${wait}`,
			possible: 100,
			messages: people(100, 1, 2),
			refused: 50,
			limit: () => forEach(instance, (key) => (key === '1' ? always(wait * second) : free)),
			says: true,
		}),
	),
	{
		group: 'scope',
		name: '600 at 10/s, burst 1, no Retry-After',
		possible: minute,
		messages: people(600),
		limit: () => tokenBucket(10, 1),
		says: false,
		most: 60,
	},
];

const punish: Case[] = [
	{
		group: 'punish',
		name: '20 at 2/s, quiet for 10 s after a refusal, no Retry-After',
		possible: 10 * second,
		messages: people(20),
		limit: () => punishing(tokenBucket(2, 2), 10 * second),
		says: false,
		goal: 10 / 180,
		most: 30,
	},
	{
		group: 'punish',
		name: '20 at 2/s, quiet for 60 s after a refusal, no Retry-After',
		possible: 10 * second,
		messages: people(20),
		limit: () => punishing(tokenBucket(2, 2), minute),
		says: false,
		goal: 0,
		most: 100,
	},
	{
		group: 'punish',
		name: '25 with 10 in 60 s, refusals count, no Retry-After',
		possible: 2 * minute,
		messages: people(25),
		limit: () => slidingWindow(10, minute, true),
		says: false,
		goal: 0.5,
		most: 40,
	},
	{
		group: 'punish',
		name: '25 with 10 in 60 s, refusals count, Retry-After',
		possible: 2 * minute,
		messages: people(25),
		limit: () => slidingWindow(10, minute, true),
		says: true,
		goal: 0.5,
		most: 40,
	},
	...[299, 3600].map(
		(wait): Case => ({
			group: 'punish',
			name: `40, everybody always refused, Retry-After ${wait}`,
			possible: 0,
			messages: people(40),
			refused: 40,
			limit: () => always(wait * second),
			says: true,
		}),
	),
	{
		group: 'punish',
		name: '40, everybody always refused, no Retry-After',
		possible: 0,
		messages: people(40),
		refused: 40,
		limit: () => always(second),
		says: false,
	},
];

/** As WhatsApp documents: one in 6 s to one person, 45 at once borrowed from later, 80/s for a number. */
const whatsApp = () =>
	together(
		forEach(recipient, () => tokenBucket(1 / 6, 45)),
		forEach(instance, () => tokenBucket(80, 80)),
	);

/** As Telegram hints: 1/s in a chat with short bursts, 30/s in all. */
const telegram = () =>
	together(
		forEach(recipient, () => tokenBucket(1, 3)),
		tokenBucket(30, 30),
	);

const mixed: Case[] = [
	...[true, false].flatMap((is): Case[] => [
		{
			group: 'mixed',
			name: `WhatsApp: 1,600 people, ${says(is)}`,
			possible: 19 * second,
			messages: people(1600),
			limit: whatsApp,
			says: is,
		},
		{
			group: 'mixed',
			name: `WhatsApp: 20 people with 50 each, ${says(is)}`,
			possible: 30 * second,
			messages: people(20, 50),
			limit: whatsApp,
			says: is,
		},
		{
			group: 'mixed',
			name: `Telegram: 600 people, ${says(is)}`,
			possible: 19 * second,
			messages: people(600),
			limit: telegram,
			says: is,
		},
		{
			group: 'mixed',
			name: `Telegram: 30 chats with 12 each, ${says(is)}`,
			possible: 11 * second,
			messages: rounds(30, 12),
			limit: telegram,
			says: is,
		},
		{
			group: 'mixed',
			name: `Telegram: 3 groups with 40 each, 20/min, ${says(is)}`,
			possible: minute,
			messages: rounds(3, 40),
			limit: () =>
				together(
					forEach(recipient, () => slidingWindow(20, minute)),
					tokenBucket(30, 30),
				),
			says: is,
		},
		{
			group: 'mixed',
			name: `60 people with five each, one in 2 s to one, 10/s for all, ${says(is)}`,
			possible: 30 * second,
			messages: people(60, 5),
			limit: () => together(each(2 * second), tokenBucket(10, 10)),
			says: is,
		},
		{
			group: 'mixed',
			name: `3 instances with 5/s, 100 each, one in 2 s to one, 12/s for all, ${says(is)}`,
			possible: 24 * second,
			messages: people(100, 3, 3),
			limit: () =>
				together(
					each(2 * second),
					forEach(instance, () => tokenBucket(5, 5)),
					tokenBucket(12, 12),
				),
			says: is,
		},
		{
			group: 'mixed',
			name: `3 instances with 5/s, 100 each, ${says(is)}`,
			possible: 19 * second,
			messages: people(300, 1, 3),
			limit: () => forEach(instance, () => tokenBucket(5, 5)),
			says: is,
		},
		{
			group: 'mixed',
			name: `two instances one after the other, 2/s each, 60 each, ${says(is)}`,
			possible: 29 * second,
			messages: people(120).map(({ to }, at) => ({ to, instance: `${at < 60 ? 0 : 1}` })),
			limit: () => forEach(instance, () => tokenBucket(2, 2)),
			says: is,
		},
		{
			group: 'mixed',
			name: `two runs with 100 each, 10/s, ${says(is)}`,
			possible: 20 * second,
			messages: people(100),
			runs: 2,
			limit: () => tokenBucket(10, 10),
			says: is,
		},
		{
			group: 'mixed',
			name: `10/s, then 2/s after 10 s, 140, ${says(is)}`,
			possible: 30 * second,
			messages: people(140),
			limit: () => changing(10 * second, tokenBucket(10, 1), tokenBucket(2, 1)),
			says: is,
		},
		{
			group: 'mixed',
			name: `2/s, then 20/s after 10 s, 420, ${says(is)}`,
			possible: 30 * second,
			messages: people(420),
			limit: () => changing(10 * second, tokenBucket(2, 1), tokenBucket(20, 1)),
			says: is,
		},
		{
			group: 'mixed',
			name: `10/s, every twentieth always refused, 300, ${says(is)}`,
			possible: 28.5 * second,
			messages: people(300),
			refused: 15,
			limit: () => together(someRefused(20, 5 * second), tokenBucket(10, 10)),
			says: is,
		},
		...([
			[1, 100, 2],
			[3, 40, 2],
			[10, 20, 10],
			[100, 4, 10],
		] as const).flatMap(([count, each, rate]) =>
			[1, 10].map((burst): Case => ({
				group: 'mixed',
				name: `${count} people with ${each} each, ${rate}/s for all, burst ${burst}, ${says(is)}`,
				possible: ((count * each - burst) * second) / rate,
				messages: people(count, each),
				limit: () => tokenBucket(rate, burst),
				says: is,
			})),
		),
		...[0.05, 0.3, 2].flatMap((latency) =>
			[1, 8, 64].map((concurrency): Case => {
				const fastest = concurrency / (latency + 0.003);
				const rate = Math.min(10, fastest);
				return {
					group: 'mixed',
					name: `200 at 10/s, latency ${latency} s, ${concurrency} at once, ${says(is)}`,
					possible: (200 / rate) * second,
					messages: people(200),
					limit: () => tokenBucket(10, 10),
					says: is,
					concurrency,
					latencies: [latency * second],
				};
			}),
		),
		...[0.05, 0.3, 2].flatMap((latency) =>
			[1, 8, 64].map((concurrency): Case => {
				const fastest = (150 * (latency + 0.003) * second) / concurrency;
				return {
					group: 'mixed',
					name: `50 people with three each, one in 5 s, latency ${latency} s, ${concurrency} at once, ${says(is)}`,
					possible: Math.max(10 * second + latency * second, fastest),
					messages: people(50, 3),
					limit: () => each(5 * second),
					says: is,
					concurrency,
					latencies: [latency * second],
				};
			}),
		),
	]),
];

export const cases: Case[] = [...scope, ...punish, ...mixed, ...services, ...perMinute, ...pausing];

/** The random numbers of a case, other than those of the simulation. */
export const randomOf = (seed: number) => seededRandom(seed * 7919);
