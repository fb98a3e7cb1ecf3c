import type { Socket } from 'node:net';

import { ended } from './ended';

const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;

/** Resolves once a condition holds; the test's own time limit ends the wait. */
export async function until(holds: () => boolean): Promise<void> {
	while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/**
 * Resolves once nothing of an exchange is left: no connection at either end, no open file, and a turn of the
 * event loop went by in which Jest fails a test for a rejection that nobody handles.
 * @param accepted the server's ends of all connections
 */
export async function untilNothingIsLeft(accepted: Socket[], files: { open: () => number }): Promise<void> {
	// One that reads nothing notices nothing either.
	for (const socket of accepted) await ended(socket.resume());
	await until(() => sockets() === 0 && files.open() === 0);
	await new Promise((resolve) => setImmediate(resolve));
}
