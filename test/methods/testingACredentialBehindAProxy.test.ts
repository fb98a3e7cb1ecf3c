// n8n's own request helper asks the service. For one on this machine it must not use a proxy.
import { keys } from '../../dev/sandbox/accounts';
import { proxyVariableFor } from '../../nodes/MessagingIntegration/transport/dispatcher';
import { runningSandbox, secureSandbox } from '../sandbox/support/runningSandbox';
import { farAway, farHost, forwardProxy } from '../transport/support/forwardProxy';
import { setProxies } from '../transport/support/proxyEnvironment';
import { failing, passes, runCredentialTest } from './support/runCredentialTest';

const { control, url } = runningSandbox({ hosts: [farHost] });
const secure = secureSandbox({ hosts: [farHost] });

afterEach(() => setProxies());

it.each(['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'])(
	'the key of a service on this machine goes to no proxy: %s',
	async (variable) => {
		const proxy = await forwardProxy();
		const locals = [url(), url().replace('127.0.0.1', 'localhost'), secure()];
		setProxies({ [variable]: proxy.url });
		const through = locals.filter((local) => proxyVariableFor(local) !== undefined);
		expect(through.length).toBeGreaterThan(0);
		for (const local of through)
			expect(await runCredentialTest(local, { allowUnauthorizedCerts: true })).toEqual(
				failing(
					new RegExp(
						`${variable}, which must not get the key. Whoever runs n8n has to add ".*" to NO_PROXY`,
					),
				),
			);
		setProxies({ [variable]: proxy.url, NO_PROXY: '127.0.0.1,localhost' });
		for (const local of locals)
			expect(await runCredentialTest(local, { allowUnauthorizedCerts: true })).toEqual(passes);
		expect(proxy.asked).toEqual([]);
	},
);

it.each(['apiKeyHeader', 'bearer'])('a proxy passes the key on (%s)', async (authentication) => {
	const proxy = await forwardProxy();
	setProxies({ ALL_PROXY: proxy.url });
	const options = { allowHttp: true, allowUnauthorizedCerts: true, authentication };
	for (const far of [farAway(url()), farAway(secure())])
		expect(await runCredentialTest(far, options)).toEqual(passes);
	expect(proxy.asked).toEqual([
		`GET ${farAway(url())}/api/v1/instances`,
		`CONNECT ${new URL(farAway(secure())).host}`,
	]);
	const name = authentication === 'bearer' ? 'authorization' : 'x-api-key';
	expect(await control().requests()).toMatchObject([
		{ headers: { [name]: expect.stringContaining(keys.all.key) as unknown, 'user-agent': 'n8n' } },
	]);
});

it('without "Allow HTTP", no key goes through a proxy in plain text', async () => {
	const proxy = await forwardProxy();
	setProxies({ HTTP_PROXY: proxy.url });
	expect(await runCredentialTest(farAway(url()))).toEqual(failing(/not encrypted.*"Allow HTTP"/));
	expect(proxy.asked).toEqual([]);
});

it('does not follow a redirect behind a proxy, and never shows an echoed key', async () => {
	const proxy = await forwardProxy();
	setProxies({ HTTP_PROXY: proxy.url });
	for (const [status, sentence] of [
		[307, /redirects to http:\/\/192\.0\.2\.1:\d+\/elsewhere \(307\)/],
		[401, /does not accept the API key/],
	] as const) {
		const body = `{"message":"No key ${keys.all.key}"}`;
		await control().bend({ status, body, headers: { location: `${farAway(url())}/elsewhere` } });
		const result = await runCredentialTest(farAway(url()), { allowHttp: true });
		expect(result).toEqual(failing(sentence));
		expect(result.message).not.toContain(keys.all.key);
	}
	expect(proxy.asked).toHaveLength(2);
});

it.each(['not a url', 'socks5://someone:secret@127.0.0.1:1080'])(
	'names the variable of a proxy that cannot be used: %s',
	async (HTTP_PROXY) => {
		setProxies({ HTTP_PROXY });
		const result = await runCredentialTest(farAway(url()), { allowHttp: true });
		expect(result).toEqual(failing(/environment variable HTTP_PROXY/));
		expect(result.message).not.toContain('secret');
	},
);

it('says that the certificate behind a proxy is not trusted', async () => {
	setProxies({ HTTPS_PROXY: (await forwardProxy()).url });
	expect(await runCredentialTest(farAway(secure()))).toEqual(
		failing(/No secure connection .* can be made.*"Ignore SSL Issues \(Insecure\)"/),
	);
});
