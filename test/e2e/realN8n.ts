import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { keys } from '../../dev/sandbox/accounts';
import { type SandboxControl, sandboxControl } from '../../dev/sandbox/sandboxControl';
import { startSandbox } from '../../dev/sandbox/startSandbox';
import { installNode, packNode } from '../n8n/communityNode';
import { credentialType } from '../n8n/examples';
import { N8nApi } from '../n8n/N8nApi';
import { type N8n, startN8n } from '../n8n/startN8n';

export interface RealN8n {
	api: N8nApi;
	/** The credential for the sandbox. */
	credential: { id: string; name: string };
	sandbox: SandboxControl;
	sandboxUrl: string;
	stop(): Promise<void>;
}

export interface RestartableN8n extends RealN8n {
	/** Like a power cut. Sessions stay valid. */
	killAndStart(): Promise<void>;
}

/** A time zone in which it is about noon, so that no test runs across midnight: keys of examples contain the day. */
function zoneAtNoon(): string {
	const hour = new Date().getUTCHours();
	// West of Greenwich is positive in these names.
	return `Etc/GMT${hour < 12 ? '-' : '+'}${Math.abs(hour - 12)}`;
}

/**
 * A real n8n with the packed node installed, the sandbox, and a credential for it.
 * @param env additional environment variables, such as N8N_DEFAULT_BINARY_DATA_MODE
 * @param version a version in dev/versions; the one in dev/n8n by default
 */
export async function startRealN8n(
	env: Record<string, string> = {},
	version?: string,
): Promise<RestartableN8n> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-e2e-'));
	const sandbox = await startSandbox();
	let n8n: N8n | undefined;
	const settings = { GENERIC_TIMEZONE: zoneAtNoon(), ...env };
	const start = async (port?: number) =>
		(n8n = await startN8n({ folder, env: settings, version, port }));
	const stop = async () => {
		await n8n?.stop();
		await sandbox.close();
		// Programs that n8n started may write for a moment longer than n8n.
		await rm(folder, { recursive: true, force: true, maxRetries: 10 });
	};
	try {
		await installNode(await packNode(join(folder, 'package')), folder);
		const { url } = await start();
		const api = new N8nApi(url);
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
			stop,
			killAndStart: async () => {
				n8n?.group.kill();
				await n8n?.group.ended;
				await start(Number(new URL(url).port));
				await api.ready();
			},
		};
	} catch (error) {
		// Open handles would keep jest from exiting.
		await stop();
		throw error;
	}
}

/** The same for the tests of one file. The sandbox is emptied before each test. */
export function realN8n(env: Record<string, string> = {}, version?: string): () => RestartableN8n {
	let n8n: RestartableN8n;
	beforeAll(async () => {
		n8n = await startRealN8n(env, version);
	});
	beforeEach(async () => {
		await n8n.sandbox.forget();
		await n8n.sandbox.straighten();
	});
	// It is undefined if it could not start. An error here would hide that one.
	afterAll(async () => await (n8n as RestartableN8n | undefined)?.stop());
	return () => n8n;
}
