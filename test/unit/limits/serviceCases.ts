import { type Case, minute, people, says, second } from './case';
import { fixedWindow, type Limit, pausesAt, slidingWindow, tokenBucket } from './limits';

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

/** Services that limit everybody. */
export const ofServices = [...services, ...perMinute, ...pausing];
