import { getEventListeners } from 'node:events';

import type { Outcome } from '../../nodes/MessagingIntegration/api/outcome';
import { realClock } from '../../nodes/MessagingIntegration/requests/clock';
import { limited } from '../../nodes/MessagingIntegration/requests/limited';
import { answer, requestOf } from './outcomes';
import { seededRandom } from './seededRandom';
import { VirtualTime } from './limits/virtualTime';

const accepted = answer(202);

/** Limits in virtual time, around a service that answers at once. */
function limitsOf(answers: Outcome[], options: Partial<Parameters<typeof limited>[1]> = {}) {
	const time = new VirtualTime(seededRandom(1));
	const starts: number[] = [];
	const send = limited(
		async () => {
			starts.push(time.now());
			return await Promise.resolve(answers.shift() ?? accepted);
		},
		{
			lend: async (wait) => void (await wait()),
			requestsPerSecond: 0,
			hasInstances: false,
			next: { at: 0 },
			counts: { slowed: 0 },
			clock: time,
			...options,
		},
	);
	return { send, starts, time };
}

const asking = (seconds: number) => answer(429, '', { 'retry-after': String(seconds) });

it.each([20, 50, 333])('lets at most %d requests pass per second', async (perSecond) => {
	const { send, starts, time } = limitsOf([], { requestsPerSecond: perSecond });
	await time.until(
		Promise.all(Array.from({ length: 12 }, async () => await send(requestOf('send')))),
	);
	for (const [before, at] of starts.entries())
		expect(at).toBeGreaterThanOrEqual((before * 1000) / perSecond - 1e-6);
});

it('lets a typing indication pass during a pause, but no faster than the user allows', async () => {
	const { send, starts, time } = limitsOf([asking(60)], { requestsPerSecond: 50 });
	const paused = send(requestOf('send'));
	const typing = { ...requestOf('typing'), bestEffort: true as const };
	await time.until(Promise.all([send(typing), send(typing)]));
	expect(starts.map((at) => Math.floor(at / 19))).toEqual([0, 1, 2]);
	await time.until(paused);
	expect(starts.at(-1)).toBeGreaterThanOrEqual(60_000);
});

it('waits for the later end of two pauses, in either order', async () => {
	for (const pauses of [
		[20, 2],
		[2, 20],
	]) {
		const { send, starts, time } = limitsOf([...pauses, 1].map(asking));
		const requests = [1, 2, 3].map(async () => await send(requestOf('send')));
		await time.until(Promise.all(requests));
		expect(starts[3]).toBeGreaterThanOrEqual(20_000);
	}
});

it('a request that was refused says so, even if its instance is given up meanwhile', async () => {
	const { send, time } = limitsOf([asking(1), asking(3600), asking(3600)]);
	const ends = Promise.all([1, 2, 3].map(async () => await send(requestOf('send'))));
	await time.until(ends);
	expect((await ends).map((end) => end.kind)).toEqual(['answer', 'answer', 'answer']);
});

it('a service that asks for a second again and again is asked at least every few seconds', async () => {
	const { send, starts, time } = limitsOf(Array.from({ length: 40 }, () => asking(1)));
	await time.until(
		Promise.all(Array.from({ length: 8 }, async () => await send(requestOf('send')))),
	);
	const gaps = starts.slice(1).map((at, before) => at - (starts[before] ?? 0));
	expect(starts.length).toBeGreaterThanOrEqual(40);
	expect(Math.max(...gaps)).toBeLessThan(6000);
});

it('leaves no listener on the signal of the run', async () => {
	const { signal } = new AbortController();
	const { send, time } = limitsOf([asking(1)], { requestsPerSecond: 50, signal });
	await time.until(Promise.all([1, 2, 3].map(async () => await send(requestOf('send')))));
	expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('an instance that refuses three messages for an hour, and accepts another one, is not given up', async () => {
	const { send, time } = limitsOf([asking(3600), asking(3600), asking(3600)]);
	const sent = async () => await send(requestOf('send'));
	await time.until(Promise.all([sent(), sent(), sent(), sent()]));
	const next = sent();
	await time.until(next);
	expect(await next).toEqual(accepted);
	expect(time.now()).toBeLessThan(1000);
});

it('an instance that refuses three messages for an hour, with accepted ones between them, is not given up', async () => {
	const each = [asking(3600), accepted];
	const { send } = limitsOf([...each, ...each, ...each]);
	const kinds = [];
	for (let count = 0; count < 7; count++) kinds.push((await send(requestOf('send'))).kind);
	expect(kinds).toEqual(kinds.map(() => 'answer'));
});

it('the next messages to a recipient who is refused for an hour are tried within seconds', async () => {
	const { send, time } = limitsOf([asking(3600), accepted, asking(3600), asking(3600)]);
	const sent = async (lane: string) => await send({ ...requestOf('send'), lane });
	const all = async () => [
		await sent('Ada'),
		await sent('Ben'),
		await sent('Ada'),
		await sent('Ada'),
	];
	await time.until(all());
	expect(time.now()).toBeLessThan(10_000);
});

it('at most a hundred new messages of an instance begin while it pauses', async () => {
	const lent = { now: 0, most: 0 };
	const { send, time } = limitsOf(
		Array.from({ length: 10 }, () => asking(1)),
		{
			hasInstances: true,
			lend: async (wait) => {
				lent.most = Math.max(lent.most, ++lent.now);
				await wait();
				lent.now--;
			},
		},
	);
	const sent = async () => await send(requestOf('send'));
	const begun = Array.from({ length: 10 }, sent);
	await time.until(time.sleep(500));
	await time.until(Promise.all([...begun, ...Array.from({ length: 300 }, sent)]));
	expect(lent.most).toBe(begun.length + 100);
});

it.each([
	['a pause', 0, asking(3600 / 13)],
	['the limit of the user', 1 / 3600, accepted],
])('stops waiting for %s at once if the execution is stopped', async (_, perSecond, first) => {
	const stop = new AbortController();
	const options = { requestsPerSecond: perSecond, clock: realClock, signal: stop.signal };
	const { send } = limitsOf([first, first, first], options);
	const sending = [1, 2, 3].map(async () => await send(requestOf('send')));
	await new Promise((resolve) => setImmediate(resolve));
	stop.abort();
	const ends = await Promise.all(sending);
	expect(ends.at(-1)).toMatchObject({ reason: 'cancelled', begun: false });
	expect(await send(requestOf('send'))).toMatchObject({ reason: 'cancelled', begun: false });
});
