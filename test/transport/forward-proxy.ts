import { once } from 'node:events';
import { createServer, request as forward, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

interface ForwardProxy {
	/** `http://127.0.0.1:PORT` */
	url: string;
	/** `CONNECT host:port` and `GET http://host/path`, in order of arrival. */
	asked: string[];
	/** The `proxy-authorization` headers that came. */
	passwords: string[];
	/** The connections to it. */
	sockets: Socket[];
}

const running: Server[] = [];

afterEach(async () => {
	for (const server of running.splice(0)) {
		const closed = once(server, 'close');
		server.emit('end-tunnels');
		server.close();
		server.closeAllConnections();
		await closed;
	}
});

/**
 * A forward proxy for one test: tunnels for CONNECT, whole addresses otherwise.
 * @param refusal a status that it answers everything with
 */
export async function forwardProxy(refusal?: number): Promise<ForwardProxy> {
	const asked: string[] = [];
	const passwords: string[] = [];
	const sockets: Socket[] = [];
	const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
		asked.push(`${request.method} ${request.url}`);
		passwords.push(request.headers['proxy-authorization'] ?? '');
		if (refusal) return void response.writeHead(refusal).end('refused by the proxy');
		const { method, headers } = request;
		const onward = forward(request.url ?? '', { method, headers, agent: false }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.on('error', () => response.destroy()).pipe(response);
		});
		onward.on('error', () => response.destroy());
		response.on('close', () => onward.destroy());
		request.pipe(onward);
	});
	server.on('connect', (request, client) => {
		asked.push(`CONNECT ${request.url}`);
		passwords.push(request.headers['proxy-authorization'] ?? '');
		client.on('error', () => {});
		if (refusal) return void client.end(`HTTP/1.1 ${refusal} Refused\r\nContent-Length: 0\r\n\r\n`);
		const { hostname, port } = new URL(`http://${request.url}`);
		const target = connect(Number(port), hostname, () => {
			client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			target.pipe(client).pipe(target);
		});
		target.on('error', () => client.destroy());
		client.on('close', () => target.destroy());
		server.on('end-tunnels', () => [client, target].forEach((socket) => socket.destroy()));
	});
	server.on('connection', (socket) => sockets.push(socket));
	running.push(server);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, passwords, sockets };
}
