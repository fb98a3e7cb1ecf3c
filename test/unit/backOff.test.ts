import { assert, double, integer, property } from 'fast-check';
import { waitBeforeRetry } from '../../nodes/MessagingIntegration/delivery/retryPolicy';

const first = 500;
const longest = 15_000;

const attempts = integer({ min: 1, max: 5000 });
const chance = double({ min: 0, max: 1, noNaN: true });

it('is between half and all of a wait that doubles with each attempt, and never longer than the longest', () => {
	assert(
		property(attempts, chance, (number, drawn) => {
			const whole = Math.min(first * 2 ** (number - 1), longest);
			const wait = waitBeforeRetry(number, drawn);
			expect(wait).toBeGreaterThanOrEqual(whole / 2);
			expect(wait).toBeLessThanOrEqual(whole);
		}),
	);
});

it('is spread over all of that', () => {
	assert(
		property(attempts, (number) => {
			expect(waitBeforeRetry(number, 1)).toBe(2 * waitBeforeRetry(number, 0));
		}),
	);
});

it('is never shorter after more attempts', () => {
	assert(
		property(attempts, chance, (number, drawn) => {
			expect(waitBeforeRetry(number + 1, drawn)).toBeGreaterThanOrEqual(
				waitBeforeRetry(number, drawn),
			);
		}),
	);
});
