import { getEventListeners } from 'node:events';
import type { Socket } from 'node:net';

import { requestFor } from '../../nodes/MessagingIntegration/service/request';
import type { MediaFile } from '../../nodes/MessagingIntegration/service/request';
import { until } from '../support/until';
import { ask } from './support/ask';
import { openedConnections } from './support/untilClosed';
import { rawServer } from './support/rawServer';
import { storedFiles } from './support/storedFiles';

const files = storedFiles();
const { storedFile } = files;
const { untilNothingIsOpen } = openedConnections();

const mebibyte = 1024 * 1024;
const large = 16 * mebibyte;
/** Longer than any test may take, so that only stopping can end the wait (ms). */
const timeout = 3_600_000;

const cancelled = (wasWritten: boolean) => ({ kind: 'break', reason: 'cancelled', wasWritten });
const never = async () => await new Promise<void>(() => {});
const uploadOf = (file: MediaFile) => ({ ...requestFor('upload', 'demo'), file });

/** Stops an upload as soon as `reached` returns true. */
async function stoppedUpload(
	file: MediaFile,
	reached: (received: () => string) => boolean,
	onConnection: (socket: Socket) => void = () => {},
) {
	const server = await rawServer(onConnection);
	const stop = new AbortController();
	const { signal } = stop;
	const asked = ask(`http://${server.host}`, { request: uploadOf(file), timeout, signal });
	await until('The moment to stop', () => reached(server.received));
	stop.abort();
	// "At once" means: before the next turn of the event loop.
	const outcome = await Promise.race([
		asked,
		new Promise((resolve) => setImmediate(resolve, 'not yet')),
	]);
	await untilNothingIsOpen(server.sockets, files);
	expect(getEventListeners(signal, 'abort')).toHaveLength(0);
	return { outcome, sockets: server.sockets };
}

it('an upload stopped before the first bytes of its file are read ends at once, and nothing is sent', async () => {
	let isReached = false;
	const file = await storedFile(1, { before: async () => await ((isReached = true), never()) });
	const { outcome, sockets } = await stoppedUpload(file, () => isReached);
	expect(outcome).toMatchObject(cancelled(false));
	expect(sockets).toHaveLength(0);
});

it('an upload stopped while the disk stalls ends at once', async () => {
	const file = await storedFile(3 * mebibyte, {
		before: async (read: number) => await (read < mebibyte ? undefined : never()),
	});
	const { outcome } = await stoppedUpload(file, (received) => received().length > mebibyte);
	expect(outcome).toMatchObject(cancelled(true));
});

it.each([
	['a stream', false],
	['the disk', true],
])('an upload from %s stopped while the service does not read ends at once', async (_, onDisk) => {
	let taken = 0;
	const takeSome = (socket: Socket) => {
		const take = (chunk: Buffer) => {
			taken += chunk.length;
			if (taken > mebibyte) socket.off('data', take).pause();
		};
		socket.on('data', take);
	};
	const file = await storedFile(large, { onDisk });
	const { outcome } = await stoppedUpload(file, () => taken > mebibyte, takeSome);
	expect(outcome).toMatchObject(cancelled(true));
});

it('an upload stopped while waiting for its answer ends at once', async () => {
	const file = await storedFile(mebibyte);
	const { outcome } = await stoppedUpload(file, (received) => received().endsWith('--\r\n'));
	expect(outcome).toMatchObject(cancelled(true));
});
