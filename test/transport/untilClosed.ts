import type { Socket } from 'node:net';

import { until } from '../until';

/** The node closes what it does not need at once, and an idle connection after half a second (s). */
export const patience = 10;

/** Resolves once a connection is closed. */
export async function untilClosed(socket: Socket | undefined): Promise<void> {
	if (!socket) throw new Error('There was no connection');
	await until('The end of a connection', () => socket.closed, patience);
}
