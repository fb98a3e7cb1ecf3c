// What the service's refusals teach, where a whole run would only be slower: the exact waits.
import {
	LearnedRecipientLimit,
	Pace,
} from '../../nodes/MessagingIntegration/delivery/pacing/LearnedRecipientLimit';
import { Rate } from '../../nodes/MessagingIntegration/delivery/pacing/Rate';

describe('the rate of an instance', () => {
	/** Ten requests in a second are accepted, then a silence of a second ends. */
	const measured = () => {
		const rate = new Rate();
		for (let at = 0; at < 1000; at += 100) {
			rate.start(at);
			rate.accepted();
		}
		rate.measure(2000);
		rate.start(2000);
		return rate;
	};

	it('after a silence is what the service accepted up to its end', () => {
		expect(measured().wait(2000)).toBeCloseTo(200);
	});

	it('grows by one in ten seconds with each message that is accepted', () => {
		const rate = measured();
		for (let count = 0; count < 50; count++) rate.accepted();
		// 5/s, and 50 times 0.1/s.
		expect(rate.wait(2000)).toBeCloseTo(100);
	});

	it('is measured anew after each silence', () => {
		const rate = measured();
		for (let at = 2200; at < 3200; at += 200) {
			rate.start(at);
			rate.accepted();
		}
		rate.measure(4000);
		rate.start(4000);
		expect(rate.wait(4000)).toBeCloseTo(400);
	});

	it('stays as it is after a silence before which nothing was accepted: others may have used up the limit', () => {
		const rate = new Rate();
		rate.start(0);
		rate.measure(1000);
		rate.start(1000);
		expect(rate.wait(1000)).toBe(0);
	});

	it('is never slower than one request in five seconds', () => {
		const rate = new Rate();
		rate.start(0);
		rate.accepted();
		rate.measure(100_000);
		rate.start(100_000);
		expect(rate.wait(100_000)).toBeCloseTo(5000);
	});

	it('gives the turn of a step that sent nothing to the next one, and to no two others', () => {
		const rate = measured();
		rate.unsent(2000);
		expect(rate.wait(2000)).toBeCloseTo(0);
		rate.start(2000);
		rate.start(2200);
		rate.unsent(2000);
		expect(rate.wait(2200)).toBeCloseTo(200);
	});
});

describe('a recipient who is refused', () => {
	it('waits longer each time if the service does not say how long, and at most a minute', () => {
		const one = new LearnedRecipientLimit();
		const waits = Array.from({ length: 16 }, () => {
			one.refuse(0, 0);
			return Math.round(one.until);
		});
		expect(waits.slice(0, 4)).toEqual([250, 375, 563, 844]);
		expect(waits.at(-1)).toBe(60_000);
	});

	it('is given up after five minutes of such waits', () => {
		const one = new LearnedRecipientLimit();
		let waited = 0;
		while (!one.isHopeless) {
			one.refuse(waited, 0);
			waited = one.until;
		}
		expect(waited).toBeGreaterThan(300_000);
		expect(waited).toBeLessThan(360_001);
	});

	it('waits as long as the service asks, and is given up if that is more than five minutes', () => {
		const one = new LearnedRecipientLimit();
		one.refuse(0, 300_000);
		expect([one.until, one.isHopeless]).toEqual([300_000, false]);
		one.refuse(300_000, 301_000);
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
