import type { Socket } from 'node:net';

import { passthroughEgressFilter } from '@n8n/backend-network';
import type { NodeEgressFilter } from 'n8n-workflow';

import { type Sandbox, startSandbox } from '../../dev/sandbox/startSandbox';
import { runningSandbox } from '../sandbox/runningSandbox';
import { proxyFor } from '../../nodes/MessagingIntegration/transport/dispatcher';
import { message } from './ask';
import { selfSigned } from '../../dev/selfSigned';
import { farAway, farHost, forwardProxy } from './forwardProxy';
import { enforcedPolicy } from './n8nEgressPolicy';
import { askWithProxies } from './askWithProxies';
import { setProxies } from './proxyEnvironment';
import { rawServer, silentHost } from './rawServer';

const { control, url: localUrl } = runningSandbox({ hosts: [farHost] });
/** The service as the proxy reaches it, without and with TLS. */
const url = () => farAway(localUrl());
const secureUrl = () => farAway(secure.url);
let secure: Sandbox;

beforeAll(async () => {
	secure = await startSandbox({ https: await selfSigned(), hosts: [farHost] });
});
afterEach(() => setProxies());
afterAll(async () => await secure.close());

const credential = { allowUnauthorizedCerts: true, allowHttp: true };
const proxyBreak = { kind: 'break', reason: 'proxy', begun: false };

it.each(['ALL_PROXY', 'HTTP_PROXY and HTTPS_PROXY'])(
	'plain http requests send the whole URL to the proxy of %s, https requests use a tunnel',
	async (names) => {
		const proxy = await forwardProxy();
		const variables = names.split(' and ').map((name) => [name, proxy.url]);
		const ask = await askWithProxies(Object.fromEntries(variables) as object);
		for (const service of [url(), secureUrl()])
			expect(await ask(service, { request: message, credential })).toMatchObject({ status: 202 });
		expect(proxy.asked).toEqual([
			`POST ${url()}/api/v1/instances/demo/messages`,
			`CONNECT ${new URL(secureUrl()).host}`,
		]);
		expect(await control().messages()).toHaveLength(1);
	},
);

it('certificates are checked behind a proxy too', async () => {
	const proxy = await forwardProxy();
	const ask = await askWithProxies({ HTTPS_PROXY: proxy.url });
	expect(await ask(secureUrl(), { request: message })).toMatchObject({
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
		expect(await ask(secureUrl(), { credential })).toMatchObject({ status: 200 });
	// Two may take turns.
	expect(proxy.asked.length).toBeLessThanOrEqual(2);
});

it('the password of a proxy is sent to the proxy, not to the service', async () => {
	const proxy = await forwardProxy();
	const withPassword = proxy.url.replace('//', '//someone:secret@');
	const ask = await askWithProxies({ HTTPS_PROXY: withPassword });
	expect(await ask(secureUrl(), { credential })).toMatchObject({ status: 200 });
	expect(proxy.passwords).toEqual([`Basic ${Buffer.from('someone:secret').toString('base64')}`]);
});

const proxyUrl = 'http://proxy.example:3128';

it.each([
	...['service.example', '*', 'example.com,service.example', '.example'],
	'service.example:443, service.example:80',
])('NO_PROXY=%s bypasses the proxy', (NO_PROXY) => {
	for (const proxies of [
		{ HTTP_PROXY: proxyUrl, HTTPS_PROXY: proxyUrl },
		{ ALL_PROXY: proxyUrl },
	]) {
		setProxies({ ...proxies, NO_PROXY });
		for (const scheme of ['http', 'https'])
			expect(proxyFor(`${scheme}://service.example`)).toBeUndefined();
	}
});

it('HTTP_PROXY applies only to plain http, as in n8n, and NO_PROXY with a port only to this port', () => {
	setProxies({ HTTP_PROXY: proxyUrl });
	expect(proxyFor('https://service.example')).toBeUndefined();
	setProxies({ ALL_PROXY: proxyUrl, NO_PROXY: 'service.example:8585' });
	expect(proxyFor('https://service.example')).toBe(proxyUrl);
});

describe.each(['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'] as const)('with %s', (variable) => {
	const tls = { allowUnauthorizedCerts: true };
	it.each(['127.0.0.1', 'localhost', 'app.localhost'])(
		'the key goes to %s directly, without a proxy',
		async (host) => {
			const proxy = await forwardProxy();
			const ask = await askWithProxies({ [variable]: proxy.url });
			for (const service of [localUrl(), secure.url])
				expect(
					await ask(service.replace('127.0.0.1', host), { request: message, credential: tls }),
				).toMatchObject({ status: 202 });
			expect(proxy.asked).toEqual([]);
		},
	);

	it.each(['[::1]', '127.1.2.3', 'localhost', 'a.b.localhost'])('%s has no proxy', (host) => {
		setProxies({ [variable]: proxyUrl });
		for (const scheme of ['http', 'https'])
			expect(proxyFor(`${scheme}://${host}:8585`)).toBeUndefined();
	});
});

it('a name server has no say in where a name such as app.localhost is', async () => {
	const looked: string[] = [];
	const policy = enforcedPolicy({ allowedIpRanges: ['127.0.0.0/8', '::1/128'] });
	const filter: NodeEgressFilter = {
		...passthroughEgressFilter,
		createSecureLookup:
			() =>
			(name, ...rest) => {
				looked.push(name);
				policy.createSecureLookup()(name, ...rest);
			},
	};
	const ask = await askWithProxies({});
	await ask(localUrl().replace('127.0.0.1', 'app.localhost'), { request: message, filter });
	expect(new Set(looked)).toEqual(new Set(['localhost']));
});

it('the name of another machine that only looks local has a proxy', () => {
	setProxies({ ALL_PROXY: proxyUrl });
	for (const host of ['localhost.example', 'my-localhost', '128.0.0.1', '[::ffff:127.0.0.1]'])
		expect(proxyFor(`https://${host}`)).toBe(proxyUrl);
});

it('NO_PROXY for another host does not bypass the proxy', async () => {
	const proxy = await forwardProxy();
	const ask = await askWithProxies({ HTTP_PROXY: proxy.url, NO_PROXY: 'example.com' });
	expect(await ask(url(), { credential })).toMatchObject({ status: 200 });
	expect(proxy.asked).toHaveLength(1);
});

it.each([403, 407, 502])('nothing is sent if the proxy answers CONNECT with %i', async (status) => {
	const proxy = await forwardProxy(status);
	const ask = await askWithProxies({ HTTPS_PROXY: proxy.url });
	expect(await ask(secureUrl(), { request: message, credential })).toMatchObject(proxyBreak);
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
	expect(await ask(secureUrl(), { request: message })).toMatchObject({
		reason: 'noProxy',
		begun: false,
	});
	expect(proxy.sockets).toHaveLength(1);
});

it('nothing is sent if the proxy wants a password for plain http', async () => {
	const proxy = await forwardProxy(407);
	const ask = await askWithProxies({ HTTP_PROXY: proxy.url });
	expect(await ask(url(), { request: message, credential })).toMatchObject(proxyBreak);
	expect(await control().requests()).toEqual([]);
});

describe('ALL_PROXY', () => {
	it('is not used if a variable for the scheme is set', async () => {
		const [all, http] = [await forwardProxy(), await forwardProxy()];
		const ask = await askWithProxies({ ALL_PROXY: all.url, HTTP_PROXY: http.url });
		expect(await ask(url(), { credential })).toMatchObject({ status: 200 });
		expect([all.asked.length, http.asked.length]).toEqual([0, 1]);
	});
});

it('a proxy address without a scheme gets the scheme of the request', async () => {
	const proxy = await forwardProxy();
	const ask = await askWithProxies({ HTTP_PROXY: new URL(proxy.url).host });
	expect(await ask(url(), { credential })).toMatchObject({ status: 200 });
	expect(proxy.asked).toHaveLength(1);
});

it.each(['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy'] as const)(
	'nothing is sent if the proxy in %s cannot be reached, and the error names the variable',
	async (variable) => {
		const host = silentHost;
		const ask = await askWithProxies({ [variable]: `http://someone:secret@${host}` });
		const services = {
			HTTP_PROXY: [url()],
			HTTPS_PROXY: [secureUrl()],
			ALL_PROXY: [url(), secureUrl()],
			all_proxy: [url(), secureUrl()],
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
		for (const filter of [undefined, enforcedPolicy({ allowedIpRanges: ['192.0.2.0/24'] })]) {
			expect(await ask(secureUrl(), { request: message, filter, credential })).toEqual({
				kind: 'break',
				reason: 'proxyAddress',
				begun: false,
				proxyVariable: 'HTTPS_PROXY',
			});
		}
		expect(await ask(localUrl())).toMatchObject({ status: 200 });
	},
);

it('the error names the variable of a proxy that refuses', async () => {
	const proxy = await forwardProxy(407);
	const ask = await askWithProxies({ ALL_PROXY: proxy.url });
	for (const service of [url(), secureUrl()]) {
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
	for (const service of [url(), secureUrl()].map((far) => far.replace(farHost, '10.0.0.1'))) {
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
	const filter = enforcedPolicy({ allowedIpRanges: ['192.0.2.0/24'] });
	expect(await ask(url(), { filter, credential })).toMatchObject({ status: 200 });
	expect(await ask(secureUrl(), { filter, credential })).toMatchObject({ status: 200 });
	expect(proxy.asked).toHaveLength(2);
});
