import { passthroughEgressFilter } from '@n8n/backend-network';

import { selfSigned } from '../../dev/selfSigned';
import { failureOf } from '../../nodes/MessagingIntegration/service/failureOf';
import { describe as wordsOf } from '../../nodes/MessagingIntegration/words/describe';
import { dispatcherFor } from '../../nodes/MessagingIntegration/transport/dispatcher';
import { runningSandbox, secureSandbox } from '../sandbox/support/runningSandbox';
import { accountAt, ask, message } from './support/ask';
import { httpServer } from './support/httpServer';

const { control, url } = runningSandbox();
const secure = secureSandbox();

it('consecutive requests share a connection', async () => {
	for (let i = 0; i < 20; i++)
		expect(await ask(url(), { request: message })).toMatchObject({ status: 202 });
	const ports = (await control().requests()).map(({ remotePort }) => remotePort);
	expect(ports).toHaveLength(20);
	expect(new Set(ports).size).toBe(1);
});

it('each combination of egress policy and TLS setting keeps its own connections', () => {
	const other = { ...passthroughEgressFilter };
	const dispatchers = [undefined, passthroughEgressFilter, other].flatMap((filter) => [
		dispatcherFor(filter, false),
		dispatcherFor(filter, true),
	]);
	expect(new Set(dispatchers).size).toBe(6);
	expect(dispatcherFor(undefined, false)).toBe(dispatchers[0]);
	expect(dispatcherFor(passthroughEgressFilter, true)).toBe(dispatchers[3]);
	expect(dispatcherFor(other, false)).toBe(dispatchers[4]);
});

it('an untrusted certificate fails the request before anything is sent, unless "Ignore SSL Issues" is on for it', async () => {
	const tls = { kind: 'break', reason: 'tls', wasWritten: false };
	for (const [allowUnauthorizedCerts, outcome] of [
		[false, tls],
		[true, { status: 202 }],
		[false, tls],
	] as const) {
		const credential = { allowUnauthorizedCerts };
		expect(await ask(secure(), { request: message, credential })).toMatchObject(outcome);
	}
});

describe.each([
	['a service with an old version of TLS', { maxVersion: 'TLSv1.1', minVersion: 'TLSv1' }],
	['a service that wants a certificate of n8n', { requestCert: true, maxVersion: 'TLSv1.2' }],
] as const)('the error for %s', (_, more) => {
	it('does not advise "Ignore SSL Issues", which is on', async () => {
		const service = await httpServer((__, response) => void response.writeHead(202).end('{}'), {
			...(await selfSigned()),
			rejectUnauthorized: true,
			...more,
		});
		const credential = { allowUnauthorizedCerts: true };
		const outcome = await ask(service.url, { request: message, credential });
		expect(outcome).toMatchObject({ kind: 'break', reason: 'tls' });
		const failure = failureOf(message, outcome, accountAt(service.url, credential));
		const { description } = wordsOf(failure);
		expect(description).toContain('"Ignore SSL Issues (Insecure)" is on');
		expect(description).not.toContain('switch on');
		expect(service.requests).toEqual([]);
	});
});
