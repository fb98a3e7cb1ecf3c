import { assert, asyncProperty, boolean, constantFrom, integer, record } from 'fast-check';
import type { Logger } from 'n8n-workflow';

import type { Outcome } from '../../nodes/MessagingIntegration/api/outcome';
import { inLanes, Slots } from '../../nodes/MessagingIntegration/run/lanes';
import { RateLimiter } from '../../nodes/MessagingIntegration/requests/rateLimiter';
import { withRetries } from '../../nodes/MessagingIntegration/requests/attempts';
import { answer, broken, requestOf } from './outcomes';
import { fixedWindow, slidingWindow, tokenBucket } from './rateLimitedService';
import { seededRandom } from './seededRandom';

// Jest's virtual time does not reach this module of Node.js.
jest.mock('node:timers/promises', () => ({
	setTimeout: async (wait: number) => await new Promise((resolve) => setTimeout(resolve, wait)),
}));

const minute = 60_000;
const logger = { debug: () => undefined } as unknown as Logger;
const options = { maxTries: 1, resendWhenUnsure: false };

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
afterEach(() => jest.useRealTimers());

interface Sent {
	/** By request: the status, or why it was not sent. */
	ends: unknown[];
	/** When the last request ended (ms). */
	duration: number;
	requests: number;
}

/**
 * Sends requests to a service in virtual time, in lanes as a run does.
 * @param service called with the position of the request and the time (ms)
 */
async function sendAll(
	count: number,
	service: (index: number, now: number) => Outcome,
	{ concurrency = 8, latency = 5 } = {},
): Promise<Sent> {
	const start = performance.now();
	const now = () => performance.now() - start;
	const slots = new Slots(concurrency);
	const indexOf = new Map<unknown, number>();
	const sent: Sent = { ends: [], duration: 0, requests: 0 };
	const send = withRetries(
		{
			send: async (request) => {
				sent.requests++;
				await new Promise((resolve) => setTimeout(resolve, latency));
				return service(indexOf.get(request) ?? -1, now());
			},
		},
		{
			rateLimiter: new RateLimiter(0),
			lend: async (wait) => await slots.lend(wait),
			options,
			counts: { repeated: 0, slowed: 0 },
			logger,
		},
	);
	let isDone = false;
	const sending = inLanes(
		Array.from({ length: count }, (_, index) => index),
		() => undefined,
		slots,
		async (index) => {
			const request = requestOf('send');
			indexOf.set(request, index);
			const outcome = await send(request);
			sent.ends[index] = outcome.kind === 'answer' ? outcome.status : outcome.reason;
			sent.duration = now();
		},
	).then(() => (isDone = true));
	while (!isDone) await jest.advanceTimersToNextTimerAsync();
	await sending;
	return sent;
}

const asking = (seconds?: number) =>
	answer(429, '', seconds === undefined ? {} : { 'retry-after': String(seconds) });
const accepted = answer(202);
const countOf = (ends: unknown[], end: unknown) => ends.filter((each) => each === end).length;

describe('a service that refuses every request', () => {
	it.each([
		['says how long to wait', 20, 30],
		['does not say', undefined, 150],
	])('for 5 minutes ends the run (it %s)', async (_, seconds, most) => {
		const { ends, duration, requests } = await sendAll(20, () => asking(seconds));
		expect(duration / minute).toBeGreaterThanOrEqual(5);
		expect(duration / minute).toBeLessThan(5.5);
		expect(countOf(ends, 429) + countOf(ends, 'paused')).toBe(20);
		expect(requests).toBeLessThan(most);
	});

	it.each([1, 8])(
		'for too long is asked with three requests, and the others are not tried (concurrency %d)',
		async (concurrency) => {
			const { ends, duration, requests } = await sendAll(20, () => asking(301), { concurrency });
			expect(requests).toBe(Math.max(3, concurrency));
			expect(countOf(ends, 429)).toBe(requests);
			expect(countOf(ends, 'paused')).toBe(20 - requests);
			expect(duration).toBeLessThan(1000);
		},
	);

	it('now and then gets all of them, even if it takes more than 5 minutes', async () => {
		let arrived = 0;
		const { ends, duration } = await sendAll(2, () =>
			++arrived % 3 === 0 ? accepted : asking(120),
		);
		expect(ends).toEqual([202, 202]);
		expect(duration / minute).toBeGreaterThanOrEqual(4);
	});
});

describe('a service that refuses one request and accepts all others', () => {
	it.each([
		[100, 8, 1, 10],
		[100, 1, 1, 10],
		[2000, 8, 60, 200],
		[2000, 1, 60, 200],
		[100, 8, undefined, 45],
		[50, 8, 3600, 2],
		[50, 1, 3600, 2],
	])(
		'loses only that one: %d requests, %d at once, Retry-After %s, within %d s',
		async (count, concurrency, seconds, most) => {
			for (const refused of [0, 3, count - 1]) {
				const { ends, duration, requests } = await sendAll(
					count,
					(index) => (index === refused ? asking(seconds) : accepted),
					{ concurrency },
				);
				expect(ends[refused]).toBe(429);
				expect(countOf(ends, 202)).toBe(count - 1);
				// If no other request follows, it may still be a limit of the service. The waits get longer.
				const isLast = refused === count - 1;
				expect(requests).toBeLessThan(count + (isLast ? 75 : 15));
				if (isLast) continue;
				expect([refused, duration / 1000 < most + count * 0.015]).toEqual([refused, true]);
			}
		},
	);
});

it('a service that no longer answers after a 429 is not waited for one request after the other', async () => {
	let arrived = 0;
	const service = () => (arrived++ === 0 ? asking() : broken('timeout', true));
	const { ends, duration } = await sendAll(24, service, { latency: 1000 });
	expect(ends).toEqual(Array(24).fill('timeout'));
	// The 429 and the rest of the eight, the first after the pause, then the other sixteen, eight at a time.
	expect(duration).toBeLessThan(6000);
});

const conditions = record({
	perSecond: integer({ min: 1, max: 20 }),
	burst: integer({ min: 1, max: 40 }),
	says: boolean(),
	kind: constantFrom('bucket', 'fixed', 'sliding', 'others'),
	latency: constantFrom(1, 20, 300),
	concurrency: constantFrom(1, 8, 64),
	seed: integer(),
});

it('an ordinary rate limit fails no request', async () => {
	await assert(
		asyncProperty(
			conditions,
			async ({ perSecond, burst, says, kind, latency, concurrency, seed }) => {
				const random = seededRandom(seed);
				const limited =
					kind === 'bucket'
						? tokenBucket(perSecond, burst, says)
						: kind === 'sliding'
							? slidingWindow(perSecond * 5, 5000, says)
							: fixedWindow(perSecond, 1000, says);
				// Others use up seven tenths of the limit, at random.
				const isTaken = () => kind === 'others' && random() < 0.7;
				const { ends } = await sendAll(
					100,
					(_, now) => {
						const { accepted: isAccepted, ...refusal } = isTaken()
							? { accepted: false, ...(says && { retryAfter: 1000 }) }
							: limited.arrive(now);
						if (isAccepted) return accepted;
						const wait = 'retryAfter' in refusal ? refusal.retryAfter : undefined;
						return asking(wait === undefined ? undefined : Number(wait) / 1000);
					},
					{ concurrency, latency },
				);
				expect(countOf(ends, 202)).toBe(100);
			},
		),
		{ numRuns: 40 },
	);
});
