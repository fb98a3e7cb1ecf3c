import { passthroughEgressFilter } from '@n8n/backend-network';
import type { NodeEgressFilter } from 'n8n-workflow';

import { runningSandbox } from '../sandbox/support/runningSandbox';
import { ask, message } from './support/ask';
import { httpServer } from './support/httpServer';
import { enforcedPolicy } from './support/n8nEgressPolicy';

const { control, url } = runningSandbox();

const blocked = { kind: 'break', reason: 'blocked', wasWritten: false };
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
	expect(await ask(service.url, { request: message, filter: enforcedPolicy() })).toMatchObject({
		...blocked,
		detail: expect.stringMatching(/restricted IP address/),
	});
	expect(await ask(service.url)).toMatchObject({ status: 200 });
	expect(connections).toBe(1);
});

it.each([
	['', enforcedPolicy],
	[' only while connecting', () => refusingAtLookup(enforcedPolicy())],
])('a host name that resolves to an internal address%s is refused', async (_, policy) => {
	const service = url().replace('127.0.0.1', 'localhost');
	expect(await ask(service, { request: message, filter: policy() })).toMatchObject(blocked);
	expect(await control().requests()).toEqual([]);
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
		wasWritten: false,
	});
});
