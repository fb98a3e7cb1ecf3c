import { assert, boolean, constantFrom, integer, property, record } from 'fast-check';
import { AdaptiveRate } from '../../nodes/MessagingIntegration/requests/adaptiveRate';
import {
	fixedWindow,
	pausesAt,
	type RateLimitedService,
	slidingWindow,
	tokenBucket,
} from './rateLimitedService';
import { simulate } from './simulate';
import { seededRandom } from './seededRandom';

/** The lowest share of the allowed rate that a list reaches, over several latencies (ms) and window offsets. */
function throughput(
	perSecond: number,
	items: number,
	service: (offset: number) => RateLimitedService,
): number {
	const shares = [2, 10, 40].flatMap((latency) =>
		[1, 2, 3, 4].map((seed) => {
			const random = seededRandom(seed * 7919 + latency);
			const { duration, acceptedAt } = simulate(service(random() * 1000), {
				items,
				latency,
				random,
			});
			expect(acceptedAt).toHaveLength(items);
			return (items * 1000) / duration / perSecond;
		}),
	);
	return Math.min(...shares);
}

const lists = { 1: [20, 100], 2: [16, 20, 100], 10: [60, 120, 400] };
type Rate = keyof typeof lists;

const services: Array<
	[name: string, make: (rate: Rate, says: boolean, offset: number) => RateLimitedService]
> = [
	['fixed windows of a second', (rate, says, offset) => fixedWindow(rate, 1000, says, offset)],
	['a token bucket with burst 1', (rate, says) => tokenBucket(rate, 1, says)],
	['a token bucket with a burst of a second', (rate, says) => tokenBucket(rate, rate, says)],
	[
		'a token bucket with a burst of five seconds',
		(rate, says) => tokenBucket(rate, 5 * rate, says),
	],
];

/**
 * Cases that cannot reach 80 %. With burst 1, "Retry-After: 1" stands for a wait of 0.1 s or 0.5 s, and
 * each rejection costs a second. A short list cannot make up for the rejections that it takes to find
 * the rate.
 */
const lowerGoals: Record<string, number> = {
	'16 items at 2/s, a token bucket with burst 1, Retry-After': 0.75,
	'20 items at 2/s, a token bucket with burst 1, Retry-After': 0.78,
	'60 items at 10/s, a token bucket with burst 1, Retry-After': 0.55,
	'120 items at 10/s, a token bucket with burst 1, Retry-After': 0.7,
	'120 items at 10/s, fixed windows of a second, Retry-After': 0.75,
};

const cases = ([1, 2, 10] as Rate[]).flatMap((rate) =>
	services.flatMap(([name, make]) =>
		[true, false].flatMap((says) =>
			lists[rate].map((items) => {
				const title = `${items} items at ${rate}/s, ${name}, ${says ? 'Retry-After' : 'no Retry-After'}`;
				return {
					title,
					rate,
					items,
					goal: lowerGoals[title] ?? 0.8,
					make: (offset: number) => make(rate, says, offset),
				};
			}),
		),
	),
);

it.each(cases)(
	'stays close to the rate that the service accepts: $title',
	({ rate, items, goal, make }) => {
		expect(throughput(rate, items, make)).toBeGreaterThanOrEqual(goal);
	},
);

it.each([true, false])('stays close to 60 requests per minute (Retry-After: %s)', (says) => {
	expect(
		throughput(1, 300, (offset) => fixedWindow(60, 60_000, says, offset * 60)),
	).toBeGreaterThanOrEqual(0.8);
});

/** The service after others have sent this many requests at the start. */
function usedUp(service: RateLimitedService, count: number): RateLimitedService {
	for (let taken = 0; taken < count; taken++) service.arrive(0);
	return service;
}

/** The service after another run, which ends when this one starts. */
function afterRun(service: RateLimitedService, items: number): RateLimitedService {
	const { duration } = simulate(service, { items, random: seededRandom(5) });
	return { arrive: (now) => service.arrive(now + duration) };
}

const minute = 60_000;
const perMinute = [
	['fixed windows', () => fixedWindow(600, minute, true)],
	['sliding windows', () => slidingWindow(600, minute, true)],
	['fixed windows without Retry-After', () => fixedWindow(600, minute, false)],
	['sliding windows without Retry-After', () => slidingWindow(600, minute, false)],
] as const;

/** Services without a limit during the list: what the list takes is the pauses (ms) and the way to the service. */
const pausing: Array<[title: string, items: number, possible: number, () => RateLimitedService]> = [
	['150 items, a pause of 10 s after 19', 150, 10_000, () => pausesAt([20], 10_000)],
	['150 items, a pause of 10 s before the first', 150, 10_000, () => pausesAt([1], 10_000)],
	['2000 items, a pause of 5 s after 19', 2000, 5000, () => pausesAt([20], 5000)],
	['2000 items, a pause of 60 s after 3', 2000, minute, () => pausesAt([4], minute)],
	[
		'2000 items, pauses of 30 s after 19 and 99',
		2000,
		minute,
		() => pausesAt([20, 100], minute / 2),
	],
	...perMinute.flatMap(([name, make]): typeof pausing => [
		[
			`2000 items at 600/min, ${name}, others used 592 of the first minute`,
			2000,
			4 * minute,
			() => usedUp(make(), 592),
		],
		[
			`2000 items at 600/min, ${name}, after another run of 600`,
			2000,
			4 * minute,
			() => afterRun(make(), 600),
		],
	]),
];

it.each(pausing)(
	'is fast again within seconds after a long pause: %s',
	(_, items, possible, make) => {
		for (const latency of [2, 10, 40]) {
			const random = seededRandom(latency);
			const { duration, acceptedAt } = simulate(make(), { items, latency, random });
			expect(acceptedAt).toHaveLength(items);
			const way = (items * (latency + 3)) / 8;
			expect((possible + way) / duration).toBeGreaterThanOrEqual(0.8);
		}
	},
);

it('sends at full speed as soon as a limit that others had used up is free again', () => {
	const service = usedUp(fixedWindow(60, 60_000, true), 60);
	const { duration } = simulate(service, { items: 60, random: seededRandom(1) });
	expect(duration).toBeLessThan(62_000);
});

it('starts no request during a pause that the service asked for, and only one right after it', () => {
	const limiter = new AdaptiveRate();
	const [first, second, third] = [limiter.start(0), limiter.start(0), limiter.start(0)];
	limiter.accepted(first, 10);
	limiter.slowDown(second, 10, 2000);
	limiter.slowDown(third, 500, 1000);
	expect(limiter.wait(500)).toBe(1510);
	expect(limiter.wait(2010)).toBe(0);
	const probe = limiter.start(2010);
	expect(limiter.wait(2010)).toBe(Infinity);
	limiter.accepted(probe, 2020);
	expect(limiter.wait(2020)).toBeLessThan(Infinity);
});

it('counts rejections of concurrent requests as one', () => {
	const waits = [1, 8].map((rejections) => {
		const limiter = new AdaptiveRate();
		const turns = Array.from({ length: 8 }, () => limiter.start(0));
		for (const [at, turn] of turns.entries()) {
			if (at < rejections) limiter.slowDown(turn, 10);
			else limiter.accepted(turn, 10);
		}
		return limiter.wait(10);
	});
	expect(waits[0]).toBe(waits[1]);
});

it('waits from 50 ms up to 5 s, never shorter than before, if the service does not say how long', () => {
	for (const asked of [undefined, 0]) {
		const limiter = new AdaptiveRate();
		const waits: number[] = [];
		let now = 0;
		for (let attempts = 0; attempts < 30; attempts++) {
			limiter.slowDown(limiter.start(now), now, asked);
			waits.push(limiter.wait(now));
			now += limiter.wait(now);
		}
		expect(waits[0]).toBe(50);
		expect(waits).toEqual([...waits].sort((a, b) => a - b));
		expect(waits.at(-1)).toBe(5000);
	}
});

it('continues if the first request after a pause gets no answer', () => {
	const limiter = new AdaptiveRate();
	limiter.slowDown(limiter.start(0), 0, 100);
	limiter.unanswered(limiter.start(100));
	expect(limiter.wait(100)).toBe(0);
});

const conditions = record({
	perSecond: integer({ min: 1, max: 50 }),
	burst: integer({ min: 1, max: 100 }),
	says: boolean(),
	isBucket: boolean(),
	latency: constantFrom(1, 20, 300),
	concurrency: integer({ min: 1, max: 64 }),
	seed: integer(),
});

it('sends every item at any rate limit, and waits as long as the service asks', () => {
	assert(
		property(conditions, ({ perSecond, burst, says, isBucket, latency, concurrency, seed }) => {
			const service = isBucket
				? tokenBucket(perSecond, burst, says)
				: fixedWindow(perSecond, 1000, says);
			const items = 100;
			const { arrivals, acceptedAt, duration } = simulate(service, {
				items,
				latency,
				concurrency,
				random: seededRandom(seed),
			});
			expect(acceptedAt).toHaveLength(items);
			expect(duration).toBeLessThan(30_000 + (items * 5000) / perSecond);
			if (!says) return;
			for (const { at } of arrivals.filter(({ accepted }) => !accepted)) {
				// Requests already under way when the answer came are not held back.
				const held = arrivals.filter(
					(other) => other.at > at + latency + 6 && other.at < at + 1000,
				);
				expect(held).toEqual([]);
			}
		}),
	);
});

it('time in which the run had nothing to send does not count as a limit of the service', () => {
	const limiter = new AdaptiveRate();
	const service = tokenBucket(10, 10, true);
	limiter.accepted(limiter.start(0), 5);
	let now = 3_600_000;
	let accepted = 0;
	while (accepted < 300) {
		now += limiter.wait(now);
		const turn = limiter.start(now);
		const answer = service.arrive(now);
		now += 1;
		if (answer.accepted) {
			limiter.accepted(turn, now);
			accepted++;
		} else limiter.slowDown(turn, now, answer.retryAfter);
	}
	expect(now - 3_600_000).toBeLessThan(40_000);
});
