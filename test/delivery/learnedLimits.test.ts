// What the service's refusals teach, where a whole run would only be slower: the exact waits.
import {
	LearnedRecipientLimit,
	Pace,
} from '../../nodes/MessagingIntegration/delivery/pacing/LearnedRecipientLimit';
import { Rate } from '../../nodes/MessagingIntegration/delivery/pacing/Rate';

describe('the rate of an instance', () => {
	/** Ten requests in a second are accepted, then a pause of a second ends. */
	const paused = () => {
		const rate = new Rate();
		for (let at = 0; at < 1000; at += 100) {
			rate.start(at);
			rate.accepted(at, false);
		}
		rate.resume(1000, 2000);
		rate.start(2000);
		return rate;
	};

	it('after a pause is what the service accepted up to its end', () => {
		expect(paused().wait(2000)).toBeCloseTo(200);
	});

	it('is a quarter faster after each request that it lasts for, while no limit is known', () => {
		const rate = paused();
		rate.accepted(2200, false);
		rate.start(2200);
		expect(rate.wait(2200)).toBeCloseTo(160);
		rate.accepted(2360, false);
		rate.start(2360);
		expect(rate.wait(2360)).toBeCloseTo(128);
	});

	it('returns to the highest one that lasted, if a faster one is refused', () => {
		const rate = paused();
		rate.accepted(2200, false);
		rate.start(2200);
		rate.resume(2300, 2400);
		rate.start(2400);
		expect(rate.wait(2400)).toBeCloseTo(200);
	});

	it('stays as it is after a pause in which nothing was accepted: others may have used up the limit', () => {
		const rate = new Rate();
		rate.start(0);
		rate.resume(0, 1000);
		rate.start(1000);
		expect(rate.wait(1000)).toBe(0);
	});

	it('is never slower than one request in five seconds', () => {
		const rate = new Rate();
		rate.start(0);
		rate.accepted(0, false);
		rate.resume(0, 100_000);
		rate.start(100_000);
		expect(rate.wait(100_000)).toBeCloseTo(5000);
	});
});

describe('a recipient who is refused', () => {
	it('waits longer each time, and at most a minute', () => {
		const one = new LearnedRecipientLimit();
		const waits = Array.from({ length: 16 }, () => {
			one.refuse(0, 0);
			return Math.round(one.until);
		});
		expect(waits.slice(0, 4)).toEqual([250, 375, 563, 844]);
		expect(waits.at(-1)).toBe(60_000);
	});

	it('waits as long as the service asks, and is given up after more than five minutes', () => {
		const one = new LearnedRecipientLimit();
		one.refuse(0, 300_000);
		expect([one.until, one.isHopeless]).toEqual([300_000, false]);
		one.refuse(300_000, 0);
		expect(one.isHopeless).toBe(true);
	});
});

describe('the time between two messages to a recipient', () => {
	it.each([
		['is one and a half of what was too short', [[100, 0]], [], 150],
		['is what the service asks for', [[100, 3000]], [], 3100],
		['is what worked, if little less was too short', [[100, 0]], [140], 140],
		['is between the two, if much less was too short', [[100, 0]], [900], 300],
	] as Array<[string, Array<[number, number]>, number[], number]>)(
		'%s',
		(__, refusals, accepted, next) => {
			const pace = new Pace();
			for (const [distance, retryAfter] of refusals) pace.refused(distance, retryAfter);
			for (const distance of accepted) pace.accepted(distance);
			expect(pace.next).toBeCloseTo(next);
		},
	);

	it('may be too short only if less than what worked', () => {
		const pace = new Pace();
		expect(pace.mayBeTooShort(1_000_000)).toBe(true);
		pace.accepted(100);
		expect([99, 100].map((distance) => pace.mayBeTooShort(distance))).toEqual([true, false]);
	});
});
