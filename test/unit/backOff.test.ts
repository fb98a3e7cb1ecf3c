import { assert, double, integer, property } from 'fast-check';
import { waitBeforeRetry } from '../../nodes/MessagingIntegration/delivery/retryPolicy';

const first = 500;
const longest = 15_000;

const tries = integer({ min: 1, max: 5000 });
const chance = double({ min: 0, max: 1, noNaN: true });

it('is between half and all of a wait that doubles with each try, and never longer than the longest', () => {
	assert(
		property(tries, chance, (tried, drawn) => {
			const whole = Math.min(first * 2 ** (tried - 1), longest);
			const wait = waitBeforeRetry(tried, drawn);
			expect(wait).toBeGreaterThanOrEqual(whole / 2);
			expect(wait).toBeLessThanOrEqual(whole);
		}),
	);
});

it('is spread over all of that', () => {
	assert(
		property(tries, (tried) => {
			expect(waitBeforeRetry(tried, 1)).toBe(2 * waitBeforeRetry(tried, 0));
		}),
	);
});

it('is never shorter after more tries', () => {
	assert(
		property(tries, chance, (tried, drawn) => {
			expect(waitBeforeRetry(tried + 1, drawn)).toBeGreaterThanOrEqual(
				waitBeforeRetry(tried, drawn),
			);
		}),
	);
});
