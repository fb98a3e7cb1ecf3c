import { both, type Case, minute, people, type Row, second, told, untold } from './case';
import { fixedWindow, type Limit, pausesAt, slidingWindow, tokenBucket } from './limits';

const often = { latencies: [2, 10, 40] };
const usual = (name: string, rate: number, items: number, limit: Case['limit']): Row => {
	return [`${items} at ${rate}/s, ${name}`, items / rate, people(items), limit, often];
};

/** Services and proxies that limit everybody, in the ways that are usual. */
const services: Row[] = [
	usual('fixed windows of a second', 10, 120, (random) =>
		fixedWindow(10, second, random() * second),
	),
	usual("nginx's limit_req without a burst", 10, 120, () => tokenBucket(10, 1)),
	usual("nginx's limit_req without a burst", 1, 20, () => tokenBucket(1, 1)),
	usual('a token bucket with a burst of 1 s', 10, 120, () => tokenBucket(10, 10)),
	usual('a token bucket with a burst of 5 s', 10, 120, () => tokenBucket(10, 50)),
];

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
