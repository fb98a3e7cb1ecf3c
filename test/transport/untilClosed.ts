import type { Socket } from 'node:net';

/** Resolves once a connection is closed. */
export async function untilClosed(socket: Socket | undefined): Promise<void> {
	if (!socket) throw new Error('There was no connection');
	if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
}
