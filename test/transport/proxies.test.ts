import type { Socket } from 'node:net';

import { passthroughEgressFilter } from '@n8n/backend-network';
import type { NodeEgressFilter } from 'n8n-workflow';

import { runningSandbox, secureSandbox } from '../sandbox/support/runningSandbox';
import { proxyFor } from '../../nodes/MessagingIntegration/transport/dispatcher';
import { message } from './support/ask';
import { farAway, farHost, forwardProxy } from './support/forwardProxy';
import { enforcedPolicy } from './support/n8nEgressPolicy';
import { askWithProxies } from './support/askWithProxies';
import { setProxies } from './support/proxyEnvironment';
import { rawServer, silentHost } from './support/rawServer';

const { control, url: localUrl } = runningSandbox({ hosts: [farHost] });
const secure = secureSandbox({ hosts: [farHost] });
/** The service as the proxy reaches it, without and with TLS. */
const url = () => farAway(localUrl());
const secureUrl = () => farAway(secure());

afterEach(() => setProxies());

const credential = { allowUnauthorizedCerts: true, allowHttp: true };
const notSent = (reason: string) => ({ kind: 'break', reason, wasWritten: false });

/** A proxy for one test, and `ask` with this proxy in these variables. */
async function asking(variables: string, refusal?: number) {
	const proxy = await forwardProxy(refusal);
	const given = Object.fromEntries(variables.split(' and ').map((name) => [name, proxy.url]));
	return { proxy, ask: await askWithProxies(given) };
}

it.each(['ALL_PROXY', 'HTTP_PROXY and HTTPS_PROXY'])(
	'plain http requests send the whole URL to the proxy of %s, https requests use a tunnel',
	async (names) => {
		const { proxy, ask } = await asking(names);
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
	const { proxy, ask } = await asking('HTTPS_PROXY');
	expect(await ask(secureUrl(), { request: message })).toMatchObject(notSent('tls'));
	expect(proxy.asked).toHaveLength(1);
});

it('later requests reuse the tunnel', async () => {
	const { proxy, ask } = await asking('HTTPS_PROXY');
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
	'*',
	'example.com,service.example',
	'.example',
	'service.example:443, service.example:80',
])('NO_PROXY=%s bypasses the proxy', (NO_PROXY) => {
	for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']) {
		setProxies({ [name]: proxyUrl, NO_PROXY });
		for (const scheme of ['http', 'https'])
			expect(proxyFor(`${scheme}://service.example`)).toBeUndefined();
	}
});

it('HTTP_PROXY applies only to plain http, as in n8n, and ALL_PROXY only without it, and NO_PROXY with a port only to this port', () => {
	setProxies({ HTTP_PROXY: proxyUrl });
	expect(proxyFor('https://service.example')).toBeUndefined();
	setProxies({ HTTP_PROXY: proxyUrl, ALL_PROXY: 'http://other.example:1' });
	expect(proxyFor('http://service.example')).toBe(proxyUrl);
	setProxies({ ALL_PROXY: proxyUrl, NO_PROXY: 'service.example:8585, example.com' });
	expect(proxyFor('https://service.example')).toBe(proxyUrl);
});

it.each(['127.0.0.1', 'localhost', 'app.localhost'])(
	'the key goes to %s directly, without a proxy',
	async (host) => {
		const { proxy, ask } = await asking('HTTP_PROXY and HTTPS_PROXY and ALL_PROXY');
		const options = { request: message, credential: { allowUnauthorizedCerts: true } };
		for (const service of [localUrl(), secure()])
			expect(await ask(service.replace('127.0.0.1', host), options)).toMatchObject({ status: 202 });
		expect(proxy.asked).toEqual([]);
	},
);

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

it.each([403, 502])('nothing is sent if the proxy answers CONNECT with %i', async (status) => {
	const { proxy, ask } = await asking('HTTPS_PROXY', status);
	expect(await ask(secureUrl(), { request: message, credential })).toMatchObject(notSent('proxy'));
	expect(proxy.asked).toHaveLength(1);
});

it('nothing is sent if the proxy wants a password, and the error names the variable', async () => {
	const { ask } = await asking('ALL_PROXY', 407);
	for (const service of [url(), secureUrl()])
		expect(await ask(service, { request: message, credential })).toMatchObject({
			...notSent('proxy'),
			proxyVariable: 'ALL_PROXY',
		});
	expect(await control().requests()).toEqual([]);
});

it.each([
	['at once', (socket: Socket) => void socket.end()],
	['on CONNECT', (socket: Socket) => void socket.once('data', () => socket.end())],
	['in its answer', (socket: Socket) => void socket.once('data', () => socket.end('HTTP/1.1 20'))],
])('a proxy that hangs up %s is asked once', async (_, onConnection) => {
	const proxy = await rawServer(onConnection);
	const ask = await askWithProxies({ HTTPS_PROXY: `http://${proxy.host}` });
	expect(await ask(secureUrl(), { request: message })).toMatchObject(notSent('noProxy'));
	expect(proxy.sockets).toHaveLength(1);
});

it('a proxy address without a scheme gets the scheme of the request', async () => {
	const proxy = await forwardProxy();
	const ask = await askWithProxies({ HTTP_PROXY: new URL(proxy.url).host });
	expect(await ask(url(), { credential })).toMatchObject({ status: 200 });
	expect(proxy.asked).toHaveLength(1);
});

it.each<[variable: string, services: () => string[]]>([
	['HTTP_PROXY', () => [url()]],
	['HTTPS_PROXY', () => [secureUrl()]],
	['all_proxy', () => [url(), secureUrl()]],
])(
	'nothing is sent if the proxy in %s cannot be reached, and the error names the variable',
	async (variable, services) => {
		const ask = await askWithProxies({ [variable]: `http://someone:secret@${silentHost}` });
		for (const service of services())
			expect(await ask(service, { request: message, credential })).toEqual({
				...notSent('noProxy'),
				detail: `connect ECONNREFUSED ${silentHost}`,
				proxyVariable: variable,
			});
		expect(await control().requests()).toEqual([]);
	},
);

it.each([
	...['not a url', 'socks5://someone:secret@127.0.0.1:1080', 'http://', '://'],
	...['http://someone:secret@127.0.0.1:99999', 'http://someone:secret%@127.0.0.1:3128'],
])(
	'nothing is sent if the variable contains "%s", and the error names it without its value',
	async (proxy) => {
		const ask = await askWithProxies({ HTTPS_PROXY: proxy });
		for (const filter of [undefined, enforcedPolicy({ allowedIpRanges: ['192.0.2.0/24'] })])
			expect(await ask(secureUrl(), { request: message, filter, credential })).toEqual({
				...notSent('proxyAddress'),
				proxyVariable: 'HTTPS_PROXY',
			});
		expect(await ask(localUrl())).toMatchObject({ status: 200 });
	},
);

it('the egress policy checks the service behind a proxy too', async () => {
	const { proxy, ask } = await asking('HTTP_PROXY and HTTPS_PROXY');
	const filter = enforcedPolicy({ allowedIpRanges: ['192.0.2.0/24'] });
	for (const service of [url(), secureUrl()]) {
		const refused = service.replace(farHost, '10.0.0.1');
		const options = { request: message, filter, credential };
		expect(await ask(refused, options)).toMatchObject(notSent('blocked'));
		expect(await ask(service, options)).toMatchObject({ status: 202 });
	}
	expect(proxy.asked).toHaveLength(2);
});
