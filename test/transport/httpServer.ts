import http, { type IncomingMessage, type RequestListener, type Server } from 'node:http';
import https from 'node:https';

import { listening } from './listening';

interface HttpServer {
	/** `http://127.0.0.1:PORT`, or with `https:` */
	url: string;
	/** What arrived, in order. */
	requests: IncomingMessage[];
	server: Server;
}

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
	const server = tls
		? https.createServer({ ...tls, ...options }, noted)
		: http.createServer(options, noted);
	const { host } = await listening(server);
	return { url: `${tls ? 'https' : 'http'}://${host}`, requests, server };
}
