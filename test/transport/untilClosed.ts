import type { Socket } from 'node:net';

import { until } from '../until';

/** The node closes what it does not need at once, and an idle connection after half a second (s). */
const patience = 10;

/** Resolves once a connection is closed. */
export async function untilClosed(socket: Socket | undefined): Promise<void> {
	if (!socket) throw new Error('There was no connection');
	await until('The end of a connection', () => socket.closed, patience);
}

const sockets = () =>
	process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;

/**
 * Resolves once no connection, at either end, and no file is open. It then waits one turn of the
 * event loop, in which Jest would fail the test for an unhandled rejection.
 * @param accepted the server's ends of the connections
 */
export async function untilNothingIsOpen(
	accepted: Socket[],
	files: { open: () => number },
): Promise<void> {
	// A paused socket does not notice that it was closed.
	for (const socket of accepted) await untilClosed(socket.resume());
	const nothing = () => sockets() === 0 && files.open() === 0;
	await until('The end of all connections and files', nothing, patience);
	await new Promise((resolve) => setImmediate(resolve));
}
