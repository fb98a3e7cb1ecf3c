import { EventEmitter, getEventListeners, once } from 'node:events';
import { TLSSocket } from 'node:tls';
import { passthroughEgressFilter } from '@n8n/backend-network';
import type { NodeEgressFilter } from 'n8n-workflow';

import { runningSandbox } from '../sandbox/support/runningSandbox';
import { ask, message } from './support/ask';
import { selfSigned } from '../../dev/selfSigned';
import { until } from '../support/until';
import { untilClosed } from './support/untilClosed';
import { httpServer } from './support/httpServer';
import { rawServer } from './support/rawServer';

const { control, url } = runningSandbox();

// Jest fails a test for an unhandled rejection one turn of the event loop later.
afterEach(async () => await new Promise((resolve) => setImmediate(resolve)));

const stopped = (wasWritten: boolean) => ({ kind: 'break', reason: 'cancelled', wasWritten });

it('a request cancelled before it begins opens no connection', async () => {
	const service = await httpServer((_, response) => void response.end('[]'));
	let connections = 0;
	service.server.on('connection', () => connections++);
	const signal = AbortSignal.abort();
	expect(await ask(service.url, { request: message, signal })).toMatchObject(stopped(false));
	expect(await ask(service.url)).toMatchObject({ status: 200 });
	expect([connections, service.requests.length]).toEqual([1, 1]);
});

it('a request cancelled while connecting is never sent', async () => {
	const mute = await rawServer((socket) => socket.pause());
	const stop = new AbortController();
	const credential = { allowUnauthorizedCerts: true };
	const options = { request: message, credential, signal: stop.signal };
	const asked = ask(`https://${mute.host}`, options);
	const socket = await mute.connected;
	stop.abort();
	expect(await asked).toMatchObject(stopped(false));

	// Only now does the server answer the handshake.
	socket.removeAllListeners('data');
	const secure = new TLSSocket(socket, { isServer: true, ...(await selfSigned()) });
	const received: Buffer[] = [];
	secure.on('data', (chunk: Buffer) => received.push(chunk)).on('error', () => {});
	await once(secure, 'close');
	expect(Buffer.concat(received).toString()).toBe('');
});

it('cancelling in the middle of the answer closes the connection and keeps the status', async () => {
	const stop = new AbortController();
	const service = await httpServer(({ method }, response) => {
		if (method === 'GET') response.end('[]');
		else response.writeHead(200, { 'content-length': 100 }).write('[');
	});
	const asked = ask(service.url, { request: message, signal: stop.signal });
	await until('The answer', () => service.requests.length > 0);
	// What was written before has arrived before.
	await ask(service.url);
	stop.abort();
	const outcome = await asked;
	expect(outcome).toMatchObject({ status: 200, unread: { reason: 'cancelled' } });
	await untilClosed(service.requests[0]?.socket);
});

it('a request cancelled during the egress check is not sent, even if the policy allows it', async () => {
	const policy = new EventEmitter();
	const filter: NodeEgressFilter = {
		...passthroughEgressFilter,
		validateUrl: async (target) => {
			const agreed = once(policy, 'agreed');
			policy.emit('asked');
			await agreed;
			return await passthroughEgressFilter.validateUrl(target);
		},
	};
	const stop = new AbortController();
	const beingAsked = once(policy, 'asked');
	const asked = ask(url(), { request: message, filter, signal: stop.signal });
	await beingAsked;
	stop.abort();
	expect(await asked).toMatchObject(stopped(false));

	policy.emit('agreed');
	// A second request takes the same way after the cancelled one.
	policy.on('asked', () => policy.emit('agreed'));
	expect(await ask(url(), { filter })).toMatchObject({ status: 200 });
	expect(await control().requests()).toMatchObject([{ operation: 'instances' }]);
});

it('finished requests leave no listeners on the signal', async () => {
	const { signal } = new AbortController();
	for (let i = 0; i < 3; i++) await ask(url(), { signal });
	await control().bend({ reset: 'afterReading' });
	await ask(url(), { signal });
	expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});
