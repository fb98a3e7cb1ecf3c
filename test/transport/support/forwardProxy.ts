import { createServer, request as forward } from 'node:http';
import { connect, type Socket } from 'node:net';

import { listening } from './listening';

interface ForwardProxy {
	/** `http://127.0.0.1:PORT` */
	url: string;
	/** `CONNECT host:port` and `GET http://host/path`, in order of arrival. */
	asked: string[];
	/** The `proxy-authorization` headers, in order of arrival. */
	passwords: string[];
	/** All connections to the proxy, oldest first. */
	sockets: Socket[];
}

/** A host that only the forward proxy reaches, as this machine: requests to this machine itself use no proxy. */
export const farHost = '192.0.2.1';

/** The address by which a server of this machine is reached through the proxy. */
export const farAway = (url: string): string => url.replace('127.0.0.1', farHost);

/**
 * A forward proxy for one test. CONNECT opens a tunnel; other requests contain the whole URL.
 * @param refusal the status with which the proxy refuses every request
 */
export async function forwardProxy(refusal?: number): Promise<ForwardProxy> {
	const asked: string[] = [];
	const passwords: string[] = [];
	const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
		asked.push(`${request.method} ${request.url}`);
		passwords.push(request.headers['proxy-authorization'] ?? '');
		if (refusal) return void response.writeHead(refusal).end('refused by the proxy');
		const { method, headers } = request;
		const target = (request.url ?? '').replace(farHost, '127.0.0.1');
		const onward = forward(target, { method, headers, agent: false }, (answer) => {
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
		const target = connect(Number(port), hostname.replace(farHost, '127.0.0.1'), () => {
			client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			target.pipe(client).pipe(target);
		});
		target.on('error', () => client.destroy());
		client.on('close', () => target.destroy());
	});
	const { host, sockets } = await listening(server);
	return { url: `http://${host}`, asked, passwords, sockets };
}
