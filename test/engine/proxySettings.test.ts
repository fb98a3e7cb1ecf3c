import { forwardProxy } from '../transport/forwardProxy';
import { setProxies } from '../transport/proxyEnvironment';
import { silentHost } from '../transport/rawServer';
import { engineOnSandbox } from './engineOnSandbox';
import { text } from './parameters';

const { failureOf } = engineOnSandbox();

afterEach(() => setProxies());

let hosts = 0;
const notUsable = 'socks5://someone:secret@127.0.0.1:1080';

const look = 'look at this environment variable and at NO_PROXY';
const leaveOut = 'name HOST in NO_PROXY';

it.each([
	[
		'HTTPS_PROXY',
		notUsable,
		'The environment variable NAME is not a usable proxy address',
		leaveOut,
	],
	['ALL_PROXY', notUsable, 'The environment variable NAME is not a usable proxy address', leaveOut],
	[
		'ALL_PROXY',
		`http://someone:secret@${silentHost}`,
		'The proxy from NAME cannot be reached',
		look,
	],
	['HTTPS_PROXY', '', 'The proxy from NAME did not let the connection to HOST through', look],
])(
	'if the proxy in %s fails, nothing was sent and the error names it: %s',
	async (name, proxy, said, advice) => {
		setProxies({ [name]: proxy || (await forwardProxy(403)).url });
		// Each test uses a host of its own, because the node keeps its connections.
		const host = `service-${++hosts}.example.invalid`;
		const credential = { baseUrl: `https://${host}` };
		const { error, details } = await failureOf({ parameters: text, credential });
		expect(error).toBe(said.replace('NAME', name).replace('HOST', host));
		expect(details.delivery).toBe('notSent');
		expect(details.description).toContain('safe to try again');
		expect(details.description).toContain(advice.replace('HOST', host));
		expect(JSON.stringify(details)).not.toMatch(/someone|secret/);
	},
);
