import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { keys } from '../../../dev/sandbox/accounts';
import { startSandbox } from '../../../dev/sandbox/startSandbox';
import { selfSigned } from '../../../dev/selfSigned';
import { sendNode } from '../../e2e/support/nodes';
import { publishChain } from '../../e2e/support/workflows';
import { credentialType } from '../../n8n/examples';
import { startProgram } from '../../support/startProgram';
import type { Cluster } from './cluster';

/** Sends one message with a credential. @returns the output of the node, which continues on errors */
async function sendOne(cluster: Cluster, account: Record<string, unknown>): Promise<unknown> {
	const values = { apiKey: keys.all.key, ...account };
	const credential = await cluster.api.createCredential(credentialType, 'Account', values);
	const send = sendNode({ ...cluster, credential }, {}, '$json.body');
	const continuing = { ...send, onError: 'continueRegularOutput' };
	const { post } = await publishChain(cluster, 'lastNode', [continuing]);
	return await post({ to: '4915100000001', text: 'Hello' });
}

/** What a worker's network allows. */
export function networks(running: () => Cluster): void {
	it("follows n8n's egress policy: requests to this machine fail with a clear error", async () => {
		const cluster = running();
		await cluster.workers.staff({ N8N_SSRF_PROTECTION_ENABLED: 'true' });
		expect(await sendOne(cluster, { baseUrl: cluster.sandboxUrl })).toEqual({
			error: expect.stringMatching(/^n8n does not allow requests to /),
			details: expect.objectContaining({ delivery: 'notSent' }),
		});
		expect(await cluster.sandbox.requests()).toEqual([]);
		cluster.counted.push('egress policy: 1 refused');
	});

	it('connects through HTTPS_PROXY, but directly to this machine', async () => {
		const cluster = running();
		const settings = 'Listen 127.0.0.1\nAllow 127.0.0.1\nLogLevel Connect\nTimeout 60\n';
		const proxy = await startProgram('tinyproxy', 'tinyproxy', async (port, folder) => {
			const file = join(folder, 'tinyproxy.conf');
			await writeFile(file, `Port ${port}\n${settings}`);
			return ['-d', '-c', file];
		});
		// The same service at an address that nothing but the proxy knows to be this machine.
		const farHost = '[::ffff:7f00:1]';
		const secure = await startSandbox({ https: await selfSigned(), hosts: [farHost] });
		try {
			await cluster.workers.staff({ HTTPS_PROXY: proxy.url });
			for (const host of ['localhost', farHost]) {
				const baseUrl = secure.url.replace('127.0.0.1', host);
				const sent = await sendOne(cluster, { baseUrl, allowUnauthorizedCerts: true });
				expect(sent).toMatchObject({ status: 'accepted' });
			}
			const lines = (await readFile(proxy.log, 'utf8')).matchAll(/Request \(.*?\): (\S+ \S+)/g);
			const { port } = new URL(secure.url);
			expect([...lines].map(([, request]) => request)).toEqual([`CONNECT ${farHost}:${port}`]);
			cluster.counted.push('proxy: 1 tunnel, 1 direct connection');
		} finally {
			await secure.close();
			await proxy.stop();
		}
	});
}
