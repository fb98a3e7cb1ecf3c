import { type Fault, sandboxControl } from '../../dev/sandbox/sandboxControl';
import { startSandbox } from '../../dev/sandbox/startSandbox';
import { forwardProxy } from '../transport/support/forwardProxy';
import { setProxies } from '../transport/support/proxyEnvironment';
import { silentHost } from '../transport/support/rawServer';
import { engineOnSandbox } from './support/engineOnSandbox';
import { anyText, textWith } from './support/matchers';
import { getAll, message, photo, text } from './support/parameters';

const { control, failureOf, requests } = engineOnSandbox();

/** Long enough to connect on a busy machine. */
const briefly = { timeout: 1 };

it.each<[Fault, string, advice: string]>([
	[{ reset: 'beforeReading' }, 'broke before the answer', 'happens again'],
	[{ reset: 'afterReading', carryOut: true }, 'broke before the answer', 'happens again'],
	[{ hang: true }, 'did not answer in time', '"Timeout"'],
])(
	'a message may have been delivered if it was not answered: %j',
	async (fault, problem, advice) => {
		await control().bend(fault);
		const { error, details } = await failureOf({ parameters: { ...text, options: briefly } });
		expect(error).toContain(problem);
		expect(details).toEqual({
			to: text.to,
			delivery: 'unknown',
			description: textWith('may have been delivered'),
			reason: anyText,
		});
		expect(details.description).toContain(advice);
		expect(await requests()).toHaveLength(1);
	},
);

it.each<Fault>([{ reset: 'beforeReading' }, { reset: 'afterReading' }, { hang: true }])(
	'if the upload for a message breaks, the message was not sent: %j',
	async (fault) => {
		await control().bend({ ...fault, count: 3 });
		const parameters = { ...message('image'), options: briefly };
		const { details } = await failureOf({ items: [{ binary: { data: photo } }], parameters });
		expect(details).toMatchObject({
			delivery: 'notSent',
			description: textWith('safe to try again'),
		});
	},
);

it.each([301, 302, 303, 307, 308])(
	'a redirect is not followed (%d), so the key is not sent to another host',
	async (status) => {
		const elsewhere = await startSandbox();
		try {
			for (const [parameters, path, delivery] of [
				// A 303 says that the message was processed.
				[text, '/instances/demo/messages', status === 303 ? 'unknown' : 'notSent'],
				[getAll, '/instances', 'notSent'],
			] as const) {
				// A read of which nobody knows whether it was answered is tried three times.
				const count = parameters === getAll && status === 303 ? 3 : 1;
				const headers = { location: `${elsewhere.url}/api/v1${path}` };
				await control().bend({ status, headers, count });
				const { error, details } = await failureOf({ parameters });
				const state = delivery === 'unknown' ? 'It may have arrived. ' : '';
				expect(error).toBe(
					`${state}The service redirects to ${elsewhere.url}/api/v1${path} (${status})`,
				);
				expect(details).toMatchObject({ httpStatus: status, delivery });
				expect(details.description).toContain(
					`Enter ${elsewhere.url} in the credential's "Base URL"`,
				);
			}
			expect(await sandboxControl(elsewhere.url).requests()).toEqual([]);
		} finally {
			await elsewhere.close();
		}
	},
);

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
	[
		'https_proxy',
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
		expect(details.description).toContain(advice.replace('HOST', host));
		expect(JSON.stringify(details)).not.toMatch(/someone|secret/);
	},
);
