import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
	connect,
	createServer as createTcpServer,
	type AddressInfo,
	type Server,
	type Socket,
} from 'node:net';
import { selfSigned } from '../selfSigned';
import type { Addresses } from './case';

/** Requests since the benchmark last asked. */
let received = 0;

/** The least that a server can do: read the request and accept it. */
const accept: RequestListener = (request, response) => {
	request.resume();
	request.once('end', () => {
		const answer = `{"id":"m${++received}","storageRef":"s${received}"}`;
		response.writeHead(202, {
			'content-type': 'application/json',
			'content-length': answer.length,
		});
		response.end(answer);
	});
};

/** Passes on data in order, each piece `delay` ms after it came. */
function pass(from: Socket, to: Socket, delay: number): void {
	const later = (act: () => void) => setTimeout(act, delay);
	from.on('data', (chunk) => later(() => to.writable && to.write(chunk)));
	from.on('end', () => later(() => to.end()));
	from.on('error', () => to.destroy());
	from.on('close', () => later(() => to.destroy()));
}

/**
 * Adds a round trip's time (ms) in front of a server. The system accepts a connection before a program knows of it,
 * so TCP's handshake cannot be delayed. Instead, the client's first bytes are read a round trip later, which is the
 * same for a client that writes as soon as it is connected.
 */
function relayTo(port: number, roundTrip: number): Server {
	return createTcpServer({ noDelay: true, pauseOnConnect: true }, (client) => {
		const server = connect({ port, host: '127.0.0.1', noDelay: true });
		pass(server, client, roundTrip / 2);
		client.on('error', () => server.destroy());
		setTimeout(() => {
			pass(client, server, roundTrip / 2);
			client.resume();
		}, roundTrip);
	});
}

async function listen(server: Server): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 1024, resolve));
	return (server.address() as AddressInfo).port;
}

async function start(): Promise<Addresses> {
	const plain = await listen(createServer(accept));
	const tls = await listen(createTlsServer(await selfSigned(), accept));
	const far = await listen(relayTo(tls, 40));
	const farther = await listen(relayTo(tls, 300));
	return {
		plain: `http://127.0.0.1:${plain}`,
		tls: `https://127.0.0.1:${tls}`,
		far: `https://127.0.0.1:${far}`,
		farther: `https://127.0.0.1:${farther}`,
	};
}

process.on('message', () => {
	process.send?.(received);
	received = 0;
});
// The benchmark has ended.
process.on('disconnect', () => process.exit());
void start().then((addresses) => process.send?.(addresses));
