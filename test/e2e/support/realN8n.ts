import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { keys } from '../../../dev/sandbox/accounts';
import { type SandboxControl, sandboxControl } from '../../../dev/sandbox/sandboxControl';
import { startSandbox } from '../../../dev/sandbox/startSandbox';
import { credentialType } from '../../n8n/examples';
import { N8nApi, type Workflow } from '../../n8n/N8nApi';
import { type OwnedN8n, startOwnedN8n } from './ownedN8n';
import { isShared, packedNode, sharedN8n } from './sharedN8ns';

export interface RealN8n {
	api: N8nApi;
	/** The credential for the sandbox. */
	credential: { id: string; name: string };
	sandbox: SandboxControl;
	sandboxUrl: string;
	stop: () => Promise<void>;
}

export type RestartableN8n = RealN8n & Pick<OwnedN8n, 'killAndStart' | 'endWaits'>;

/**
 * A real n8n of its own, with the packed node installed, the sandbox, and a credential for it.
 * @param env additional environment variables, such as N8N_DEFAULT_BINARY_DATA_MODE
 * @param version a version in dev/versions; the one in dev/n8n by default
 */
export async function startRealN8n(
	env: Record<string, string> = {},
	version?: string,
): Promise<RestartableN8n> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-e2e-'));
	const remove = async () =>
		// Programs that n8n started may write for a moment longer than n8n.
		await rm(folder, { recursive: true, force: true, maxRetries: 10 });
	try {
		const n8n = await startOwnedN8n(folder, { env, version, tarball: packedNode() });
		const stop = async () => {
			await n8n.stop();
			await remove();
		};
		return await withSandbox({ ...n8n, stop });
	} catch (error) {
		await remove();
		throw error;
	}
}

/** The n8n that the test files of one worker share, as if it were new for this one. */
async function nextFileOnSharedN8n(): Promise<RestartableN8n> {
	const session = await sharedN8n();
	const api = new N8nApi(session.url, session);
	return await withSandbox({
		api,
		killAndStart: async () => void (await sharedN8n('killAndStart')),
		endWaits: async () => void (await sharedN8n('endWaits')),
		stop: async () => await leaveNothing(api),
	});
}

/** The next file may publish the same paths, and finds only its own credentials in the editor. */
async function leaveNothing(api: N8nApi): Promise<void> {
	for (const workflow of await api.call<Workflow[]>('GET', '/workflows?filter={"active":true}'))
		await api.unpublish(workflow);
	for (const { id } of await api.call<Array<{ id: string }>>('GET', '/credentials'))
		await api.call('DELETE', `/credentials/${id}`);
}

/** Adds a new sandbox, and the credential for it. */
async function withSandbox({ stop, ...n8n }: OwnedN8n): Promise<RestartableN8n> {
	const sandbox = await startSandbox();
	const stopBoth = async () => {
		await stop();
		await sandbox.close();
	};
	try {
		const account = { baseUrl: sandbox.url, apiKey: keys.all.key };
		return {
			...n8n,
			credential: await n8n.api.createCredential(credentialType, 'Sandbox', account),
			sandbox: sandboxControl(sandbox.url),
			sandboxUrl: sandbox.url,
			stop: stopBoth,
		};
	} catch (error) {
		// Open handles would keep jest from exiting.
		await stopBoth();
		throw error;
	}
}

/**
 * The same for the tests of one file, or of a part of it. Only settings or a version need an n8n of their own: without
 * them, `npm run test:e2e` has one n8n for many files. The sandbox is emptied before each test.
 */
export function realN8n(env?: Record<string, string>, version?: string): () => RestartableN8n {
	let n8n: RestartableN8n;
	beforeAll(async () => {
		n8n =
			isShared() && env === undefined
				? await nextFileOnSharedN8n()
				: await startRealN8n(env, version);
	});
	beforeEach(async () => {
		await n8n.sandbox.forget();
		await n8n.sandbox.straighten();
	});
	// It is undefined if it could not start. An error here would hide that one.
	afterAll(async () => await (n8n as RestartableN8n | undefined)?.stop());
	return () => n8n;
}
