import type { Socket } from 'node:net';

import { type Sandbox, startSandbox } from '../../dev/sandbox/startSandbox';
import { runningSandbox } from '../sandbox/runningSandbox';
import { message } from './ask';
import { selfSigned } from '../../dev/selfSigned';
import { forwardProxy } from './forwardProxy';
import { enforcedPolicy } from './n8nEgressPolicy';
import { askWithProxies } from './askWithProxies';
import { setProxies } from './proxyEnvironment';
import { rawServer, silentHost } from './rawServer';

const { control, url } = runningSandbox();
let secure: Sandbox;

beforeAll(async () => {
	secure = await startSandbox({ https: await selfSigned() });
});
afterEach(() => setProxies());
afterAll(async () => await secure.close());

const credential = { allowUnauthorizedCerts: true };
const proxyBreak = { kind: 'break', reason: 'proxy', begun: false };

it('https requests use a tunnel through HTTPS_PROXY', async () => {
	const proxy = await forwardProxy();
	const ask = await askWithProxies({ HTTPS_PROXY: proxy.url });
	expect(await ask(secure.url, { request: message, credential })).toMatchObject({ status: 202 });
	expect(proxy.asked).toEqual([`CONNECT ${new URL(secure.url).host}`]);
});

it('certificates are checked behind a proxy too', async () => {
	const proxy = await forwardProxy();
	const ask = await askWithProxies({ HTTPS_PROXY: proxy.url });
	expect(await ask(secure.url, { request: message })).toMatchObject({
		kind: 'break',
		reason: 'tls',
		begun: false,
	});
	expect(proxy.asked).toHaveLength(1);
});

it('later requests reuse the tunnel', async () => {
	const proxy = await forwardProxy();
	const ask = await askWithProxies({ HTTPS_PROXY: proxy.url });
	for (let i = 0; i < 10; i++)
		expect(await ask(secure.url, { credential })).toMatchObject({ status: 200 });
	// Two may take turns.
	expect(proxy.asked.length).toBeLessThanOrEqual(2);
});

it('plain http requests send the whole URL to HTTP_PROXY', async () => {
	const proxy = await forwardProxy();
	const ask = await askWithProxies({ HTTP_PROXY: proxy.url });
	expect(await ask(url(), { request: message })).toMatchObject({ status: 202 });
	expect(proxy.asked).toEqual([`POST ${url()}/api/v1/instances/demo/messages`]);
	expect(await control().messages()).toHaveLength(1);
});

it('the password of a proxy is sent to the proxy, not to the service', async () => {
	const proxy = await forwardProxy();
	const withPassword = proxy.url.replace('//', '//someone:secret@');
	const ask = await askWithProxies({ HTTPS_PROXY: withPassword });
	expect(await ask(secure.url, { credential })).toMatchObject({ status: 200 });
	expect(proxy.passwords).toEqual([`Basic ${Buffer.from('someone:secret').toString('base64')}`]);
});

it.each(['127.0.0.1', '*', 'example.com,127.0.0.1'])(
	'NO_PROXY=%s bypasses the proxy',
	async (NO_PROXY) => {
		const proxy = await forwardProxy();
		const ask = await askWithProxies({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url, NO_PROXY });
		expect(await ask(url())).toMatchObject({ status: 200 });
		expect(await ask(secure.url, { credential })).toMatchObject({ status: 200 });
		expect(proxy.asked).toEqual([]);
	},
);

it('NO_PROXY for another host does not bypass the proxy', async () => {
	const proxy = await forwardProxy();
	const ask = await askWithProxies({ HTTP_PROXY: proxy.url, NO_PROXY: 'example.com' });
	expect(await ask(url())).toMatchObject({ status: 200 });
	expect(proxy.asked).toHaveLength(1);
});

it.each([403, 407, 502])('nothing is sent if the proxy answers CONNECT with %i', async (status) => {
	const proxy = await forwardProxy(status);
	const ask = await askWithProxies({ HTTPS_PROXY: proxy.url });
	expect(await ask(secure.url, { request: message, credential })).toMatchObject(proxyBreak);
	expect(proxy.asked).toHaveLength(1);
});

it.each([
	['at once', (socket: Socket) => void socket.end()],
	['on CONNECT', (socket: Socket) => void socket.once('data', () => socket.end())],
	[
		'in the middle of its answer',
		(socket: Socket) => void socket.once('data', () => socket.end('HTTP/1.1 20')),
	],
])('a proxy that hangs up %s is asked once', async (_, onConnection) => {
	const proxy = await rawServer(onConnection);
	const ask = await askWithProxies({ HTTPS_PROXY: `http://${proxy.host}` });
	expect(await ask(secure.url, { request: message })).toMatchObject({
		reason: 'noProxy',
		begun: false,
	});
	expect(proxy.sockets).toHaveLength(1);
});

it('nothing is sent if the proxy wants a password for plain http', async () => {
	const proxy = await forwardProxy(407);
	const ask = await askWithProxies({ HTTP_PROXY: proxy.url });
	expect(await ask(url(), { request: message })).toMatchObject(proxyBreak);
	expect(await control().requests()).toEqual([]);
});

it('the proxy is not blamed for a bad certificate of the service', async () => {
	const proxy = await forwardProxy();
	const ask = await askWithProxies({ HTTPS_PROXY: proxy.url });
	const elsewhere = secure.url.replace('127.0.0.1', 'localhost');
	expect(await ask(elsewhere, { request: message })).toMatchObject({ reason: 'tls', begun: false });
});

describe('ALL_PROXY', () => {
	it('is used for plain http and https', async () => {
		const proxy = await forwardProxy();
		const ask = await askWithProxies({ ALL_PROXY: proxy.url });
		expect(await ask(url(), { request: message })).toMatchObject({ status: 202 });
		expect(await ask(secure.url, { request: message, credential })).toMatchObject({ status: 202 });
		expect(proxy.asked).toEqual([
			`POST ${url()}/api/v1/instances/demo/messages`,
			`CONNECT ${new URL(secure.url).host}`,
		]);
	});

	it('is not used if a variable for the scheme is set', async () => {
		const [all, http] = [await forwardProxy(), await forwardProxy()];
		const ask = await askWithProxies({ ALL_PROXY: all.url, HTTP_PROXY: http.url });
		expect(await ask(url())).toMatchObject({ status: 200 });
		expect([all.asked.length, http.asked.length]).toEqual([0, 1]);
	});

	it('is not used for a host in NO_PROXY', async () => {
		const proxy = await forwardProxy();
		const ask = await askWithProxies({ ALL_PROXY: proxy.url, NO_PROXY: new URL(url()).host });
		expect(await ask(url())).toMatchObject({ status: 200 });
		expect(await ask(secure.url, { credential })).toMatchObject({ status: 200 });
		expect(proxy.asked).toEqual([`CONNECT ${new URL(secure.url).host}`]);
	});
});

it('HTTP_PROXY applies only to plain http, as in n8n', async () => {
	const proxy = await forwardProxy();
	const ask = await askWithProxies({ HTTP_PROXY: proxy.url });
	expect(await ask(secure.url, { credential })).toMatchObject({ status: 200 });
	expect(proxy.asked).toEqual([]);
});

it('a proxy address without a scheme gets the scheme of the request', async () => {
	const proxy = await forwardProxy();
	const ask = await askWithProxies({ HTTP_PROXY: new URL(proxy.url).host });
	expect(await ask(url())).toMatchObject({ status: 200 });
	expect(proxy.asked).toHaveLength(1);
});

it.each(['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy'] as const)(
	'nothing is sent if the proxy in %s cannot be reached, and the error names the variable',
	async (variable) => {
		const host = silentHost;
		const ask = await askWithProxies({ [variable]: `http://someone:secret@${host}` });
		const services = {
			HTTP_PROXY: [url()],
			HTTPS_PROXY: [secure.url],
			ALL_PROXY: [url(), secure.url],
			all_proxy: [url(), secure.url],
		};
		for (const service of services[variable]) {
			expect(await ask(service, { request: message, credential })).toEqual({
				kind: 'break',
				reason: 'noProxy',
				begun: false,
				detail: `connect ECONNREFUSED ${host}`,
				proxyVariable: variable,
			});
		}
		expect(await control().requests()).toEqual([]);
	},
);

const unusable = [
	'not a url',
	'socks5://someone:secret@127.0.0.1:1080',
	'http://',
	'http://someone:secret@127.0.0.1:99999',
	'http://someone:secret%@127.0.0.1:3128',
	'://',
];

it.each(unusable)(
	'nothing is sent if the variable contains "%s", and the error names it without its value',
	async (proxy) => {
		const ask = await askWithProxies({ HTTPS_PROXY: proxy });
		for (const filter of [undefined, enforcedPolicy({ allowedIpRanges: ['127.0.0.0/8'] })]) {
			expect(await ask(secure.url, { request: message, filter, credential })).toEqual({
				kind: 'break',
				reason: 'proxyAddress',
				begun: false,
				proxyVariable: 'HTTPS_PROXY',
			});
		}
		expect(await ask(url())).toMatchObject({ status: 200 });
	},
);

it('the error names the variable of a proxy that refuses', async () => {
	const proxy = await forwardProxy(407);
	const ask = await askWithProxies({ ALL_PROXY: proxy.url });
	for (const service of [url(), secure.url]) {
		expect(await ask(service, { request: message, credential })).toMatchObject({
			...proxyBreak,
			proxyVariable: 'ALL_PROXY',
		});
	}
});

it('the egress policy checks the service behind a proxy too', async () => {
	const proxy = await forwardProxy();
	const ask = await askWithProxies({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url });
	const filter = enforcedPolicy();
	for (const service of [url(), secure.url, url().replace('127.0.0.1', 'localhost')]) {
		expect(await ask(service, { request: message, filter, credential })).toMatchObject({
			kind: 'break',
			reason: 'blocked',
			begun: false,
		});
	}
	expect(proxy.asked).toEqual([]);
});

it('requests that the egress policy allows pass through the proxy', async () => {
	const proxy = await forwardProxy();
	const ask = await askWithProxies({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url });
	const filter = enforcedPolicy({ allowedIpRanges: ['127.0.0.0/8'] });
	expect(await ask(url(), { filter })).toMatchObject({ status: 200 });
	expect(await ask(secure.url, { filter, credential })).toMatchObject({ status: 200 });
	expect(proxy.asked).toHaveLength(2);
});
