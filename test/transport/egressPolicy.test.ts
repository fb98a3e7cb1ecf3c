import { passthroughEgressFilter } from '@n8n/backend-network';
import type { NodeEgressFilter } from 'n8n-workflow';

import { runningSandbox } from '../sandbox/runningSandbox';
import { ask, message } from './asking';
import { httpServer } from './httpServer';
import { enforcedPolicy } from './n8nEgressPolicy';

const { control, url } = runningSandbox();

const blocked = { kind: 'break', reason: 'blocked', begun: false };
const loopback = ['127.0.0.0/8', '::1/128'];

/** A policy that says yes beforehand, so that only the look-up of the connection can say no. */
function onlyAtTheLookup(policy: NodeEgressFilter): NodeEgressFilter {
	return {
		validateUrl: async (target) => await passthroughEgressFilter.validateUrl(target),
		validateConnectionHost: (host) => policy.validateConnectionHost(host),
		createSecureLookup: () => policy.createSecureLookup(),
		validateRedirectSync: (target) => policy.validateRedirectSync(target),
	};
}

it('an internal address is refused, and not even connected to', async () => {
	const service = await httpServer((_, response) => void response.end('[]'));
	let connections = 0;
	service.server.on('connection', () => connections++);
	const filter = enforcedPolicy();
	expect(await ask(service.url, { request: message, filter })).toMatchObject(blocked);
	expect(await ask(service.url)).toMatchObject({ status: 200 });
	expect(connections).toBe(1);
});

it('a host name that leads to an internal address is refused', async () => {
	const service = url().replace('127.0.0.1', 'localhost');
	expect(await ask(service, { request: message, filter: enforcedPolicy() })).toMatchObject(blocked);
	expect(await control().requests()).toEqual([]);
});

it('a host name that leads there only once the connection looks it up is refused', async () => {
	const service = url().replace('127.0.0.1', 'localhost');
	const filter = onlyAtTheLookup(enforcedPolicy());
	expect(await ask(service, { request: message, filter })).toMatchObject(blocked);
	expect(await control().requests()).toEqual([]);
});

it('a refused host name is refused', async () => {
	const filter = enforcedPolicy({ allowedIpRanges: loopback, blockedHostnames: ['localhost'] });
	expect(await ask(url().replace('127.0.0.1', 'localhost'), { filter })).toMatchObject(blocked);
});

it.each(['127.0.0.1', 'localhost'])('%s is reached where its range is allowed', async (host) => {
	const filter = enforcedPolicy({ allowedIpRanges: loopback });
	expect(await ask(url().replace('127.0.0.1', host), { request: message, filter })).toMatchObject({
		status: 202,
	});
	expect(await control().messages()).toHaveLength(1);
});

it('every request is asked about, also those over a kept connection', async () => {
	const policy = enforcedPolicy({ allowedIpRanges: loopback });
	let asked = 0;
	let open = true;
	const filter = {
		...onlyAtTheLookup(policy),
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

it('a policy that cannot resolve the host says that it is unknown', async () => {
	const filter = enforcedPolicy();
	expect(await ask('https://nothing.invalid', { request: message, filter })).toMatchObject({
		kind: 'break',
		reason: 'dns',
		begun: false,
	});
});

it('a refusal says why in words of n8n', async () => {
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

it.each(['//8.8.8.8', '/\\8.8.8.8', '/a//8.8.8.8'])(
	'no policy is asked about a base URL that ends in %s',
	async (end) => {
		const filter = enforcedPolicy();
		await expect(ask(url() + end, { request: message, filter })).rejects.toThrow(
			'The base URL has two slashes in a row',
		);
		expect(await control().requests()).toEqual([]);
	},
);
