import { once } from 'node:events';
import type { RequestListener } from 'node:http';

import { message } from './asking';
import { selfSigned } from '../../dev/selfSigned';
import { ended } from './ended';
import { forwardProxy } from './forwardProxy';
import { httpServer } from './httpServer';
import { processBehind } from './processBehind';
import { setProxies } from './proxyEnvironment';

const credential = { allowUnauthorizedCerts: true };

afterEach(() => setProxies());

/** What holds without a proxy holds behind one, whichever way it carries the requests. */
describe.each([
	['plain http', undefined],
	['a tunnel', selfSigned],
])('over %s of a proxy', (_, certificate) => {
	async function behindProxy(listener: RequestListener) {
		const proxy = await forwardProxy();
		const service = await httpServer(listener, await certificate?.());
		const ask = await processBehind({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url });
		return {
			proxy,
			service,
			ask: async (more: Parameters<typeof ask>[1] = {}) =>
				await ask(service.url, { request: message, credential, ...more }),
		};
	}

	it('an answer above 1 MiB is not read to its end', async () => {
		const { ask } = await behindProxy(
			(_, response) => void response.end(' '.repeat(1024 * 1024 + 1)),
		);
		expect(await ask()).toMatchObject({ status: 200, unread: { reason: 'tooLarge' } });
	});

	it('requests at the same time do not wait for each other', async () => {
		const waiting: Array<() => void> = [];
		const { ask } = await behindProxy((_, response) => {
			waiting.push(() => response.end('{}'));
			// Answers nobody before the last of them is there.
			if (waiting.length === 8) for (const answer of waiting) answer();
		});
		const outcomes = await Promise.all(
			Array.from({ length: 8 }, async () => await ask({ timeout: 3000 })),
		);
		expect(outcomes.map(({ kind }) => kind)).toEqual(Array(8).fill('answer'));
	});

	it('an idle connection is ended soon, even where the server offers to keep it for long', async () => {
		const { ask, proxy } = await behindProxy((_, response) => {
			response
				.setHeader('connection', 'keep-alive')
				.setHeader('keep-alive', 'timeout=600')
				.end('{}');
		});
		expect(await ask()).toMatchObject({ status: 200 });
		// Would last for ten minutes.
		await ended(proxy.sockets[0]);
	});

	it('a redirect is an answer of its own', async () => {
		const { ask, service } = await behindProxy((_, response) => {
			response.writeHead(307, { location: '/elsewhere' }).end();
		});
		expect(await ask()).toMatchObject({ kind: 'answer', status: 307 });
		expect(service.requests).toHaveLength(1);
	});

	it('an answer that never comes is given up', async () => {
		const { ask } = await behindProxy(() => {});
		expect(await ask({ timeout: 300 })).toMatchObject({
			kind: 'break',
			reason: 'timeout',
			begun: true,
		});
	});

	it('an answer that is cut keeps its status', async () => {
		const { ask } = await behindProxy((_, response) => {
			response.writeHead(200, { 'content-length': 100 }).write('[', () => response.destroy());
		});
		expect(await ask()).toMatchObject({ status: 200, unread: { reason: 'cut' } });
	});

	it('cancelling ends the connection', async () => {
		const { ask, service } = await behindProxy(() => {});
		const stop = new AbortController();
		const arrived = once(service.server, 'request');
		const asked = ask({ signal: stop.signal });
		await arrived;
		stop.abort();
		expect(await asked).toMatchObject({ kind: 'break', reason: 'cancelled', begun: true });
		await ended(service.requests[0]?.socket);
	});
});
