import { both, type Case, minute, people, type Row, second, told, untold } from './case';
import { fixedWindow, type Limit, pausesAt, slidingWindow, tokenBucket } from './limits';

const lists = { 1: [20, 100], 2: [16, 20, 100], 10: [60, 120, 400] };
const often = { latencies: [2, 10, 40], seeds: [1, 2, 3, 4] };

/** Services that limit everybody, in the ways that are usual. */
const services = ([1, 2, 10] as const).flatMap((rate) => {
	const limits: Array<[string, Case['limit']]> = [
		['fixed windows of a second', (random) => fixedWindow(rate, second, random() * second)],
		['a token bucket with burst 1', () => tokenBucket(rate, 1)],
		['a token bucket with a burst of 1 s', () => tokenBucket(rate, rate)],
		['a token bucket with a burst of 5 s', () => tokenBucket(rate, 5 * rate)],
	];
	return limits.flatMap(([name, limit]) =>
		lists[rate].map((items): Row => {
			return [`${items} at ${rate}/s, ${name}`, items / rate, people(items), limit, often];
		}),
	);
});

const perMinute = (most?: number): Row => [
	'300 at 60/min, fixed windows',
	300,
	people(300),
	(random) => fixedWindow(60, minute, random() * minute),
	{ ...often, most },
];

/** Others have used up 592 requests at the start. */
function usedUp(limit: Limit): Limit {
	for (let taken = 0; taken < 592; taken++) limit.take(0, { to: '', instance: '' });
	return limit;
}

const pausing: Array<[string, number, number, () => Limit]> = [
	['a pause of 10 s after 19', 150, 10, () => pausesAt([20], 10 * second)],
	['a pause of 10 s before the first', 150, 10, () => pausesAt([1], 10 * second)],
	['a pause of 5 s after 19', 2000, 5, () => pausesAt([20], 5 * second)],
	['a pause of 60 s after 3', 2000, 60, () => pausesAt([4], minute)],
	['pauses of 30 s after 19 and 99', 2000, 60, () => pausesAt([20, 100], minute / 2)],
	['fixed windows, 592 of 600/min used up', 2000, 240, () => usedUp(fixedWindow(600, minute))],
	['sliding windows, 592 of 600/min used up', 2000, 240, () => usedUp(slidingWindow(600, minute))],
];

/** Services that limit everybody. */
export const ofServices = [
	...services.flatMap(both),
	// After the first minute it is known that the pause is for all.
	told(perMinute(150)),
	untold(perMinute()),
	...pausing.map(([name, items, seconds, limit]) =>
		told([
			`${items}, ${name}`,
			seconds + (items * 0.013) / 8,
			people(items),
			limit,
			{ latencies: [10] },
		]),
	),
];
