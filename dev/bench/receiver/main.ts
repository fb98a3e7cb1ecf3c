import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import type { Addresses } from '../receiver';
import { selfSigned } from '../../self-signed';
import { relayTo } from './relay';

/** Requests since the last time somebody asked. */
let received = 0;

/** As little as a server can do: read the request, say that it is accepted. */
const accept: RequestListener = (request, response) => {
	request.resume();
	request.once('end', () => {
		const answer = `{"id":"m${++received}","storageRef":"s${received}"}`;
		response.writeHead(202, { 'content-type': 'application/json', 'content-length': answer.length });
		response.end(answer);
	});
};

async function listen(server: Server): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 1024, resolve));
	return (server.address() as AddressInfo).port;
}

async function start(): Promise<Addresses> {
	const plain = await listen(createServer(accept));
	const tls = await listen(createTlsServer(selfSigned(), accept));
	const far = await listen(relayTo(tls, 40));
	return {
		plain: `http://127.0.0.1:${plain}`,
		tls: `https://127.0.0.1:${tls}`,
		far: `https://127.0.0.1:${far}`,
	};
}

process.on('message', () => {
	process.send?.(received);
	received = 0;
});
// Whoever started it has gone.
process.on('disconnect', () => process.exit());
void start().then((addresses) => process.send?.(addresses));
