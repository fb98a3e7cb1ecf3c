import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

import { until } from '../../support/until';

/** The node closes what it does not need at once, and an idle connection after half a second (s). */
const patience = 10;

/** Resolves once a connection is closed. */
export async function untilClosed(socket: Socket | undefined): Promise<void> {
	if (!socket) throw new Error('There was no connection');
	await until('The end of a connection', () => socket.closed, patience);
}

/**
 * Records the connections that the tests of one file open. A connection of an earlier test file can
 * still be open in the same process.
 */
export function openedConnections() {
	const opened: Socket[] = [];
	const record = (message: unknown) => opened.push((message as { socket: Socket }).socket);
	subscribe('net.client.socket', record);
	afterAll(() => unsubscribe('net.client.socket', record));

	/**
	 * Resolves once no connection, at either end, and no file is open. It then waits one turn of the
	 * event loop, in which Jest would fail the test for an unhandled rejection.
	 * @param accepted the server's ends of the connections
	 */
	async function untilNothingIsOpen(accepted: Socket[], files: { open: () => number }) {
		// Without a record of its connections, this test could not fail.
		expect(opened.length).toBeGreaterThanOrEqual(accepted.length);
		// A paused socket does not notice that it was closed.
		for (const socket of accepted) await untilClosed(socket.resume());
		const nothing = () => opened.every(({ closed }) => closed) && files.open() === 0;
		await until('The end of all connections and files', nothing, patience);
		await new Promise((resolve) => setImmediate(resolve));
	}
	return { untilNothingIsOpen };
}
