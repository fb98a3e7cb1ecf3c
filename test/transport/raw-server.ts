import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

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

const running: Array<{ server: Server; sockets: Socket[] }> = [];

afterEach(async () => {
	for (const { server, sockets } of running.splice(0)) {
		const closed = once(server, 'close');
		server.close();
		for (const socket of sockets) socket.destroy();
		await closed;
	}
});

/** A bare TCP server for one test, that does with a connection what no well-behaved server does. */
export async function rawServer(onConnection: (socket: Socket) => void): Promise<RawServer> {
	const sockets: Socket[] = [];
	const chunks: Buffer[] = [];
	const server = createServer((socket) => {
		sockets.push(socket);
		socket.on('error', () => {});
		socket.on('data', (chunk) => chunks.push(chunk));
		onConnection(socket);
	});
	const connected = once(server, 'connection').then(([socket]) => socket as Socket);
	running.push({ server, sockets });
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
		sockets,
		received: () => Buffer.concat(chunks).toString('latin1'),
		connected,
	};
}

/** An address of this machine at which nothing listens. */
export async function silentHost(): Promise<string> {
	const server = createServer();
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, 'close');
	return `127.0.0.1:${port}`;
}
