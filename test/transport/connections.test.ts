import { once } from 'node:events';
import type { Socket } from 'node:net';
import { passthroughEgressFilter } from '@n8n/backend-network';

import { dispatcherFor } from '../../nodes/MessagingIntegration/transport/dispatcherFor';
import { runningSandbox } from '../sandbox/runningSandbox';
import { ask, message } from './asking';
import { ended } from './ended';
import { httpServer } from './httpServer';

const { control, url } = runningSandbox();

it('requests one after the other share their connections', async () => {
	for (let i = 0; i < 20; i++)
		expect(await ask(url(), { request: message })).toMatchObject({ status: 202 });
	const ports = (await control().requests()).map(({ remotePort }) => remotePort);
	expect(ports).toHaveLength(20);
	// undici leaves a connection alone for one turn of the event loop, so two of them may take turns.
	expect(new Set(ports).size).toBeLessThanOrEqual(2);
});

it('requests at the same time do not wait for each other', async () => {
	const waiting: Array<() => void> = [];
	const { url: service } = await httpServer((_, response) => {
		waiting.push(() => response.end('[]'));
		// Answers nobody before the last of them is there.
		if (waiting.length === 8) for (const answer of waiting) answer();
	});
	const outcomes = await Promise.all(Array.from({ length: 8 }, async () => await ask(service)));
	expect(outcomes.map((outcome) => outcome.kind)).toEqual(Array(8).fill('answer'));
});

it('the connections of an egress policy and a TLS setting are kept, and shared with no other', () => {
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

it('an idle connection is ended soon, even where the server offers to keep it for long', async () => {
	const { url: service, server } = await httpServer((_, response) => {
		response.setHeader('connection', 'keep-alive').setHeader('keep-alive', 'timeout=600').end('[]');
	});
	const connected = once(server, 'connection');
	expect(await ask(service)).toMatchObject({ status: 200 });
	const [socket] = (await connected) as [Socket];
	// Would last for ten minutes.
	await ended(socket);
});

it('a connection that the server ended while idle is not used again', async () => {
	const { url: service, server } = await httpServer((_, response) => void response.end('[]'));
	const connected = once(server, 'connection');
	await ask(service);
	const [socket] = (await connected) as [Socket];
	socket.end();
	await ended(socket);
	expect(await ask(service, { request: message })).toMatchObject({ kind: 'answer', status: 200 });
});
