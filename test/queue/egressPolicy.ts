import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';

import type { Cluster } from './cluster';
import { sendOne } from './sendOne';

const guarded = { N8N_SSRF_PROTECTION_ENABLED: 'true' };

/** Allows one loopback address, for the service. All others count as private. */
const withService = {
	...guarded,
	N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.1/32',
	// n8n caches an address for a second; with no room in its cache it resolves again to connect.
	N8N_SSRF_DNS_CACHE_MAX_SIZE: '1',
	NODE_OPTIONS: `--require=${join(__dirname, 'twoFacedResolver.cjs')}`,
};

const refused = {
	error: expect.stringMatching(/^n8n does not allow requests to /),
	details: expect.objectContaining({ delivery: 'notSent' }),
};

export function egressPolicy(running: () => Cluster): void {
	it("follows n8n's egress policy: requests to this machine fail with a clear error", async () => {
		const cluster = running();
		await cluster.workers.staff(guarded);
		expect(await sendOne(cluster, { baseUrl: cluster.sandboxUrl })).toEqual(refused);
		expect(
			await sendOne(cluster, { baseUrl: cluster.sandboxUrl.replace('127.0.0.1', 'localhost') }),
		).toEqual(refused);
		expect(await cluster.sandbox.requests()).toEqual([]);
		cluster.counted.push('egress policy: 2 refused');
	});

	it('reaches addresses that the policy allows', async () => {
		const cluster = running();
		await cluster.workers.staff(withService);
		expect(await sendOne(cluster, { baseUrl: cluster.sandboxUrl })).toMatchObject({
			status: 'accepted',
		});
		expect(await cluster.sandbox.messages()).toHaveLength(1);
		cluster.counted.push('1 allowed');
	});

	it('refuses a host name that resolves to another address after the check, without connecting', async () => {
		const cluster = running();
		await cluster.workers.staff(withService);
		const { port } = new URL(cluster.sandboxUrl);
		const elsewhere = createServer((_, response) => void response.end());
		let connections = 0;
		elsewhere.on('connection', () => connections++).listen(Number(port), '127.0.0.2');
		await once(elsewhere, 'listening');
		try {
			expect(
				await sendOne(cluster, { baseUrl: `http://two-faced.test:${port}`, allowHttp: true }),
			).toEqual(refused);
		} finally {
			elsewhere.close();
		}
		// The check got the first address, the connection the second.
		const told = [...cluster.workers.said().matchAll(/two-faced\.test is at (\S+)/g)].map(
			([, address]) => address,
		);
		expect(told).toEqual(['127.0.0.1', '127.0.0.2']);
		expect(connections).toBe(0);
		expect(await cluster.sandbox.requests()).toEqual([]);
		cluster.counted.push('1 refused after the check');
	});
}
