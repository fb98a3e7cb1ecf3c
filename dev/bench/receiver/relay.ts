import { connect, createServer, type Server, type Socket } from 'node:net';

/** Calls at a time of `performance.now()` and hardly later: timers are a millisecond late or two, of 40 that would show. */
function at(time: number, act: () => void): void {
	const left = time - performance.now();
	if (left <= 0) act();
	else if (left > 2) setTimeout(() => at(time, act), left - 2);
	else setImmediate(() => at(time, act));
}

/** Passes on in order what comes in, each piece so long after it came (ms), the first not before `opensAt`. */
function pass(from: Socket, to: Socket, delay: number, opensAt: number): void {
	const waiting: Array<{ time: number; act: () => void }> = [];
	const next = () => {
		const [first] = waiting;
		if (!first) return;
		at(first.time, () => {
			waiting.shift();
			first.act();
			next();
		});
	};
	const later = (act: () => void) => {
		waiting.push({ time: Math.max(performance.now(), opensAt) + delay, act });
		if (waiting.length === 1) next();
	};
	from.on('data', (chunk) => later(() => to.writable && to.write(chunk)));
	from.on('end', () => later(() => to.end()));
	from.on('error', () => to.destroy());
	from.on('close', () => later(() => to.destroy()));
}

/**
 * Stands a round trip's time away from a server. The system accepts a connection before a program knows of it,
 * so the handshake of TCP cannot be held up itself: what the client writes first arrives a round trip later instead,
 * which for a client that writes as soon as it is connected is the same.
 * @param roundTrip ms
 */
export function relayTo(port: number, roundTrip: number): Server {
	return createServer({ noDelay: true }, (client) => {
		const server = connect({ port, host: '127.0.0.1', noDelay: true });
		pass(client, server, roundTrip / 2, performance.now() + roundTrip);
		pass(server, client, roundTrip / 2, 0);
	});
}
