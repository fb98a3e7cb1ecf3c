import { setTimeout as delay } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';

import { Arrivals, inDoubt } from '../chaos/support/arrivals';
import {
	deliveryOnSandbox,
	type itemsTo,
	itemsToAll,
	texts,
} from '../engine/support/deliveryOnSandbox';
import { type Nginx, startNginx } from './startNginx';

const { execute, control, requests, url } = deliveryOnSandbox();

let nginx: Nginx | undefined;
const measured: string[] = [];

// n8n's first run takes longer and would distort the measurements.
beforeAll(async () => void (await execute({ items: itemsToAll(1), parameters: texts() })));
afterEach(async () => {
	await nginx?.stop();
	nginx = undefined;
});
afterAll(() => void process.stdout.write(`Behind nginx: ${measured.join('; ')}.\n`));

/** Runs the node with all items through nginx. `perSecond`: messages. */
async function run(
	items: ReturnType<typeof itemsTo>,
	options: INodeParameters = {},
	more: Pick<Parameters<typeof execute>[0], 'onError'> = {},
) {
	const credential = { baseUrl: nginx?.url ?? '' };
	const began = performance.now();
	const outcome = await execute({ items, parameters: texts(options), credential, ...more });
	const perSecond = items.length / ((performance.now() - began) / 1000);
	const arrived = new Arrivals(await control().messages());
	return { ...outcome, perSecond, arrived, sent: items.map(({ json }) => json) };
}
const continuing = { onError: 'continueRegularOutput' } as const;

/** Sends so many items through nginx. @returns messages per second */
async function sendAll(count: number, options: INodeParameters = {}): Promise<number> {
	const { error, perSecond, arrived, sent } = await run(itemsToAll(count), options);
	expect(error).toBeUndefined();
	expect([arrived.twice(), arrived.missing(sent)]).toEqual([[], []]);
	return perSecond;
}

describe.each([
	['a 429', 'limit_req_status 429;'],
	['its default 503 page', ''],
	['its default 503 page without a version', 'server_tokens off;'],
])('limit_req that answers with %s', (answer, directive) => {
	it.each([
		[10, 60],
		[10, 300],
		[2, 16],
		[2, 60],
	])(
		'at %d per second: each of %d items arrives once, at 80 %% of that rate or more',
		async (rate, count) => {
			const zone = `limit_req_zone $server_port zone=all:1m rate=${rate}r/s; ${directive}`;
			nginx = await startNginx(url(), { http: zone, location: 'limit_req zone=all;' });
			const perSecond = await sendAll(count);
			measured.push(`${count} items at ${rate}/s (${answer}): ${perSecond.toFixed(2)}/s`);
			expect(perSecond).toBeGreaterThanOrEqual(0.8 * rate);
		},
	);
});

it('limit_req with a burst: each item arrives once', async () => {
	const zone = 'limit_req_zone $server_port zone=all:1m rate=10r/s;';
	nginx = await startNginx(url(), { http: zone, location: 'limit_req zone=all burst=20 nodelay;' });
	const perSecond = await sendAll(100);
	measured.push(`100 items at 10/s, burst 20: ${perSecond.toFixed(2)}/s`);
	expect(perSecond).toBeGreaterThanOrEqual(8);
});

it('keepalive_requests 20: each of 2,000 items arrives once', async () => {
	nginx = await startNginx(url(), { http: 'keepalive_requests 20;' });
	const perSecond = await sendAll(2000, { concurrency: 64 });
	measured.push(`2,000 items with keepalive_requests 20: ${perSecond.toFixed(0)}/s`);
});

it('client_max_body_size: a message that is too large is refused, and the others arrive', async () => {
	nginx = await startNginx(url(), { http: 'client_max_body_size 2k;' });
	const items = itemsToAll(3);
	items[1] = { json: { to: '1001', text: 'x'.repeat(4000) } };
	const { items: output } = await run(items, {}, continuing);
	expect(output[1]?.json).toMatchObject({
		error: 'The message is too large for the service (413): "413 Request Entity Too Large"',
		details: { httpStatus: 413, delivery: 'notSent' },
	});
	expect((await control().messages()).map(({ content }) => content.text).sort()).toEqual([
		'text 0',
		'text 2',
	]);
});

it('reloads during a run of 2,000 items: no item arrives twice or is lost, and few are in doubt', async () => {
	nginx = await startNginx(url(), {});
	const { reload } = nginx;
	const state = { isSending: true };
	let reloads = 0;
	const reloading = (async () => {
		while (state.isSending && reloads < 5) {
			await delay(50);
			if ((await requests()).length < (reloads + 1) * 300) continue;
			await reload();
			reloads++;
		}
	})();
	const running = run(itemsToAll(2000), {}, continuing);
	const {
		items: output,
		arrived,
		sent,
	} = await running.finally(() => {
		state.isSending = false;
	});
	await reloading;
	expect([arrived.twice(), arrived.wrongOutputs(sent, output)]).toEqual([[], []]);
	expect(arrived.lost(sent, output)).toEqual([]);
	const doubtful = inDoubt(sent, output);
	// nginx before 1.27.4 closes idle connections at once, even if a request is already on its way.
	expect(doubtful.length).toBeLessThanOrEqual(reloads * 8);
	measured.push(`2,000 items during ${reloads} reloads: ${doubtful.length} in doubt`);
});
