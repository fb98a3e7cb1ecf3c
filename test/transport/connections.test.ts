import { passthroughEgressFilter } from '@n8n/backend-network';

import { dispatcherFor } from '../../nodes/MessagingIntegration/transport/dispatcher';
import { runningSandbox, secureSandbox } from '../sandbox/support/runningSandbox';
import { ask, message } from './support/ask';

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
