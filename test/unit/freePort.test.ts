import { connect, createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';

import { freePort } from '../n8n/ports';

it('no outgoing connection of another program takes a free port before its program opens it', async () => {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	// The system numbers outgoing connections as it numbers a server that wants any port: from the same range.
	const outgoing = Array.from({ length: 200 }, () => connect(port, '127.0.0.1'));
	await Promise.all(outgoing.map(async (socket) => await once(socket, 'connect')));
	const given = [port, ...outgoing.map(({ localPort = 0 }) => localPort)];
	const free = await Promise.all(Array.from({ length: 200 }, freePort));
	for (const socket of outgoing) socket.destroy();
	server.close();
	expect(Math.max(...free)).toBeLessThan(Math.min(...given));
});
