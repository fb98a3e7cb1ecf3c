import { Gate } from '../../nodes/MessagingIntegration/delivery/gate';

/** When each of so many passed (ms since 1970). */
async function passes(gate: Gate, count: number): Promise<number[]> {
	return await Promise.all(
		Array.from({ length: count }, async () => {
			await gate.pass();
			return Date.now();
		}),
	);
}

/** Timers of Node.js may come up to this much early (ms). */
const early = 2;

it('lets everything through where there is no limit', async () => {
	const gate = new Gate(0);
	await passes(gate, 1000);
	gate.close();
});

it.each([20, 50, 333])('lets no more than %d pass in a second', async (perSecond) => {
	const gate = new Gate(perSecond);
	const start = Date.now();
	const times = (await passes(gate, 12)).sort((a, b) => a - b);
	gate.close();
	for (const [before, time] of times.entries()) {
		expect(time - start).toBeGreaterThanOrEqual((before * 1000) / perSecond - early);
	}
});

it('saves up nothing in a time without requests', async () => {
	const gate = new Gate(20);
	await gate.pass();
	await new Promise((resolve) => setTimeout(resolve, 200));
	const start = Date.now();
	const times = (await passes(gate, 3)).sort((a, b) => a - b);
	gate.close();
	for (const [before, time] of times.entries()) {
		expect(time - start).toBeGreaterThanOrEqual(before * 50 - early);
	}
});

it.each([0, 1000])('lets nothing through during a pause, with a limit of %d too', async (perSecond) => {
	const gate = new Gate(perSecond);
	await gate.pass();
	const start = Date.now();
	gate.pause(150);
	const times = await passes(gate, 20);
	gate.close();
	expect(Math.min(...times) - start).toBeGreaterThanOrEqual(150 - early);
});

it('keeps to the later end of two pauses, in whichever order they are asked for', async () => {
	for (const pauses of [[200, 20], [20, 200]]) {
		const gate = new Gate(0);
		const start = Date.now();
		for (const pause of pauses) gate.pause(pause);
		const [passed = 0] = await passes(gate, 1);
		gate.close();
		expect(passed - start).toBeGreaterThanOrEqual(200 - early);
	}
});

it('holds what comes during a pause that was asked for while another held', async () => {
	const gate = new Gate(0);
	gate.pause(30);
	const first = passes(gate, 3);
	const start = Date.now();
	gate.pause(150);
	const times = [...(await first), ...(await passes(gate, 3))];
	gate.close();
	expect(Math.min(...times) - start).toBeGreaterThanOrEqual(150 - early);
});

it('lets through freely again after a pause', async () => {
	const gate = new Gate(0);
	gate.pause(1);
	await gate.pass();
	await passes(gate, 100);
	gate.close();
});

/** Longer than any test may take: only the signal can end the wait. */
const forever = 3_600_000;

/** A gate that nothing passes, because of a pause or of a request that has just passed. */
function closedGate(perSecond: number, pause: number): Gate {
	const gate = new Gate(perSecond);
	if (pause > 0) gate.pause(pause);
	return gate;
}

it.each([
	['a pause', 0, forever],
	['a pause with a limit', 5, forever],
	['its turn', 1 / 3600, 0],
])('ends the wait for %s at once when the execution is stopped', async (_, perSecond, pause) => {
	const gate = closedGate(perSecond, pause);
	const stop = new AbortController();
	const first = gate.pass(stop.signal).catch(() => 'stopped');
	const second = gate.pass(stop.signal).catch(() => 'stopped');
	await new Promise((resolve) => setImmediate(resolve));
	stop.abort();
	expect(await second).toBe('stopped');
	await first;
	await expect(gate.pass(stop.signal)).rejects.toBe(stop.signal.reason);
	gate.close();
});
