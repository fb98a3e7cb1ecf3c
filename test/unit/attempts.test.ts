import type { Logger } from 'n8n-workflow';

import type { Outcome } from '../../nodes/MessagingIntegration/api/outcome';
import { withRetries } from '../../nodes/MessagingIntegration/delivery/withRetries';
import { RateLimiter } from '../../nodes/MessagingIntegration/delivery/rateLimiter';
import { newSummary } from '../../nodes/MessagingIntegration/delivery/summary';
import { account, answer, requestOf } from './outcomes';

const minute = 60_000;
const logger = { debug: () => undefined } as unknown as Logger;
const options = {
	concurrency: 8,
	requestsPerSecond: 0,
	maxTries: 1,
	timeout: minute,
	validateFirst: true,
	resendWhenUnsure: false,
};

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
afterEach(() => jest.useRealTimers());

/** Sends two requests, one after the other, to a service in virtual time. The times are in minutes. */
async function sendTwo(service: () => Outcome) {
	let requests = 0;
	const send = withRetries(
		{
			account,
			send: async () => {
				requests++;
				return await Promise.resolve(service());
			},
		},
		{ rateLimiter: new RateLimiter(0), options, summary: newSummary(), logger },
	);
	const start = performance.now();
	const statuses: unknown[] = [];
	const times: number[] = [];
	const sending = (async () => {
		for (let sent = 0; sent < 2; sent++) {
			const outcome = await send(requestOf('send'));
			statuses.push(outcome.kind === 'answer' && outcome.status);
			times.push((performance.now() - start) / minute);
		}
	})();
	await jest.advanceTimersByTimeAsync(60 * minute);
	await sending;
	return { statuses, times, requests };
}

it.each([
	['says how long to wait', { 'retry-after': '20' }, 20],
	['does not say', {}, 100],
])(
	'gives up on all items once the service has only asked to slow down for 5 minutes (it %s)',
	async (_, headers, most) => {
		const { statuses, times, requests } = await sendTwo(() => answer(429, '', headers));
		expect(statuses).toEqual([429, 429]);
		expect(times[0]).toBeGreaterThanOrEqual(5);
		expect(times[0]).toBeLessThan(5.5);
		expect(times[1]).toBe(times[0]);
		expect(requests).toBeLessThan(most);
	},
);

it('keeps waiting for more than 5 minutes if the service accepts a request now and then', async () => {
	let arrived = 0;
	const { statuses, times } = await sendTwo(() =>
		answer(++arrived % 3 === 0 ? 202 : 429, '', { 'retry-after': '120' }),
	);
	expect(statuses).toEqual([202, 202]);
	expect(times[1]).toBeGreaterThanOrEqual(8);
});

it('does not wait if the service asks for a pause of more than 5 minutes', async () => {
	const { statuses, times, requests } = await sendTwo(() =>
		answer(503, '', { 'retry-after': '301' }),
	);
	expect([statuses, times, requests]).toEqual([[503, 503], [0, 0], 1]);
});
