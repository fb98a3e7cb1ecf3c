import { forwardProxy } from '../transport/forwardProxy';
import { setProxies } from '../transport/proxyEnvironment';
import { silentHost } from '../transport/rawServer';
import { engineOnSandbox } from './engineOnSandbox';
import { text } from './parameters';

const { failureOf } = engineOnSandbox();

afterEach(() => setProxies());

let hosts = 0;

/** Each test uses a host of its own, because the node keeps its connections. */
const failed = async () => {
	const baseUrl = `https://service-${++hosts}.example.invalid`;
	return {
		host: new URL(baseUrl).host,
		...(await failureOf({ parameters: text, credential: { baseUrl } })),
	};
};

it.each(['HTTPS_PROXY', 'ALL_PROXY'] as const)(
	'if %s is unusable, nothing was sent and the error names the variable',
	async (variable) => {
		setProxies({ [variable]: 'socks5://someone:secret@127.0.0.1:1080' });
		const { error, details, host } = await failed();
		expect(error).toBe(`The environment variable ${variable} is not a usable proxy address`);
		expect(details.delivery).toBe('notSent');
		expect(details.description).toContain('safe to try again');
		expect(details.description).toContain(`name ${host} in NO_PROXY`);
		expect(JSON.stringify(details)).not.toMatch(/someone|secret/);
	},
);

it('if the proxy is down, nothing was sent and the error names its variable', async () => {
	setProxies({ ALL_PROXY: `http://someone:secret@${silentHost}` });
	const { error, details } = await failed();
	expect(error).toBe('The proxy from ALL_PROXY cannot be reached');
	expect(details.delivery).toBe('notSent');
	expect(JSON.stringify(details)).not.toMatch(/someone|secret/);
});

it('if the proxy refuses the connection, nothing was sent and the error names its variable', async () => {
	const proxy = await forwardProxy(403);
	setProxies({ HTTPS_PROXY: proxy.url });
	const { error, details, host } = await failed();
	expect(error).toBe(`The proxy from HTTPS_PROXY did not let the connection to ${host} through`);
	expect(details.delivery).toBe('notSent');
});
