import { type Sandbox, startSandbox } from '../../dev/sandbox/server';
import { runningSandbox } from '../sandbox/running-sandbox';
import { message } from './asking';
import { selfSigned } from '../../dev/self-signed';
import { forwardProxy } from './forward-proxy';
import { enforcedPolicy } from './n8n-egress-policy';
import { processBehind } from './process-behind';
import { setProxies } from './proxy-environment';
import { silentHost } from './raw-server';

const { control, url } = runningSandbox();
let secure: Sandbox;

beforeAll(async () => {
	secure = await startSandbox({ https: selfSigned() });
});
afterEach(() => setProxies());
afterAll(async () => await secure.close());

const credential = { allowUnauthorizedCerts: true };
const proxyBreak = { kind: 'break', reason: 'proxy', begun: false };

it('https goes through a tunnel of HTTPS_PROXY', async () => {
	const proxy = await forwardProxy();
	const ask = await processBehind({ HTTPS_PROXY: proxy.url });
	expect(await ask(secure.url, { request: message, credential })).toMatchObject({ status: 202 });
	expect(proxy.asked).toEqual([`CONNECT ${new URL(secure.url).host}`]);
});

it('certificates count behind a proxy too', async () => {
	const proxy = await forwardProxy();
	const ask = await processBehind({ HTTPS_PROXY: proxy.url });
	expect(await ask(secure.url, { request: message })).toMatchObject({ kind: 'break', reason: 'tls', begun: false });
	expect(proxy.asked).toHaveLength(1);
});

it('a tunnel is kept for the requests that follow', async () => {
	const proxy = await forwardProxy();
	const ask = await processBehind({ HTTPS_PROXY: proxy.url });
	for (let i = 0; i < 10; i++) expect(await ask(secure.url, { credential })).toMatchObject({ status: 200 });
	// Two may take turns.
	expect(proxy.asked.length).toBeLessThanOrEqual(2);
});

it('plain http goes through HTTP_PROXY as a whole address', async () => {
	const proxy = await forwardProxy();
	const ask = await processBehind({ HTTP_PROXY: proxy.url });
	expect(await ask(url(), { request: message })).toMatchObject({ status: 202 });
	expect(proxy.asked).toEqual([`POST ${url()}/api/v1/instances/demo/messages`]);
	expect(await control().messages()).toHaveLength(1);
});

it('the password of a proxy goes to the proxy and not to the service', async () => {
	const proxy = await forwardProxy();
	const withPassword = proxy.url.replace('//', '//someone:secret@');
	const ask = await processBehind({ HTTPS_PROXY: withPassword });
	expect(await ask(secure.url, { credential })).toMatchObject({ status: 200 });
	expect(proxy.passwords).toEqual([`Basic ${Buffer.from('someone:secret').toString('base64')}`]);
});

it.each(['127.0.0.1', '*', 'example.com,127.0.0.1'])('NO_PROXY=%s goes straight to the service', async (NO_PROXY) => {
	const proxy = await forwardProxy();
	const ask = await processBehind({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url, NO_PROXY });
	expect(await ask(url())).toMatchObject({ status: 200 });
	expect(await ask(secure.url, { credential })).toMatchObject({ status: 200 });
	expect(proxy.asked).toEqual([]);
});

it('NO_PROXY for another host leaves the proxy in use', async () => {
	const proxy = await forwardProxy();
	const ask = await processBehind({ HTTP_PROXY: proxy.url, NO_PROXY: 'example.com' });
	expect(await ask(url())).toMatchObject({ status: 200 });
	expect(proxy.asked).toHaveLength(1);
});

it.each([403, 407, 502])('a proxy that answers CONNECT with %i let nothing through', async (status) => {
	const proxy = await forwardProxy(status);
	const ask = await processBehind({ HTTPS_PROXY: proxy.url });
	expect(await ask(secure.url, { request: message, credential })).toMatchObject(proxyBreak);
	expect(proxy.asked).toHaveLength(1);
});

it('a proxy that wants a password for plain http let nothing through', async () => {
	const proxy = await forwardProxy(407);
	const ask = await processBehind({ HTTP_PROXY: proxy.url });
	expect(await ask(url(), { request: message })).toMatchObject(proxyBreak);
	expect(await control().requests()).toEqual([]);
});

it('a proxy that is not there let nothing through', async () => {
	const nobody = `http://${await silentHost()}`;
	const ask = await processBehind({ HTTP_PROXY: nobody, HTTPS_PROXY: nobody });
	for (const service of [url(), secure.url]) {
		expect(await ask(service, { request: message, credential })).toMatchObject({ kind: 'break', begun: false });
	}
});

it('the egress policy is asked about the service, also behind a proxy', async () => {
	const proxy = await forwardProxy();
	const ask = await processBehind({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url });
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

it('what the egress policy allows goes through the proxy', async () => {
	const proxy = await forwardProxy();
	const ask = await processBehind({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url });
	const filter = enforcedPolicy({ allowedIpRanges: ['127.0.0.0/8'] });
	expect(await ask(url(), { filter })).toMatchObject({ status: 200 });
	expect(await ask(secure.url, { filter, credential })).toMatchObject({ status: 200 });
	expect(proxy.asked).toHaveLength(2);
});
