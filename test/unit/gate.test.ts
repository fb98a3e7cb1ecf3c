import { Gate } from '../../nodes/MessagingIntegration/delivery/gate';

/** When each of so many passed. */
async function passes(gate: Gate, count: number): Promise<number[]> {
	return await Promise.all(
		Array.from({ length: count }, async () => {
			const turn = await gate.pass();
			gate.accepted(turn);
			return performance.now();
		}),
	);
}

/** Makes the service ask for a pause (ms). */
async function pause(gate: Gate, asked: number): Promise<void> {
	gate.slowDown(await gate.pass(), asked);
}

it('lets everything through where there is no limit', async () => {
	await passes(new Gate(0), 1000);
});

it.each([20, 50, 333])('lets no more than %d pass in a second', async (perSecond) => {
	const gate = new Gate(perSecond);
	const start = performance.now();
	const times = (await passes(gate, 12)).sort((a, b) => a - b);
	for (const [before, time] of times.entries()) {
		expect(time - start).toBeGreaterThanOrEqual((before * 1000) / perSecond);
	}
});

it('saves up nothing in a time without requests', async () => {
	const gate = new Gate(20);
	await passes(gate, 1);
	await new Promise((resolve) => setTimeout(resolve, 200));
	const start = performance.now();
	const times = (await passes(gate, 3)).sort((a, b) => a - b);
	for (const [before, time] of times.entries()) {
		expect(time - start).toBeGreaterThanOrEqual(before * 50);
	}
});

it.each([0, 1000])('lets nothing through during a pause, with a limit of %d too', async (perSecond) => {
	const gate = new Gate(perSecond);
	const start = performance.now();
	await pause(gate, 150);
	const times = await passes(gate, 5);
	expect(Math.min(...times) - start).toBeGreaterThanOrEqual(150);
});

it('keeps to the later end of two pauses, in whichever order they are asked for', async () => {
	for (const pauses of [[200, 20], [20, 200]]) {
		const gate = new Gate(0);
		const start = performance.now();
		const turns = await Promise.all(pauses.map(async () => await gate.pass()));
		for (const [at, turn] of turns.entries()) gate.slowDown(turn, pauses[at]);
		const [passed = 0] = await passes(gate, 1);
		expect(passed - start).toBeGreaterThanOrEqual(200);
	}
});

it('lets one request go first after a pause, and the others once it has an answer', async () => {
	const gate = new Gate(0);
	await pause(gate, 1);
	const first = await gate.pass();
	let others = 0;
	const waiting = [1, 2].map(async () => {
		gate.accepted(await gate.pass());
		others++;
	});
	await new Promise((resolve) => setImmediate(resolve));
	expect(others).toBe(0);
	gate.accepted(first);
	await Promise.all(waiting);
	expect(others).toBe(2);
});

it('lets another request go first where the first came to no answer', async () => {
	const gate = new Gate(0);
	await pause(gate, 1);
	const first = await gate.pass();
	const second = gate.pass();
	gate.unanswered(first);
	gate.accepted(await second);
});

it('lets a request aside pass during a pause, but no faster than the user allows', async () => {
	const gate = new Gate(50);
	const start = performance.now();
	await pause(gate, forever);
	await gate.passAside();
	await gate.passAside();
	expect(performance.now() - start).toBeGreaterThanOrEqual(40);
});

/** Longer than any test may take: only the signal can end the wait. */
const forever = 3_600_000;

it.each([
	['a pause', 0, forever],
	['a pause with a limit', 5, forever],
	['its turn', 1 / 3600, 0],
])('ends the wait for %s at once when the execution is stopped', async (_, perSecond, asked) => {
	const gate = new Gate(perSecond);
	const stop = new AbortController();
	const turn = await gate.pass();
	if (asked > 0) gate.slowDown(turn, asked);
	const first = gate.pass(stop.signal).catch(() => 'stopped');
	const second = gate.pass(stop.signal).catch(() => 'stopped');
	await new Promise((resolve) => setImmediate(resolve));
	stop.abort();
	expect(await first).toBe('stopped');
	expect(await second).toBe('stopped');
	await expect(gate.pass(stop.signal)).rejects.toBe(stop.signal.reason);
});
