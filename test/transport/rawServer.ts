import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

import { freePort } from '../n8n/ports';
import { listening } from './listening';

interface RawServer {
	/** `127.0.0.1:PORT` */
	host: string;
	/** All connections so far, oldest first. */
	sockets: Socket[];
	/** What came in over all of them. */
	received: () => string;
	/** Resolves with the first connection, also when it is there already. */
	connected: Promise<Socket>;
}

/** A bare TCP server for one test, that does with a connection what no well-behaved server does. */
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

/** An address of this machine at which nothing listens. */
export async function silentHost(): Promise<string> {
	return `127.0.0.1:${await freePort()}`;
}
