import type { Socket } from 'node:net';

import { until } from '../until';
import { ended } from './ended';

const sockets = () =>
	process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;

/**
 * Resolves once nothing of an exchange is left: no connection at either end, no open file, and a turn of the
 * event loop went by in which Jest fails a test for a rejection that nobody handles.
 * @param accepted the server's ends of all connections
 */
export async function untilNothingIsLeft(
	accepted: Socket[],
	files: { open: () => number },
): Promise<void> {
	// One that reads nothing notices nothing either.
	for (const socket of accepted) await ended(socket.resume());
	await until('The end of all', () => sockets() === 0 && files.open() === 0);
	await new Promise((resolve) => setImmediate(resolve));
}
