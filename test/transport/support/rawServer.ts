import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

import { listening } from './listening';

interface RawServer {
	/** `127.0.0.1:PORT` */
	host: string;
	/** All connections so far, oldest first. */
	sockets: Socket[];
	/** Everything received over all connections, as Latin-1 text. */
	received: () => string;
	/** Resolves with the first connection, even if it already exists. */
	connected: Promise<Socket>;
}

/** A TCP server for one test, for behaviour that no HTTP server offers. */
export async function rawServer(onConnection: (socket: Socket) => void): Promise<RawServer> {
	const chunks: Buffer[] = [];
	const server = createServer((socket) => {
		socket.on('error', () => {});
		socket.on('data', (chunk) => chunks.push(chunk));
		onConnection(socket);
	});
	const connected = once(server, 'connection').then(([socket]) => socket as Socket);
	return {
		...(await listening(server)),
		received: () => Buffer.concat(chunks).toString('latin1'),
		connected,
	};
}

/** A local address at which nothing listens. A free port could be taken by another test in the meantime. */
export const silentHost = '127.0.0.1:9';

/** What users read if such an address refuses the connection. */
export const aboutDocker = /In Docker, .* is the container itself.*host\.docker\.internal/;
