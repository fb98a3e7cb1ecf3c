import { once } from 'node:events';
import http, { type IncomingMessage, type RequestListener, type Server } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';

interface HttpServer {
	/** `http://127.0.0.1:PORT`, or with `https:` */
	url: string;
	/** What arrived, in order. */
	requests: IncomingMessage[];
	server: Server;
}

const running: Server[] = [];

afterEach(async () => {
	for (const server of running.splice(0)) {
		const closed = once(server, 'close');
		server.close();
		server.closeAllConnections();
		await closed;
	}
});

/**
 * An HTTP server for one test. It leaves it to its callers to end a connection.
 * @param tls key and certificate, where it shall speak TLS
 */
export async function httpServer(
	listener: RequestListener,
	tls?: { key: string; cert: string },
): Promise<HttpServer> {
	const requests: IncomingMessage[] = [];
	const noted: RequestListener = (request, response) => {
		requests.push(request);
		listener(request, response);
	};
	const options = { keepAliveTimeout: 0 };
	const server = tls ? https.createServer({ ...tls, ...options }, noted) : http.createServer(options, noted);
	running.push(server);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return { url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`, requests, server };
}
