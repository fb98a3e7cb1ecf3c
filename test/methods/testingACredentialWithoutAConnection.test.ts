import { CredentialTestContext } from 'n8n-core';

import { keys } from '../../dev/sandbox/accounts';
import { type Sandbox, startSandbox } from '../../dev/sandbox/startSandbox';
import { brokenOutcome } from '../../nodes/MessagingIntegration/transport/breaks';
import { runningSandbox } from '../sandbox/runningSandbox';
import { selfSigned } from '../../dev/selfSigned';
import { withEgressPolicy } from '../transport/n8nEgressPolicy';
import { aboutDocker, rawServer, silentHost } from '../transport/rawServer';
import { runCredentialTest } from './runCredentialTest';

const { control, url } = runningSandbox();
let secure: Sandbox;

beforeAll(async () => {
	secure = await startSandbox({ https: await selfSigned() });
});
afterAll(async () => await secure.close());

const failing = (sentence: RegExp) => ({
	status: 'Error',
	message: expect.stringMatching(sentence),
});

const elsewhere = (service: string) => service.replace('127.0.0.1', 'localhost');

it.each<[what: string, service: () => string, sentence: RegExp]>([
	['refuses', () => `http://${silentHost}`, /127\.0\.0\.1:9 refused the connection.*"Base URL"/],
	['is 127.0.0.1 in a container', () => `http://${silentHost}`, aboutDocker],
	['is localhost in a container', () => elsewhere(`http://${silentHost}`), aboutDocker],
	[
		'may need http://, because https:// is assumed',
		() => url().replace('http://', ''),
		/No secure connection.*without TLS.*"Base URL" .*http:\/\//,
	],
	[
		'speaks plain HTTP',
		() => url().replace('http:', 'https:'),
		/No secure connection.*without TLS.*"Base URL"/,
	],
	[
		'has a name that is not known',
		() => 'https://nothing.invalid',
		/nothing\.invalid is not known.*"Base URL"/,
	],
	[
		'has a certificate that is not trusted',
		() => secure.url,
		/No secure connection .* can be made.*"Ignore SSL Issues \(Insecure\)"/,
	],
	['has a certificate for another host', () => elsewhere(secure.url), /No secure connection/],
])('says that the service %s', async (_, service, sentence) => {
	expect(await runCredentialTest(service())).toEqual(failing(sentence));
});

it('passes without a scheme if the service has TLS', async () => {
	const withoutScheme = secure.url.replace('https://', '');
	expect(await runCredentialTest(withoutScheme, { allowUnauthorizedCerts: true })).toMatchObject({
		status: 'OK',
	});
});

it('accepts that certificate with this setting', async () => {
	expect(await runCredentialTest(secure.url, { allowUnauthorizedCerts: true })).toMatchObject({
		status: 'OK',
	});
});

it('explains a broken connection', async () => {
	const server = await rawServer(
		(socket) => void socket.once('data', () => socket.resetAndDestroy()),
	);
	const result = await runCredentialTest(`http://${server.host}`);
	expect(result).toEqual(failing(new RegExp(`${server.host}.*"Base URL"|${server.host} broke`)));
	expect(result.message).not.toContain(keys.all.key);
});

it("recognises a timeout of n8n's request helper", async () => {
	const mute = await rawServer(() => {});
	// The credential test waits half a minute. A shorter timeout gives the same error.
	const error: unknown = await new CredentialTestContext().helpers
		.request({ uri: `http://${mute.host}`, timeout: 200, simple: false })
		.catch((reason: unknown) => reason);
	expect(brokenOutcome(error as Error, { begun: false })).toMatchObject({
		reason: expect.stringMatching(/timeout/i),
	});
});

it.each(['127.0.0.1', 'localhost', '10.0.0.1'])(
	"follows n8n's egress policy: %s gets no request",
	async (host) => {
		await withEgressPolicy(async () => {
			const service = url().replace('127.0.0.1', host);
			expect(await runCredentialTest(service, { allowHttp: true })).toEqual(
				failing(/n8n does not allow requests to .*egress policy/),
			);
			expect(await control().requests()).toEqual([]);
		});
	},
);
