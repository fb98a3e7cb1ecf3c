import { getEventListeners } from 'node:events';
import type { Socket } from 'node:net';

import { requestFor } from '../../nodes/MessagingIntegration/api/endpoints';
import type { MediaFile } from '../../nodes/MessagingIntegration/api/request';
import { until } from '../until';
import { ask } from './asking';
import { untilNothingIsLeft } from './leftOpen';
import { rawServer, silentHost } from './rawServer';
import { storedFiles } from './storedFiles';

const files = storedFiles();
const { storedFile } = files;

const mebibyte = 1024 * 1024;
const large = 16 * mebibyte;
/** Far longer than any test may take: only the stop can end the wait (ms). */
const timeout = 3_600_000;

const never = async () => await new Promise<void>(() => {});
const uploadOf = (file: MediaFile) => ({ ...requestFor('upload', 'demo'), file });

/** Stops an upload as soon as it is where the test wants it. */
async function stoppedUpload(
	file: MediaFile,
	reached: (received: () => string) => boolean,
	onConnection: (socket: Socket) => void = () => {},
) {
	const server = await rawServer(onConnection);
	const stop = new AbortController();
	const asked = ask(`http://${server.host}`, {
		request: uploadOf(file),
		timeout,
		signal: stop.signal,
	});
	await until('The moment to stop', () => reached(server.received));
	stop.abort();
	// At once: before the event loop turns.
	const outcome = await Promise.race([
		asked,
		new Promise((resolve) => setImmediate(resolve, 'not yet')),
	]);
	await untilNothingIsLeft(server.sockets, files);
	expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0);
	return { outcome, sockets: server.sockets };
}

it('stopped while it waits for the first bytes of a file, an upload ends at once and nothing is sent', async () => {
	let isReached = false;
	const file = await storedFile(1, { before: async () => await ((isReached = true), never()) });
	const { outcome, sockets } = await stoppedUpload(file, () => isReached);
	expect(outcome).toMatchObject({ kind: 'break', reason: 'cancelled', begun: false });
	expect(sockets).toHaveLength(0);
});

it('stopped while a file is being opened that never comes, an upload ends at once', async () => {
	let isReached = false;
	const file = await storedFile(1, { opening: async () => await ((isReached = true), never()) });
	const { outcome } = await stoppedUpload(file, () => isReached);
	expect(outcome).toMatchObject({ kind: 'break', reason: 'cancelled', begun: false });
});

it('stopped while the disk stalls midway, an upload ends at once', async () => {
	const file = await storedFile(3 * mebibyte, {
		before: async (read: number) => await (read < mebibyte ? undefined : never()),
	});
	const { outcome } = await stoppedUpload(file, (received) => received().length > mebibyte);
	expect(outcome).toMatchObject({ kind: 'break', reason: 'cancelled', begun: true });
});

it.each([
	['a stream', false],
	['the disk', true],
])('stopped while the service reads no more, an upload from %s ends at once', async (_, onDisk) => {
	let taken = 0;
	const takeSome = (socket: Socket) => {
		const take = (chunk: Buffer) => {
			taken += chunk.length;
			if (taken > mebibyte) socket.off('data', take).pause();
		};
		socket.on('data', take);
	};
	const { outcome } = await stoppedUpload(
		await storedFile(large, { onDisk }),
		() => taken > mebibyte,
		takeSome,
	);
	expect(outcome).toMatchObject({ kind: 'break', reason: 'cancelled', begun: true });
});

it('stopped while it waits for its answer, an upload ends at once', async () => {
	const { outcome } = await stoppedUpload(await storedFile(mebibyte), (received) =>
		received().endsWith('--\r\n'),
	);
	expect(outcome).toMatchObject({ kind: 'break', reason: 'cancelled', begun: true });
});

it('a signal that outlives many uploads keeps nothing of them', async () => {
	const { signal } = new AbortController();
	const host = await silentHost();
	for (let i = 0; i < 3; i++)
		await ask(`http://${host}`, { request: uploadOf(await storedFile(large)), signal });
	await untilNothingIsLeft([], files);
	expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});
