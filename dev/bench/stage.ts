import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { localFolder } from '../../test/n8n/checkout';
import { credentialType } from '../../test/n8n/examples';
import { N8nApi } from '../../test/n8n/N8nApi';
import type { AtEnd } from '../../test/n8n/runCommand';
import { startN8n } from '../../test/n8n/startN8n';
import { installPacked } from '../installPacked';
import { step } from '../step.mjs';
import type { Addresses, Target } from './case';
import { apiKey } from './subjects';

/** Everything that a run needs, running. */
export interface Stage {
	api: N8nApi;
	targets: Record<keyof Addresses, Target>;
	/** The number of requests since the last call. */
	received: () => Promise<number>;
	/** Ends n8n and starts it again. */
	restart: () => Promise<void>;
	/** A folder from which n8n may read files. */
	files: string;
}

/** @param atEnd registers how to undo each part, as soon as that part exists */
export async function setUp(atEnd: AtEnd): Promise<Stage> {
	const folder = join(localFolder, `bench-${process.pid}`);
	const nodes = join(folder, 'bench-nodes');
	const files = join(folder, 'files');
	// n8n's log stays if the benchmark failed.
	atEnd(() => process.exitCode || rm(folder, { recursive: true, force: true }));
	const { addresses, received } = await startReceiver(atEnd);
	await installPacked(folder);
	await buildNodes(nodes);
	const env = {
		N8N_CUSTOM_EXTENSIONS: nodes,
		N8N_RESTRICT_FILE_ACCESS_TO: files,
		N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
	};
	const start = async (port?: number) => await startN8n({ folder, port, env });
	let n8n = await step('Starting n8n', start);
	atEnd(() => n8n.stop());
	const api = new N8nApi(n8n.url);
	const restart = async () => {
		await n8n.stop();
		n8n = await start(Number(new URL(api.url).port));
	};
	await api.setUpOwner();
	const targetOf = async (over: keyof Addresses): Promise<Target> => {
		const baseUrl = addresses[over];
		const account = { baseUrl, apiKey, allowUnauthorizedCerts: true };
		const service = await api.createCredential(credentialType, over, account);
		return { address: baseUrl, service };
	};
	const targets = {
		plain: await targetOf('plain'),
		tls: await targetOf('tls'),
		far: await targetOf('far'),
		farther: await targetOf('farther'),
	};
	return { api, targets, received, restart, files };
}

/** The receiving server has its own process, so that its work does not count as n8n's or the benchmark's. */
async function startReceiver(atEnd: AtEnd) {
	const child = fork(join(__dirname, 'receiverProcess.ts'));
	atEnd(() => child.kill());
	const said = async <Message>() => ((await once(child, 'message')) as [Message])[0];
	const addresses = await said<Addresses>();
	const received = async () => {
		const answer = said<number>();
		child.send('received?');
		return await answer;
	};
	return { addresses, received };
}

/** Builds the benchmark's own nodes for n8n to load (N8N_CUSTOM_EXTENSIONS); their types begin with `CUSTOM.`. */
async function buildNodes(outdir: string): Promise<void> {
	const folder = join(__dirname, 'nodes');
	const names = readdirSync(folder).filter((name) => name.endsWith('.node.ts'));
	const entryPoints = names.map((name) => join(folder, name));
	await build({
		entryPoints,
		outdir,
		bundle: true,
		platform: 'node',
		target: 'node24',
		logLevel: 'warning',
	});
}
