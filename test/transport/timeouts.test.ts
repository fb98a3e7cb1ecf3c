import { runningSandbox } from '../sandbox/runningSandbox';
import { ask, message } from './asking';
import { httpServer } from './httpServer';
import { rawServer } from './rawServer';

const { control, url } = runningSandbox();

it('a TLS handshake that is never answered is given up as never connected', async () => {
	const mute = await rawServer(() => {});
	expect(await ask(`https://${mute.host}`, { request: message, timeout: 150 })).toMatchObject({
		kind: 'break',
		reason: 'connectTimeout',
		begun: false,
	});
	expect(mute.sockets).toHaveLength(1);
});

it('an answer that never comes is given up, and the request may have been carried out', async () => {
	await control().bend({ hang: true, carryOut: true });
	expect(await ask(url(), { request: message, timeout: 300 })).toMatchObject({
		kind: 'break',
		reason: 'timeout',
		begun: true,
	});
});

it('an answer that stalls in its body is given up, and its status counts', async () => {
	const { url: service } = await httpServer((_, response) => {
		response.writeHead(200, { 'content-length': 100 }).write('[');
	});
	expect(await ask(service, { request: message, timeout: 300 })).toMatchObject({
		status: 200,
		unread: { reason: 'timeout' },
	});
});

it('a connection given up in the middle is not kept for the next request', async () => {
	await control().bend({ hang: true });
	await ask(url(), { request: message, timeout: 300 });
	expect(await ask(url(), { request: message })).toMatchObject({ status: 202 });
	const [given, next] = await control().requests();
	expect(next?.remotePort).not.toBe(given?.remotePort);
});
