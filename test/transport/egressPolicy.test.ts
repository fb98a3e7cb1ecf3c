import { passthroughEgressFilter } from '@n8n/backend-network';
import type { NodeEgressFilter } from 'n8n-workflow';

import { runningSandbox } from '../sandbox/runningSandbox';
import { ask, message } from './ask';
import { httpServer } from './httpServer';
import { enforcedPolicy } from './n8nEgressPolicy';

const { control, url } = runningSandbox();

const blocked = { kind: 'break', reason: 'blocked', begun: false };
const loopback = ['127.0.0.0/8', '::1/128'];

/** A policy that allows every URL, so that only the connection's look-up can refuse. */
function refusingAtLookup(policy: NodeEgressFilter): NodeEgressFilter {
	return {
		validateUrl: async (target) => await passthroughEgressFilter.validateUrl(target),
		validateConnectionHost: (host) => policy.validateConnectionHost(host),
		createSecureLookup: () => policy.createSecureLookup(),
		validateRedirectSync: (target) => policy.validateRedirectSync(target),
	};
}

it('an internal address is refused before connecting', async () => {
	const service = await httpServer((_, response) => void response.end('[]'));
	let connections = 0;
	service.server.on('connection', () => connections++);
	const filter = enforcedPolicy();
	expect(await ask(service.url, { request: message, filter })).toMatchObject(blocked);
	expect(await ask(service.url)).toMatchObject({ status: 200 });
	expect(connections).toBe(1);
});

it('a host name that resolves to an internal address is refused', async () => {
	const service = url().replace('127.0.0.1', 'localhost');
	expect(await ask(service, { request: message, filter: enforcedPolicy() })).toMatchObject(blocked);
	expect(await control().requests()).toEqual([]);
});

it('a host name that resolves to an internal address only while connecting is refused', async () => {
	const service = url().replace('127.0.0.1', 'localhost');
	const filter = refusingAtLookup(enforcedPolicy());
	expect(await ask(service, { request: message, filter })).toMatchObject(blocked);
	expect(await control().requests()).toEqual([]);
});

it('a blocked host name is refused', async () => {
	const filter = enforcedPolicy({ allowedIpRanges: loopback, blockedHostnames: ['localhost'] });
	expect(await ask(url().replace('127.0.0.1', 'localhost'), { filter })).toMatchObject(blocked);
});

it.each(['127.0.0.1', 'localhost'])('%s is reached if its range is allowed', async (host) => {
	const filter = enforcedPolicy({ allowedIpRanges: loopback });
	expect(await ask(url().replace('127.0.0.1', host), { request: message, filter })).toMatchObject({
		status: 202,
	});
	expect(await control().messages()).toHaveLength(1);
});

it('the policy checks every request, even over a reused connection', async () => {
	const policy = enforcedPolicy({ allowedIpRanges: loopback });
	let asked = 0;
	let open = true;
	const filter = {
		...refusingAtLookup(policy),
		validateUrl: async (target: string | URL) => {
			asked++;
			return await (open ? policy : enforcedPolicy()).validateUrl(target);
		},
	};
	expect(await ask(url(), { filter })).toMatchObject({ status: 200 });
	expect(await ask(url(), { filter })).toMatchObject({ status: 200 });
	open = false;
	expect(await ask(url(), { filter })).toMatchObject(blocked);
	expect(asked).toBe(3);
	expect(await control().requests()).toHaveLength(2);
});

it('a host that the policy cannot resolve counts as unknown', async () => {
	const filter = enforcedPolicy();
	expect(await ask('https://nothing.invalid', { request: message, filter })).toMatchObject({
		kind: 'break',
		reason: 'dns',
		begun: false,
	});
});

it("a refusal quotes n8n's reason", async () => {
	const outcome = await ask(url(), { filter: enforcedPolicy() });
	expect(outcome).toHaveProperty('detail', expect.stringMatching(/restricted IP address/));
});

it.each([
	['n8n without an egress filter', undefined],
	['n8n with its protection switched off', passthroughEgressFilter],
])('%s reaches any address', async (_, filter) => {
	expect(await ask(url(), { request: message, filter })).toMatchObject({ status: 202 });
	expect(await ask(url().replace('127.0.0.1', 'localhost'), { filter })).toMatchObject({
		status: 200,
	});
});
