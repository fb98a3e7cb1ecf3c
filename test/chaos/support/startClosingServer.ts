import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

/** When the server closes a connection. */
export type Closing =
	| 'when idle for a second'
	| 'when idle for a second, as announced'
	| 'after each answer'
	| 'a moment after each answer';

const second = 1000;

function closeAfterAnswer(socket: Socket, closing: Closing): void {
	if (closing === 'after each answer') socket.end();
	if (closing === 'a moment after each answer') setTimeout(() => socket.end(), 1);
}

/** A service that accepts every message, records its text, and closes connections by itself. */
export async function startClosingServer(closing: Closing) {
	const texts: string[] = [];
	const answer = async (request: IncomingMessage, response: ServerResponse) => {
		const body = JSON.parse((await textOf(request)) || '{}') as { content?: { text: string } };
		if (body.content) texts.push(body.content.text);
		response.on('finish', () => closeAfterAnswer(request.socket, closing));
		response
			.writeHead(202, { 'content-type': 'application/json' })
			.end(JSON.stringify({ id: `m${texts.length}` }));
	};
	const server = createServer((request, response) => void answer(request, response));
	// Node.js announces a keepAliveTimeout in a header, unless it is 0.
	server.keepAliveTimeout = closing === 'when idle for a second, as announced' ? second : 0;
	server.on('connection', (socket: Socket) => {
		if (closing === 'when idle for a second') socket.setTimeout(second, () => socket.end());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		/** The texts of all messages, in order of arrival. */
		texts,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
