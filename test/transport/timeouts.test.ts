import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import type { Dispatcher } from 'undici';

import { selfSigned } from '../../dev/selfSigned';
import { requestFor } from '../../nodes/MessagingIntegration/service/request';
import { transmit } from '../../nodes/MessagingIntegration/transport/transmit';
import { accountAt, ask, message } from './support/ask';
import { fileOf } from './support/fileOf';
import { httpServer } from './support/httpServer';
import { rawServer } from './support/rawServer';

/** Long enough to connect, and for the head of an answer, on a busy machine (ms). */
const timeout = 2000;

const inDoubt = { kind: 'break', reason: 'timeout', wasWritten: true };
const unread = { status: 200, unread: { reason: 'timeout' } };

it('an unanswered TLS handshake times out, and the message is not sent', async () => {
	const mute = await rawServer(() => {});
	expect(await ask(`https://${mute.host}`, { request: message, timeout: 150 })).toMatchObject({
		kind: 'break',
		reason: 'connectTimeout',
		wasWritten: false,
	});
	await mute.connected;
	expect(mute.sockets).toHaveLength(1);
});

it('a service that needs two seconds for its TLS handshake gets the message', async () => {
	const slow = await rawServer((socket) => socket.pause());
	const credential = { allowUnauthorizedCerts: true };
	const asked = ask(`https://${slow.host}`, { request: message, credential });
	const socket = await slow.connected;
	await sleep(2000);
	socket.removeAllListeners('data');
	const secure = new TLSSocket(socket, { isServer: true, ...(await selfSigned()) });
	secure.once('data', () => secure.end('HTTP/1.1 202 Accepted\r\ncontent-length: 2\r\n\r\n{}'));
	expect(await asked).toMatchObject({ status: 202 });
});

it('an answer that stalls in its body times out and keeps its status', async () => {
	const { url: service } = await httpServer((_, response) => {
		response.writeHead(200, { 'content-length': 100 }).write('[');
	});
	expect(await ask(service, { request: message, timeout })).toMatchObject(unread);
});

it('an answer that arrived while n8n was busy for longer than the timeout is read', async () => {
	const busy = new Int32Array(new SharedArrayBuffer(4));
	const { url: service } = await httpServer((_, response) => {
		response.end('{}');
		Atomics.wait(busy, 0, 0, timeout + 100);
	});
	expect(await ask(service, { request: message, timeout })).toMatchObject({ status: 200 });
});

/** What a service does again and again, until its connection is closed. */
function endlessly(act: (response: ServerResponse) => void) {
	return (_: IncomingMessage, response: ServerResponse) => {
		const acting = setInterval(() => act(response), 20);
		response.on('close', () => clearInterval(acting));
	};
}

it('informational answers are no progress: a message that gets nothing else is in doubt', async () => {
	const { url: service } = await httpServer(endlessly((response) => response.writeProcessing()));
	expect(await ask(service, { request: message, timeout: 500 })).toMatchObject(inDoubt);
});

it('an answer that never ends is given up, although each byte is progress', async () => {
	const { url: service } = await httpServer(endlessly((response) => response.write(' ')));
	expect(await ask(service, { request: message, timeout: 300 })).toMatchObject(unread);
});

it('an upload may take as long as the pieces of its file, however many there are', async () => {
	jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
	const controller = { abort: () => undefined } as unknown as Dispatcher.DispatchController;
	/** Takes each piece in virtual time, but only just before the timeout. */
	const dispatch: Dispatcher['dispatch'] = ({ body }, handler) => {
		const carryOut = async () => {
			const pieces = (body as Readable)[Symbol.asyncIterator]();
			while (!(await pieces.next()).done) await jest.advanceTimersByTimeAsync(timeout - 1);
			// The answer, too, comes just before the timeout.
			await jest.advanceTimersByTimeAsync(timeout - 1);
			handler.onResponseStart?.(controller, 200, {});
			handler.onResponseEnd?.(controller, {});
		};
		handler.onRequestStart?.(controller, {});
		void carryOut();
		return true;
	};
	const file = fileOf(Array.from({ length: 100 }, () => Buffer.alloc(256 * 1024)));
	const request = { ...requestFor('upload', 'demo'), file };
	const dispatcher = { dispatch } as Dispatcher;
	const outcome = await transmit(dispatcher, accountAt('https://api.example.com'), request, {
		timeout,
	});
	jest.useRealTimers();
	expect(outcome).toMatchObject({ status: 200 });
});
