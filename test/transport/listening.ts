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

/** Has a server of any protocol listen for one test, and ends it with all its connections after that. */
export async function listening(server: Server): Promise<Listening> {
	const sockets: Socket[] = [];
	server.on('connection', (socket) => sockets.push(socket));
	running.push({ server, sockets });
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, sockets };
}
