import { once } from 'node:events';
import type { Socket } from 'node:net';
import { passthroughEgressFilter } from '@n8n/backend-network';

import { dispatcherFor } from '../../nodes/MessagingIntegration/transport/dispatcher';
import { runningSandbox } from '../sandbox/runningSandbox';
import { ask, message } from './ask';
import { untilClosed } from './untilClosed';
import { httpServer } from './httpServer';

const { control, url } = runningSandbox();

it('consecutive requests share a connection', async () => {
	for (let i = 0; i < 20; i++)
		expect(await ask(url(), { request: message })).toMatchObject({ status: 202 });
	const ports = (await control().requests()).map(({ remotePort }) => remotePort);
	expect(ports).toHaveLength(20);
	expect(new Set(ports).size).toBe(1);
});

it('each combination of egress policy and TLS setting keeps its own connections', () => {
	const other = { ...passthroughEgressFilter };
	const dispatchers = [undefined, passthroughEgressFilter, other].flatMap((filter) => [
		dispatcherFor(filter, false),
		dispatcherFor(filter, true),
	]);
	expect(new Set(dispatchers).size).toBe(6);
	expect(dispatcherFor(undefined, false)).toBe(dispatchers[0]);
	expect(dispatcherFor(passthroughEgressFilter, true)).toBe(dispatchers[3]);
	expect(dispatcherFor(other, false)).toBe(dispatchers[4]);
});

it('a connection that the server closed while idle is not reused', async () => {
	const { url: service, server } = await httpServer((_, response) => void response.end('[]'));
	const connected = once(server, 'connection');
	await ask(service);
	const [socket] = (await connected) as [Socket];
	socket.end();
	await untilClosed(socket);
	expect(await ask(service, { request: message })).toMatchObject({ kind: 'answer', status: 200 });
});
