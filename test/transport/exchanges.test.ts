import { once } from 'node:events';
import type { RequestListener } from 'node:http';

import { message } from './support/ask';
import { selfSigned } from '../../dev/selfSigned';
import { until } from '../support/until';
import { untilClosed } from './support/untilClosed';
import { farAway, forwardProxy } from './support/forwardProxy';
import { httpServer } from './support/httpServer';
import { askWithProxies } from './support/askWithProxies';
import { setProxies } from './support/proxyEnvironment';

const credential = { allowUnauthorizedCerts: true, allowHttp: true };

afterEach(() => setProxies());

/** Everything works the same directly and for both ways in which a proxy forwards requests. */
describe.each([
	['without a proxy', undefined],
	['behind a proxy', undefined],
	['through a tunnel', selfSigned],
])('%s', (way, certificate) => {
	const isDirect = way === 'without a proxy';

	async function serviceThat(listener: RequestListener) {
		const proxy = await forwardProxy();
		const service = await httpServer(listener, await certificate?.());
		const ask = await askWithProxies({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url });
		const url = isDirect ? service.url : farAway(service.url);
		return {
			/** The node's connection. */
			socket: () => (isDirect ? service.requests[0]?.socket : proxy.sockets[0]),
			service,
			ask: async (more: Parameters<typeof ask>[1] = {}) =>
				await ask(url, { request: message, credential, ...more }),
		};
	}

	it('concurrent requests do not wait for each other', async () => {
		const waiting: Array<() => void> = [];
		const { ask } = await serviceThat((_, response) => {
			waiting.push(() => response.end('{}'));
			// Answers only once all of them have arrived.
			if (waiting.length === 8) for (const answer of waiting) answer();
		});
		const outcomes = await Promise.all(Array.from({ length: 8 }, async () => await ask()));
		expect(outcomes.map(({ kind }) => kind)).toEqual(Array(8).fill('answer'));
	});

	it('an idle connection is closed soon, even if the server offers a long keep-alive', async () => {
		const { ask, socket } = await serviceThat((_, response) => {
			const headers = { connection: 'keep-alive', 'keep-alive': 'timeout=600' };
			response.writeHead(200, headers).end('{}');
		});
		expect(await ask()).toMatchObject({ status: 200 });
		// The server would keep it for ten minutes, the node for half a second.
		await until('The end of the connection', () => socket()?.closed === true, 10);
	});

	it('a redirect is returned, not followed', async () => {
		const { ask, service } = await serviceThat((_, response) => {
			response.writeHead(307, { location: '/elsewhere' }).end();
		});
		expect(await ask()).toMatchObject({ kind: 'answer', status: 307 });
		expect(service.requests).toHaveLength(1);
	});

	it('a request without an answer times out', async () => {
		const { ask } = await serviceThat(() => {});
		// Long enough for two handshakes on a busy machine.
		const outcome = await ask({ timeout: 2000 });
		expect(outcome).toMatchObject({ kind: 'break', reason: 'timeout', wasWritten: true });
	});

	it('an answer that breaks off keeps its status', async () => {
		const { ask } = await serviceThat((_, response) => {
			response.writeHead(200, { 'content-length': 100 }).write('[', () => response.destroy());
		});
		expect(await ask()).toMatchObject({ status: 200, unread: { reason: 'cut' } });
	});

	it('cancelling closes the connection', async () => {
		const { ask, service } = await serviceThat(() => {});
		const stop = new AbortController();
		const arrived = once(service.server, 'request');
		const asked = ask({ signal: stop.signal });
		await arrived;
		stop.abort();
		expect(await asked).toMatchObject({ kind: 'break', reason: 'cancelled', wasWritten: true });
		await untilClosed(service.requests[0]?.socket);
	});
});
