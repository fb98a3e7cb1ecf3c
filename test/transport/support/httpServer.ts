import http, { type IncomingMessage, type RequestListener, type Server } from 'node:http';
import https, { type ServerOptions } from 'node:https';

import { listening } from './listening';

interface HttpServer {
	/** `http://127.0.0.1:PORT`, or with `https:` */
	url: string;
	/** The requests, in order of arrival. */
	requests: IncomingMessage[];
	server: Server;
}

/**
 * An HTTP server for one test. It never closes an idle connection.
 * @param tls key, certificate and what else the server wants of TLS; without them it speaks plain HTTP
 */
export async function httpServer(
	listener: RequestListener,
	tls?: ServerOptions,
): Promise<HttpServer> {
	const requests: IncomingMessage[] = [];
	const listenAndRecord: RequestListener = (request, response) => {
		requests.push(request);
		listener(request, response);
	};
	const options = { keepAliveTimeout: 0 };
	const server = tls
		? https.createServer({ ...tls, ...options }, listenAndRecord)
		: http.createServer(options, listenAndRecord);
	const { host } = await listening(server);
	return { url: `${tls ? 'https' : 'http'}://${host}`, requests, server };
}
