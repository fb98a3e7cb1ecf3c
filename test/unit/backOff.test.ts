import { assert, double, integer, property } from 'fast-check';
import { waitBeforeRetry } from '../../nodes/MessagingIntegration/requests/attempts';

const first = 500;
const longest = 15_000;

const attempts = integer({ min: 1, max: 5000 });
const chance = double({ min: 0, max: 1, noNaN: true });

it('the wait doubles with each attempt up to 15 s, minus a random share of at most half', () => {
	assert(
		property(attempts, chance, (number, drawn) => {
			const whole = Math.min(first * 2 ** (number - 1), longest);
			const wait = waitBeforeRetry(number, drawn);
			expect(wait).toBeGreaterThanOrEqual(whole / 2);
			expect(wait).toBeLessThanOrEqual(whole);
		}),
	);
});

it('the random share covers that whole half', () => {
	assert(
		property(attempts, (number) => {
			expect(waitBeforeRetry(number, 1)).toBe(2 * waitBeforeRetry(number, 0));
		}),
	);
});

it('the wait never gets shorter with more attempts', () => {
	assert(
		property(attempts, chance, (number, drawn) => {
			expect(waitBeforeRetry(number + 1, drawn)).toBeGreaterThanOrEqual(
				waitBeforeRetry(number, drawn),
			);
		}),
	);
});
