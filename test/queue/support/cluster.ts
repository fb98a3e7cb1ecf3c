import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { keys } from '../../../dev/sandbox/accounts';
import { sandboxControl } from '../../../dev/sandbox/sandboxControl';
import { startSandbox } from '../../../dev/sandbox/startSandbox';
import { installNode, packNode } from '../../n8n/communityNode';
import { credentialType } from '../../n8n/examples';
import { N8nApi } from '../../n8n/N8nApi';
import { type N8n, startN8n } from '../../n8n/startN8n';
import type { RealN8n } from '../../e2e/support/realN8n';
import { startProgram } from '../../support/startProgram';
import { type Postgres, startPostgres } from './postgres';
import { Workers } from './workers';

/** n8n in queue mode: a main process without workers, Redis, Postgres and the sandbox. */
export interface Cluster extends RealN8n {
	main: N8n;
	workers: Workers;
	database: Postgres;
	/** What the tests have counted; printed in one line at the end. */
	counted: string[];
}

/**
 * By default n8n keeps no finished jobs. Then a form sometimes gets no answer although its message was sent, probably
 * because its run ended before n8n listened for the end (n8n-io/n8n#30392).
 */
const finishedJobs = {
	N8N_EXECUTIONS_QUEUE_KEEP_LAST_COMPLETED: '1000',
	N8N_EXECUTIONS_QUEUE_KEEP_LAST_FAILED: '1000',
};

export async function startCluster(): Promise<Cluster> {
	const undos: Array<() => Promise<void>> = [];
	const stop = async () => {
		for (const undo of undos.splice(0)) await undo();
	};
	try {
		return await start((undo) => undos.unshift(undo), stop);
	} catch (error) {
		await stop();
		throw error;
	}
}

/** @param atEnd called for each part that was started, with a function that stops it */
async function start(
	atEnd: (undo: () => Promise<void>) => void,
	stop: () => Promise<void>,
): Promise<Cluster> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-queue-'));
	atEnd(() => rm(folder, { recursive: true, force: true }));
	const sandbox = await startSandbox();
	atEnd(() => sandbox.close());
	const redis = await startProgram('redis-server', 'redis-server', (port, place) => [
		...['--port', String(port), '--bind', '127.0.0.1'],
		...['--save', '', '--appendonly', 'no', '--dir', place],
	]);
	atEnd(() => redis.stop());
	const postgres = await startPostgres();
	atEnd(() => postgres.stop());

	const env = {
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: redis.port,
		...postgres.env,
		...finishedJobs,
		EXECUTIONS_MODE: 'queue',
		N8N_DEFAULT_BINARY_DATA_MODE: 'database',
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
	};
	const tarball = await packNode(join(folder, 'package'));
	const main = join(folder, 'main');
	await installNode(tarball, main);
	const n8n = await startN8n({ folder: main, env });
	atEnd(() => n8n.stop());
	const workers = new Workers(folder, tarball, env);
	atEnd(() => workers.stop());

	const api = new N8nApi(n8n.url);
	await api.setUpOwner();
	const account = { baseUrl: sandbox.url, apiKey: keys.all.key };
	return {
		api,
		credential: await api.createCredential(credentialType, 'Sandbox', account),
		sandbox: sandboxControl(sandbox.url),
		sandboxUrl: sandbox.url,
		main: n8n,
		workers,
		database: postgres,
		counted: [],
		stop,
	};
}

/** Prints figures of what must not happen, by their names, and expects that it did not. */
export function expectNone(
	{ counted }: Cluster,
	what: string,
	figures: Record<string, number>,
): void {
	const names = Object.keys(figures);
	counted.push(`${what}: ${names.map((name) => `${figures[name]} ${name}`).join(', ')}`);
	expect(figures).toEqual(Object.fromEntries(names.map((name) => [name, 0])));
}
