import type { Socket } from 'node:net';

import type { buildConnector } from 'undici';

const statusLine = 'HTTP/1.1 100 ';
const headEnd = '\r\n\r\n';

/** A head that is longer (bytes) is left to undici, which refuses it. */
const longestHead = 16 * 1024;

/** Drops each "100 Continue" between a request and its answer, however the network splits it. */
function dropContinue(socket: Socket): void {
	/** What was read since the last request; undefined once it cannot be a "100 Continue" any more. */
	let held: Buffer | undefined;
	const read = socket.read.bind(socket);
	const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
	// undici writes the head of a request as text, and its body as bytes. It sends the next request after the answer.
	socket.write = (...given: unknown[]) => {
		if (typeof given[0] === 'string') held = Buffer.alloc(0);
		return write(...given);
	};
	socket.read = (size?: number) => {
		const chunk = read(size) as Buffer | null;
		if (chunk === null || held === undefined) return chunk;
		held = held.length > 0 ? Buffer.concat([held, chunk]) : chunk;
		for (;;) {
			const start = held.toString('latin1', 0, statusLine.length);
			const end = held.indexOf(headEnd);
			if (!statusLine.startsWith(start) || (end < 0 && held.length > longestHead)) break;
			if (end < 0) return null;
			held = held.subarray(end + headEnd.length);
		}
		const answer = held;
		held = undefined;
		return answer;
	};
}

/**
 * The same connector, for servers that send "100 Continue" although nobody asked for it. Clients have to accept that
 * (RFC 9110, section 15.2), but undici breaks the connection, which would leave a delivered message in doubt.
 */
export function withoutContinue(connect: buildConnector.connector): buildConnector.connector {
	return (options, callback) =>
		connect(options, (...[error, socket]) => {
			if (error) return callback(error, null);
			dropContinue(socket);
			callback(null, socket);
		});
}
