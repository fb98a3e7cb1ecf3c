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

it('says that the service refuses the connection', async () => {
	const host = silentHost;
	expect(await runCredentialTest(`http://${host}`)).toEqual(
		failing(new RegExp(`${host} refused the connection.*"Base URL"`)),
	);
});

it.each(['127.0.0.1', 'localhost'])(
	'says what %s means in a container, if nothing listens there',
	async (name) => {
		const host = silentHost.replace('127.0.0.1', name);
		expect(await runCredentialTest(`http://${host}`)).toEqual(failing(aboutDocker));
	},
);

it('assumes https://, and says that the service may need http://', async () => {
	const withoutScheme = url().replace('http://', '');
	expect(await runCredentialTest(withoutScheme)).toEqual(
		failing(/No secure connection.*without TLS.*"Base URL" .*http:\/\//),
	);
});

it('passes without a scheme if the service has TLS', async () => {
	const withoutScheme = secure.url.replace('https://', '');
	expect(await runCredentialTest(withoutScheme, { allowUnauthorizedCerts: true })).toMatchObject({
		status: 'OK',
	});
});

it('says that the host name is not known', async () => {
	expect(await runCredentialTest('https://nothing.invalid')).toEqual(
		failing(/host name nothing\.invalid is not known.*"Base URL"/),
	);
});

it('says that the certificate is not trusted, and which setting accepts it', async () => {
	expect(await runCredentialTest(secure.url)).toEqual(
		failing(/No secure connection .* can be made.*"Ignore SSL Issues \(Insecure\)"/),
	);
});

it('accepts that certificate with this setting', async () => {
	expect(await runCredentialTest(secure.url, { allowUnauthorizedCerts: true })).toMatchObject({
		status: 'OK',
	});
});

it('says that a certificate for another host gives no secure connection', async () => {
	const elsewhere = secure.url.replace('127.0.0.1', 'localhost');
	expect(await runCredentialTest(elsewhere)).toEqual(failing(/No secure connection/));
});

it('says that there is no secure connection if the service speaks plain HTTP', async () => {
	expect(await runCredentialTest(url().replace('http:', 'https:'))).toEqual(
		failing(/No secure connection.*without TLS.*"Base URL"/),
	);
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
