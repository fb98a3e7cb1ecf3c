import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { keys } from '../../dev/sandbox/accounts';
import { pathOf } from '../../nodes/MessagingIntegration/service/request';
import { operations, requestOf } from '../unit/support/outcomes';
import { runningSandbox } from './support/runningSandbox';

const { control, url } = runningSandbox({ hosts: ['192.0.2.1'] });

it('listens only on 127.0.0.1', async () => {
	const { hostname, port } = new URL(url());
	expect(hostname).toBe('127.0.0.1');
	const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all);
	// Link-local addresses cannot be connected to without naming their interface.
	const others = addresses.filter(
		({ address, family }) => address !== hostname && (family === 'IPv4' || address === '::1'),
	);
	for (const host of ['127.0.0.2', ...others.map(({ address }) => address)]) {
		await expect(once(connect(Number(port), host), 'connect')).rejects.toMatchObject({
			code: 'ECONNREFUSED',
		});
	}
});

it('a request is answered for the names of this machine only, and only to pages of the sandbox', async () => {
	const { port } = new URL(url());
	const right = ['127.0.0.1', 'localhost', 'LOCALHOST', 'n8n.localhost', '192.0.2.1'];
	const wrong = ['evil.test', 'localhost.evil.test', '127.0.0.1.evil.test', '10.0.0.1', ''];
	const origins = ['http://evil.test', 'http://127.0.0.1', 'http://localhost:1', 'null'];
	for (const path of ['/', '/page.js', '/_sandbox/state', '/_sandbox/requests', '/api/v1/x']) {
		const status = path === '/api/v1/x' ? 401 : 200;
		const expectStatus = async (name: string, expected: number, origin?: string) => {
			const headers = { host: `${name}:${port}`, ...(origin && { origin }) };
			const [answer] = (await once(get(url() + path, { headers }), 'response')) as [
				IncomingMessage,
			];
			answer.resume();
			expect([name, origin, answer.statusCode]).toEqual([name, origin, expected]);
		};
		for (const name of right) await expectStatus(name, status);
		for (const name of wrong) await expectStatus(name, 403);
		for (const origin of origins) await expectStatus('127.0.0.1', 403, origin);
		await expectStatus('127.0.0.1', status, url());
	}
	expect(await control().requests()).toHaveLength(6);
});

it.each([
	['/', 'text/html'],
	['/page.css', 'text/css'],
	['/page.js', 'text/javascript'],
	['/message.js', 'text/javascript'],
])('serves %s as %s, with a policy that allows only its own origin', async (path, type) => {
	const response = await fetch(url() + path);
	expect(response.status).toBe(200);
	expect(response.headers.get('content-type')).toContain(type);
	const policy = response.headers.get('content-security-policy');
	expect(policy).toContain("default-src 'none'");
	expect(policy).not.toMatch(/unsafe|\*|http/);
});

it.each(operations)('plays the endpoint of the operation %s', async (operation) => {
	const request = requestOf(operation);
	const headers = { 'x-api-key': keys.all.key };
	const statusOf = async (path: string) =>
		(await fetch(`${url()}/api/v1${path}`, { method: request.method, headers })).status;
	expect(await statusOf(`${pathOf(request)}/none`)).toBe(404);
	expect(await statusOf(pathOf(request))).not.toBe(404);
});
