import { forwardProxy } from '../transport/forwardProxy';
import { setProxies } from '../transport/proxyEnvironment';
import { silentHost } from '../transport/rawServer';
import { engineOnSandbox } from './engineOnSandbox';
import { text } from './parameters';

const { failureOf } = engineOnSandbox();

afterEach(() => setProxies());

let hosts = 0;
const notUsable = 'socks5://someone:secret@127.0.0.1:1080';

it.each([
	['HTTPS_PROXY', notUsable, 'The environment variable HTTPS_PROXY is not a usable proxy address'],
	['ALL_PROXY', notUsable, 'The environment variable ALL_PROXY is not a usable proxy address'],
	[
		'ALL_PROXY',
		`http://someone:secret@${silentHost}`,
		'The proxy from ALL_PROXY cannot be reached',
	],
	['HTTPS_PROXY', '', 'The proxy from HTTPS_PROXY did not let the connection to HOST through'],
])(
	'if the proxy in %s fails, nothing was sent and the error names it: %s',
	async (name, proxy, said) => {
		setProxies({ [name]: proxy || (await forwardProxy(403)).url });
		// Each test uses a host of its own, because the node keeps its connections.
		const host = `service-${++hosts}.example.invalid`;
		const credential = { baseUrl: `https://${host}` };
		const { error, details } = await failureOf({ parameters: text, credential });
		expect(error).toBe(said.replace('HOST', host));
		expect(details.delivery).toBe('notSent');
		expect(details.description).toContain('safe to try again');
		if (proxy === notUsable) expect(details.description).toContain(`name ${host} in NO_PROXY`);
		expect(JSON.stringify(details)).not.toMatch(/someone|secret/);
	},
);
