import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { keys } from '../../dev/sandbox/accounts';
import { sandboxControl } from '../../dev/sandbox/control';
import { startSandbox } from '../../dev/sandbox/server';
import { installNode, packNode } from '../../dev/start/community-node';
import { credentialType } from '../../dev/start/example';
import { N8nApi } from '../../dev/start/n8n-api';
import { startN8n } from '../../dev/start/n8n-process';

/**
 * A real n8n with the packed node installed, the sandbox, and a credential for it.
 * @param env what this n8n is told besides, e.g. N8N_DEFAULT_BINARY_DATA_MODE
 */
export async function startRealN8n(env: Record<string, string> = {}) {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-e2e-'));
	const sandbox = await startSandbox();
	await installNode(await packNode(join(folder, 'package')), folder);
	const n8n = await startN8n({ folder, env });
	const api = new N8nApi(n8n.url);
	await api.setUpOwner();
	const credential = await api.createCredential(credentialType, 'Sandbox', {
		baseUrl: sandbox.url,
		apiKey: keys.all.key,
	});
	return {
		api,
		credential,
		sandbox: sandboxControl(sandbox.url),
		sandboxUrl: sandbox.url,
		async stop() {
			await n8n.stop();
			await sandbox.close();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

export type RealN8n = Awaited<ReturnType<typeof startRealN8n>>;

/** The same for the tests of one file; its sandbox is emptied before each. */
export function realN8n(env: Record<string, string> = {}): () => RealN8n {
	let n8n: RealN8n;
	beforeAll(async () => {
		n8n = await startRealN8n(env);
	});
	beforeEach(async () => {
		await n8n.sandbox.forget();
		await n8n.sandbox.straighten();
	});
	afterAll(async () => await n8n.stop());
	return () => n8n;
}
