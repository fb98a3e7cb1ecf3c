import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

interface Listening {
	/** `127.0.0.1:PORT` */
	host: string;
	/** All connections so far, oldest first. */
	sockets: Socket[];
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

/** Starts a server for one test. After the test, closes it and all its connections. */
export async function listening(server: Server): Promise<Listening> {
	const sockets: Socket[] = [];
	server.on('connection', (socket) => sockets.push(socket));
	running.push({ server, sockets });
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, sockets };
}
