import { EventEmitter, getEventListeners, once } from 'node:events';
import { TLSSocket } from 'node:tls';
import { passthroughEgressFilter } from '@n8n/backend-network';
import type { NodeEgressFilter } from 'n8n-workflow';

import { runningSandbox } from '../sandbox/runningSandbox';
import { until } from '../until';
import { ask, message } from './asking';
import { selfSigned } from '../../dev/selfSigned';
import { ended } from './ended';
import { httpServer } from './httpServer';
import { rawServer } from './rawServer';

const { control, url } = runningSandbox();

// Jest fails a test for a rejection that nobody handles, a turn of the event loop later.
afterEach(async () => await new Promise((resolve) => setImmediate(resolve)));

const stopped = (begun: boolean) => ({ kind: 'break', reason: 'cancelled', begun });

it('cancelled before it begins, nothing is connected or sent', async () => {
	const service = await httpServer((_, response) => void response.end('[]'));
	let connections = 0;
	service.server.on('connection', () => connections++);
	const signal = AbortSignal.abort();
	expect(await ask(service.url, { request: message, signal })).toMatchObject(stopped(false));
	expect(await ask(service.url)).toMatchObject({ status: 200 });
	expect([connections, service.requests.length]).toEqual([1, 1]);
});

it('cancelled while the connection is being made, nothing is sent over it once it is there', async () => {
	const mute = await rawServer((socket) => socket.pause());
	const stop = new AbortController();
	const asked = ask(`https://${mute.host}`, {
		request: message,
		credential: { allowUnauthorizedCerts: true },
		signal: stop.signal,
	});
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

it('cancelled while it waits for the answer, its connection is ended', async () => {
	const service = await httpServer(() => {});
	const stop = new AbortController();
	const arrived = once(service.server, 'request');
	const asked = ask(service.url, { request: message, signal: stop.signal });
	await arrived;
	stop.abort();
	expect(await asked).toMatchObject(stopped(true));
	await ended(service.requests[0]?.socket);
});

it('cancelled in the middle of the answer, its connection is ended and its status counts', async () => {
	const stop = new AbortController();
	const service = await httpServer((_, response) => {
		response.writeHead(200, { 'content-length': 100 }).write('[', () => stop.abort());
	});
	expect(await ask(service.url, { request: message, signal: stop.signal })).toMatchObject({
		status: 200,
		unread: { reason: 'cancelled' },
	});
	await ended(service.requests[0]?.socket);
});

it('cancelled while the egress policy is being asked, nothing is sent once it agrees', async () => {
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
	// Goes the same way, behind the one that was cancelled.
	policy.on('asked', () => policy.emit('agreed'));
	expect(await ask(url(), { filter })).toMatchObject({ status: 200 });
	expect(await control().requests()).toMatchObject([{ operation: 'instances' }]);
});

it('cancelling one request leaves the others alone', async () => {
	await control().bend({ hang: true });
	const stop = new AbortController();
	const hanging = ask(url(), { request: message, signal: stop.signal });
	await until('The request', async () => (await control().requests()).length === 1);
	const others = Array.from({ length: 4 }, async () => await ask(url(), { request: message }));
	stop.abort();
	expect(await hanging).toMatchObject(stopped(true));
	for (const outcome of await Promise.all(others)) expect(outcome).toMatchObject({ status: 202 });
});

it('a signal that outlives many requests keeps nothing of them', async () => {
	const { signal } = new AbortController();
	for (let i = 0; i < 3; i++) await ask(url(), { signal });
	await control().bend({ reset: 'afterReading' });
	await ask(url(), { signal });
	expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});
