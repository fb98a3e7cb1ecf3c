import { assert, double, integer, property } from 'fast-check';
import { backOff } from '../../nodes/MessagingIntegration/delivery/waiting';

const first = 500;
const longest = 15_000;

const tries = integer({ min: 1, max: 5000 });
const chance = double({ min: 0, max: 1, noNaN: true });

it('is between half and all of a wait that doubles with each try, and never longer than the longest', () => {
	assert(
		property(tries, chance, (tried, drawn) => {
			const whole = Math.min(first * 2 ** (tried - 1), longest);
			const wait = backOff(tried, drawn);
			expect(wait).toBeGreaterThanOrEqual(whole / 2);
			expect(wait).toBeLessThanOrEqual(whole);
		}),
	);
});

it('is spread over all of that', () => {
	assert(
		property(tries, (tried) => {
			expect(backOff(tried, 1)).toBe(2 * backOff(tried, 0));
		}),
	);
});

it('is never shorter after more tries', () => {
	assert(
		property(tries, chance, (tried, drawn) => {
			expect(backOff(tried + 1, drawn)).toBeGreaterThanOrEqual(backOff(tried, drawn));
		}),
	);
});
