import { RateLimiter } from '../../nodes/MessagingIntegration/requests/rateLimiter';

/** Lets `count` requests pass. @returns when each of them passed (ms) */
async function passes(rateLimiter: RateLimiter, count: number): Promise<number[]> {
	return await Promise.all(
		Array.from({ length: count }, async () => {
			const turn = await rateLimiter.pass();
			rateLimiter.end(turn, 'accepted');
			return performance.now();
		}),
	);
}

/** Makes the service ask for a pause (ms). */
async function pause(rateLimiter: RateLimiter, asked: number): Promise<void> {
	rateLimiter.end(await rateLimiter.pass(), 'slowDown', asked);
}

it('lets every request pass if there is no limit', async () => {
	expect(await passes(new RateLimiter(0), 1000)).toHaveLength(1000);
});

it.each([20, 50, 333])('lets at most %d requests pass per second', async (perSecond) => {
	const rateLimiter = new RateLimiter(perSecond);
	const start = performance.now();
	const times = (await passes(rateLimiter, 12)).sort((a, b) => a - b);
	for (const [before, time] of times.entries()) {
		expect(time - start).toBeGreaterThanOrEqual((before * 1000) / perSecond);
	}
});

it('does not save up requests while it is idle', async () => {
	const rateLimiter = new RateLimiter(20);
	await passes(rateLimiter, 1);
	await new Promise((resolve) => setTimeout(resolve, 200));
	const start = performance.now();
	const times = (await passes(rateLimiter, 3)).sort((a, b) => a - b);
	for (const [before, time] of times.entries()) {
		expect(time - start).toBeGreaterThanOrEqual(before * 50);
	}
});

it.each([0, 1000])('lets no request pass during a pause (limit: %d)', async (perSecond) => {
	const rateLimiter = new RateLimiter(perSecond);
	const start = performance.now();
	await pause(rateLimiter, 150);
	const times = await passes(rateLimiter, 5);
	expect(Math.min(...times) - start).toBeGreaterThanOrEqual(150);
});

it('waits for the later end of two pauses, in either order', async () => {
	for (const pauses of [
		[200, 20],
		[20, 200],
	]) {
		const rateLimiter = new RateLimiter(0);
		const start = performance.now();
		const turns = await Promise.all(pauses.map(async () => await rateLimiter.pass()));
		for (const [at, turn] of turns.entries()) rateLimiter.end(turn, 'slowDown', pauses[at]);
		const [passed = 0] = await passes(rateLimiter, 1);
		expect(passed - start).toBeGreaterThanOrEqual(200);
	}
});

it('lets one request pass after a pause, and the others once it has an answer', async () => {
	const rateLimiter = new RateLimiter(0);
	await pause(rateLimiter, 1);
	const first = await rateLimiter.pass();
	let others = 0;
	const waiting = [1, 2].map(async () => {
		rateLimiter.end(await rateLimiter.pass(), 'accepted');
		others++;
	});
	await new Promise((resolve) => setImmediate(resolve));
	expect(others).toBe(0);
	rateLimiter.end(first, 'accepted');
	await Promise.all(waiting);
	expect(others).toBe(2);
});

it.each([
	['gets no answer, and the others with it', 'unanswered', false],
	['is not sent, as the first one', 'notSent', true],
] as const)('lets the next request pass if the first one %s', async (_, how, isFirst) => {
	const rateLimiter = new RateLimiter(0);
	await pause(rateLimiter, 1);
	const first = await rateLimiter.pass();
	const second = rateLimiter.pass();
	rateLimiter.end(first, how);
	expect([first.isFirst, (await second).isFirst]).toEqual([true, isFirst]);
});

it('lets a typing indication pass during a pause, but no faster than the user allows', async () => {
	const rateLimiter = new RateLimiter(50);
	const start = performance.now();
	await pause(rateLimiter, forever);
	await rateLimiter.passDuringPause();
	await rateLimiter.passDuringPause();
	// Timers of Node.js can be up to 1 ms early.
	expect(performance.now() - start).toBeGreaterThanOrEqual(38);
});

/** Longer than any test may take: only the signal can end the wait. */
const forever = 3_600_000;

it.each([
	['a pause', 0, forever],
	['a pause with a limit', 5, forever],
	['its turn', 1 / 3600, 0],
])('stops waiting for %s at once if the execution is stopped', async (_, perSecond, asked) => {
	const rateLimiter = new RateLimiter(perSecond);
	const stop = new AbortController();
	const turn = await rateLimiter.pass();
	if (asked > 0) rateLimiter.end(turn, 'slowDown', asked);
	const first = rateLimiter.pass(stop.signal).catch(() => 'stopped');
	const second = rateLimiter.pass(stop.signal).catch(() => 'stopped');
	await new Promise((resolve) => setImmediate(resolve));
	stop.abort();
	expect(await first).toBe('stopped');
	expect(await second).toBe('stopped');
	await expect(rateLimiter.pass(stop.signal)).rejects.toBe(stop.signal.reason);
});
