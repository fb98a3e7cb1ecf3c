import { runningSandbox } from '../sandbox/runningSandbox';
import { ask, message } from './ask';
import { httpServer } from './httpServer';
import { rawServer } from './rawServer';

const { control, url } = runningSandbox();

/** Long enough to connect, and for the head of an answer, on a busy machine (ms). */
const timeout = 2000;

it('an unanswered TLS handshake times out, and the message is not sent', async () => {
	const mute = await rawServer(() => {});
	expect(await ask(`https://${mute.host}`, { request: message, timeout: 150 })).toMatchObject({
		kind: 'break',
		reason: 'connectTimeout',
		begun: false,
	});
	await mute.connected;
	expect(mute.sockets).toHaveLength(1);
});

it('a message without an answer times out and is in doubt', async () => {
	await control().bend({ hang: true, carryOut: true });
	expect(await ask(url(), { request: message, timeout })).toMatchObject({
		kind: 'break',
		reason: 'timeout',
		begun: true,
	});
});

it('an answer that stalls in its body times out and keeps its status', async () => {
	const { url: service } = await httpServer((_, response) => {
		response.writeHead(200, { 'content-length': 100 }).write('[');
	});
	expect(await ask(service, { request: message, timeout })).toMatchObject({
		status: 200,
		unread: { reason: 'timeout' },
	});
});

it('a connection is not reused after a timeout', async () => {
	await control().bend({ hang: true });
	await ask(url(), { request: message, timeout });
	expect(await ask(url(), { request: message })).toMatchObject({ status: 202 });
	const [given, next] = await control().requests();
	expect(next?.remotePort).not.toBe(given?.remotePort);
});

it.each([
	['informational answers', 'HTTP/1.1 103 Early Hints\r\n\r\n', 0],
	['the bytes of a head', 'a', 0],
	['the bytes of a body', 'a', 200],
])('%s without end do not keep a request waiting', async (_, bytes, status) => {
	const server = await rawServer((socket) => {
		socket.once('data', () => {
			socket.write(`HTTP/1.1 ${status === 200 ? '200 OK\r\ncontent-length: 999\r\n\r\n' : ''}`);
			if (bytes.length > 1) socket.write('102 Processing\r\n\r\n');
			const more = setInterval(() => socket.write(bytes), 20);
			socket.once('close', () => clearInterval(more));
		});
	});
	const outcome = await ask(`http://${server.host}`, { request: message, timeout: 100 });
	if (status === 200) expect(outcome).toMatchObject({ status, unread: { reason: 'timeout' } });
	else expect(outcome).toMatchObject({ kind: 'break', begun: true });
});
