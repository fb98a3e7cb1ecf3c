import { CredentialTestContext } from 'n8n-core';

import { keys } from '../../dev/sandbox/accounts';
import { type Sandbox, startSandbox } from '../../dev/sandbox/server';
import { brokenOutcome } from '../../nodes/MessagingIntegration/transport/brokenExchange';
import { runningSandbox } from '../sandbox/runningSandbox';
import { selfSigned } from '../../dev/selfSigned';
import { protectedByN8n } from '../transport/n8nEgressPolicy';
import { setProxies } from '../transport/proxyEnvironment';
import { rawServer, silentHost } from '../transport/rawServer';
import { tested } from './credentialTest';

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
	const host = await silentHost();
	expect(await tested(`http://${host}`)).toEqual(
		failing(new RegExp(`${host} refused the connection.*"Base URL"`)),
	);
});

it('says that nobody knows the host', async () => {
	expect(await tested('https://nothing.invalid')).toEqual(
		failing(/host name nothing\.invalid is not known.*"Base URL"/),
	);
});

it('says that the certificate is not trusted, and which setting takes it', async () => {
	expect(await tested(secure.url)).toEqual(
		failing(/No secure connection .* can be made.*"Ignore SSL Issues \(Insecure\)"/),
	);
});

it('takes that certificate with this setting', async () => {
	expect(await tested(secure.url, { allowUnauthorizedCerts: true })).toMatchObject({
		status: 'OK',
	});
});

it('says that a certificate is of another host', async () => {
	const elsewhere = secure.url.replace('127.0.0.1', 'localhost');
	expect(await tested(elsewhere)).toEqual(failing(/No secure connection/));
});

it('says that there is no secure connection where the service speaks plain HTTP', async () => {
	expect(await tested(url().replace('http:', 'https:'))).toEqual(
		failing(/No secure connection.*without TLS.*"Base URL"/),
	);
});

it('fails with a sentence when the connection breaks', async () => {
	const server = await rawServer(
		(socket) => void socket.once('data', () => socket.resetAndDestroy()),
	);
	const result = await tested(`http://${server.host}`);
	expect(result).toEqual(failing(new RegExp(`${server.host}.*"Base URL"|${server.host} broke`)));
	expect(result.message).not.toContain(keys.all.key);
});

it('takes it for a matter of time when the helper of n8n gives up waiting', async () => {
	const mute = await rawServer(() => {});
	// The test of a credential waits half a minute; the error is the same after a shorter time.
	const error: unknown = await new CredentialTestContext().helpers
		.request({ uri: `http://${mute.host}`, timeout: 200, simple: false })
		.catch((reason: unknown) => reason);
	expect(brokenOutcome(error as Error, false)).toMatchObject({
		reason: expect.stringMatching(/timeout/i),
	});
});

it.each(['not a url', 'socks5://someone:secret@127.0.0.1:1080'])(
	'names the variable of a proxy that cannot be used: %s',
	async (HTTP_PROXY) => {
		setProxies({ HTTP_PROXY });
		try {
			const result = await tested(url());
			expect(result).toEqual(
				failing(/environment variable HTTP_PROXY holds no proxy that can be used/),
			);
			expect(result.message).not.toContain('secret');
		} finally {
			setProxies();
		}
	},
);

it('keeps to the egress policy of n8n', async () => {
	await protectedByN8n(async () => {
		expect(await tested(url())).toEqual(failing(/n8n does not allow requests to .*egress policy/));
		expect(await control().requests()).toEqual([]);
	});
});
