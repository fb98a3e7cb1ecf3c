import { runningSandbox } from '../sandbox/runningSandbox';
import { ask, message } from './ask';
import { rawServer, silentHost } from './rawServer';

const { control, url } = runningSandbox();

describe('a message is in doubt after', () => {
	it.each(['beforeReading', 'afterReading'] as const)('a reset (%s)', async (reset) => {
		await control().bend({ reset });
		expect(await ask(url(), { request: message })).toMatchObject({
			kind: 'break',
			reason: 'reset',
			begun: true,
		});
	});

	it('a reset on a reused connection', async () => {
		await ask(url(), { request: message });
		await control().bend({ reset: 'afterReading', carryOut: true });
		expect(await ask(url(), { request: message })).toMatchObject({
			kind: 'break',
			reason: 'reset',
			begun: true,
		});
		// The request was not repeated behind our back.
		expect(await control().messages()).toHaveLength(2);
	});

	it.each(['102 Processing', '103 Early Hints', '100 Continue'])(
		'a connection that breaks after %s',
		async (early) => {
			const server = await rawServer(
				(socket) => void socket.once('data', () => socket.end(`HTTP/1.1 ${early}\r\n\r\n`)),
			);
			expect(await ask(`http://${server.host}`, { request: message })).toMatchObject({
				kind: 'break',
				reason: 'reset',
				begun: true,
			});
		},
	);

	it('an answer that is not HTTP', async () => {
		const server = await rawServer(
			(socket) => void socket.once('data', () => socket.end('SSH-2.0-x\r\n')),
		);
		expect(await ask(`http://${server.host}`, { request: message })).toMatchObject({
			kind: 'break',
			begun: true,
		});
	});
});

describe('once the head of an answer is read', () => {
	it.each([
		[202, { cut: 0 }],
		[202, { cut: 3 }],
		[401, { status: 401, cut: 3 }],
		[500, { status: 500, cut: 3 }],
	])('its status (%i) decides, even if the body is lost: %j', async (status, fault) => {
		await control().bend(fault);
		expect(await ask(url(), { request: message })).toMatchObject({
			kind: 'answer',
			status,
			body: { kind: 'empty' },
			unread: { reason: 'cut', detail: expect.any(String) },
		});
	});

	it('an informational response before it is ignored', async () => {
		const answer = 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 422 No\r\ncontent-length: 2\r\n\r\n{}';
		const server = await rawServer((socket) => void socket.once('data', () => socket.end(answer)));
		const outcome = await ask(`http://${server.host}`, { request: message });
		expect(outcome).toMatchObject({ status: 422, body: { kind: 'json' } });
		expect(outcome).not.toHaveProperty('unread');
	});
});

describe('a message is certainly not sent after', () => {
	it('a reset during the TLS handshake', async () => {
		const server = await rawServer(
			(socket) => void socket.once('data', () => socket.resetAndDestroy()),
		);
		expect(await ask(`https://${server.host}`, { request: message })).toMatchObject({
			kind: 'break',
			begun: false,
		});
	});

	it('a hang-up during the TLS handshake', async () => {
		const server = await rawServer((socket) => void socket.once('data', () => socket.end()));
		expect(await ask(`https://${server.host}`, { request: message })).toMatchObject({
			kind: 'break',
			begun: false,
		});
	});

	it('a refused connection', async () => {
		expect(await ask(`http://${silentHost}`, { request: message })).toMatchObject({
			kind: 'break',
			reason: 'refused',
			begun: false,
			detail: expect.stringContaining('ECONNREFUSED'),
		});
	});

	it('refusals by every address of the host', async () => {
		const [, port] = silentHost.split(':');
		const outcome = await ask(`http://localhost:${port}`, { request: message });
		expect(outcome).toMatchObject({ kind: 'break', reason: 'refused', begun: false });
		expect(outcome).toHaveProperty('detail', expect.stringMatching(/./));
	});

	it('a failed look-up of the host name', async () => {
		expect(await ask('https://nothing.invalid', { request: message })).toMatchObject({
			kind: 'break',
			reason: 'dns',
			begun: false,
		});
	});
});
