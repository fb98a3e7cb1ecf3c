import type { Socket } from 'node:net';

import { runningSandbox } from '../sandbox/support/runningSandbox';
import { ask, message } from './support/ask';
import { rawServer, silentHost } from './support/rawServer';

const { control, url } = runningSandbox();

const request = message;
const reset = { kind: 'break', reason: 'reset', wasWritten: true };

/** The address of a server that does this with each request. */
async function serverThat(acts: (socket: Socket) => unknown): Promise<string> {
	return (await rawServer((socket) => void socket.once('data', () => acts(socket)))).host;
}

describe('a message is in doubt after', () => {
	it('a reset on a reused connection', async () => {
		await ask(url(), { request });
		await control().bend({ reset: 'afterReading', carryOut: true });
		expect(await ask(url(), { request })).toMatchObject(reset);
		// The request was not repeated behind our back.
		expect(await control().messages()).toHaveLength(2);
	});

	it.each(['102 Processing', '103 Early Hints', '100 Continue'])(
		'a connection that breaks after %s',
		async (early) => {
			const host = await serverThat((socket) => socket.end(`HTTP/1.1 ${early}\r\n\r\n`));
			expect(await ask(`http://${host}`, { request })).toMatchObject(reset);
		},
	);

	it('an answer that is not HTTP', async () => {
		const host = await serverThat((socket) => socket.end('SSH-2.0-x\r\n'));
		const outcome = await ask(`http://${host}`, { request });
		expect(outcome).toMatchObject({ kind: 'break', wasWritten: true });
	});
});

it('an informational response before an answer is ignored', async () => {
	const answer = 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 422 No\r\ncontent-length: 2\r\n\r\n{}';
	const host = await serverThat((socket) => socket.end(answer));
	const outcome = await ask(`http://${host}`, { request });
	expect(outcome).toMatchObject({ status: 422, body: { kind: 'json' } });
	expect(outcome).not.toHaveProperty('unread');
});

describe('a message is certainly not sent after', () => {
	it.each([
		['a reset', (socket: Socket) => socket.resetAndDestroy()],
		['a hang-up', (socket: Socket) => socket.end()],
	])('%s during the TLS handshake', async (_, acts) => {
		const outcome = await ask(`https://${await serverThat(acts)}`, { request });
		expect(outcome).toMatchObject({ kind: 'break', wasWritten: false });
	});

	it.each([
		['a refused connection', `http://${silentHost}`, 'refused', /ECONNREFUSED/],
		['refusals by every address of the host', 'http://localhost:9', 'refused', /./],
		['a failed look-up of the host name', 'https://nothing.invalid', 'dns', /./],
		// OpenSSL puts numbers and names of its source files around these words.
		['a handshake without TLS', '', 'noTls', /^wrong version number$/],
	])('%s', async (_, service, reason, words) => {
		const outcome = await ask(service || url().replace('http:', 'https:'), { request });
		expect(outcome).toMatchObject({ kind: 'break', reason, wasWritten: false });
		expect(outcome).toHaveProperty('detail', expect.stringMatching(words));
		expect(await control().requests()).toEqual([]);
	});
});
