import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate as aTurn } from 'node:timers/promises';

import fc from 'fast-check';
import { Client } from 'undici';

import { requestFor } from '../../nodes/MessagingIntegration/service/request';
import { withoutContinue } from '../../nodes/MessagingIntegration/transport/dispatcher';
import { ask, message } from './support/ask';
import { fileOf } from './support/fileOf';
import { rawServer } from './support/rawServer';

const early = 'HTTP/1.1 100 Continue\r\n\r\n';
const answer = (body: string) =>
	`HTTP/1.1 202 Accepted\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const sent = answer('{"id":"m1"}');
const accepted = { status: 202, body: { kind: 'json', value: { id: 'm1' } } };

/** A server that answers each message with this text. */
async function answering(text: string) {
	return await rawServer((socket) => {
		let request = '';
		socket.on('data', (chunk) => {
			request += chunk.toString();
			if (!request.endsWith('}}')) return;
			request = '';
			socket.write(text);
		});
	});
}

it.each([
	['once', early],
	['twice', early + early],
	['with headers', 'HTTP/1.1 100 Go on\r\nserver: old\r\nx: HTTP/1.1 100 \r\n\r\n'],
	['before 103 Early Hints', `${early}HTTP/1.1 103 Early Hints\r\n\r\n`],
])('a message is sent although "100 Continue" comes before its answer: %s', async (_, first) => {
	const { host, sockets } = await answering(first + sent);
	for (let count = 0; count < 3; count++)
		expect(await ask(`http://${host}`, { request: message })).toMatchObject(accepted);
	expect(sockets).toHaveLength(1);
});

it('a file is uploaded although "100 Continue" comes before it has arrived', async () => {
	const file = fileOf(Array.from({ length: 12 }, () => Buffer.alloc(256 * 1024, 'x')));
	let end = '';
	const { host } = await rawServer((socket) => {
		socket.once('data', () => socket.write(early));
		socket.on('data', (chunk) => {
			end = (end + chunk.toString('latin1')).slice(-100);
			if (end.endsWith('--\r\n')) socket.write(early + sent);
		});
	});
	const request = { ...requestFor('upload', 'demo'), file };
	expect(await ask(`http://${host}`, { request })).toMatchObject(accepted);
});

it('a message is in doubt if the connection breaks within "100 Continue"', async () => {
	for (const cut of [1, 9, 20, early.length - 1]) {
		const { host } = await rawServer(
			(socket) => void socket.once('data', () => socket.end(early.slice(0, cut))),
		);
		const inDoubt = { kind: 'break', reason: 'reset', wasWritten: true };
		expect(await ask(`http://${host}`, { request: message })).toMatchObject(inDoubt);
	}
});

it('a "100 Continue" without end breaks the connection', async () => {
	const { host } = await answering(`HTTP/1.1 100 Continue\r\nx: ${'x'.repeat(100_000)}`);
	const inDoubt = { kind: 'break', wasWritten: true, reason: 'reset' };
	expect(await ask(`http://${host}`, { request: message })).toMatchObject(inDoubt);
});

/** A connection to a server that answers each request with the next text, in pieces of this size (bytes). */
function connectionTo(texts: string[], size: number): Duplex {
	const next = texts.values();
	async function answerInPieces(this: void, socket: Duplex) {
		const bytes = Buffer.from(next.next().value ?? '');
		for (let at = 0; at < bytes.length; at += size) {
			socket.push(bytes.subarray(at, at + size));
			await aTurn();
		}
	}
	const socket: Duplex = new Duplex({
		read: () => undefined,
		write(_, _encoding, done) {
			done();
			void answerInPieces(socket);
		},
	});
	return socket;
}

it('however the network splits the bytes, only "100 Continue" before an answer is dropped', async () => {
	const part = fc.constantFrom(early, 'HTTP/1.1 100 ', '\r\n\r\n', 'ö', '{"id":1}');
	const body = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''));
	const exchanges = fc.array(fc.record({ count: fc.nat(2), body }), { minLength: 1, maxLength: 3 });
	const size = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 100 }));
	await fc.assert(
		fc.asyncProperty(exchanges, size, async (all, step) => {
			const texts = all.map((each) => early.repeat(each.count) + answer(each.body));
			const socket = connectionTo(texts, step) as Socket;
			const client = new Client('http://127.0.0.1', {
				connect: withoutContinue((_, callback) => void setImmediate(callback, null, socket)),
			});
			for (const each of all) {
				const given = await client.request({ method: 'GET', path: '/' });
				expect([given.statusCode, await given.body.text()]).toEqual([202, each.body]);
			}
			await client.destroy();
		}),
		{ numRuns: 50 },
	);
});
