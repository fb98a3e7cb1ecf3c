import { waitBeforeRetry } from '../../nodes/MessagingIntegration/requests/attempts';

it.each([
	[1, 250, 500],
	[2, 500, 1000],
	[5, 4000, 8000],
	[6, 7500, 15_000],
	[5000, 7500, 15_000],
])('after attempt %d the wait is between %d and %d ms', (attempts, shortest, longest) => {
	expect(waitBeforeRetry(attempts, 0)).toBe(shortest);
	expect(waitBeforeRetry(attempts, 1)).toBe(longest);
});
