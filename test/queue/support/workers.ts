import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { installNode } from '../../n8n/communityNode';
import { type N8n, startN8n } from '../../n8n/startN8n';

/** Additional environment variables of one worker. */
export type WorkerEnv = Readonly<Record<string, string>>;

/** The workers of a cluster, each with its own user folder and installed node. */
export class Workers {
	private running: Array<N8n & { told: WorkerEnv }> = [];
	private hired = 0;

	/** @param env environment variables of the whole cluster */
	constructor(
		private readonly folder: string,
		private readonly tarball: string,
		private readonly env: WorkerEnv,
	) {}

	/** Starts and stops workers until there is exactly one for each environment. Matching ones keep running. */
	async staff(...environments: WorkerEnv[]): Promise<void> {
		const present = this.running.filter(({ group }) => !group.end);
		const wanted = environments.map((env) => {
			const at = present.findIndex(({ told }) => isDeepStrictEqual(told, env));
			return { env, worker: at < 0 ? undefined : present.splice(at, 1)[0] };
		});
		await Promise.all(present.map((worker) => worker.stop()));
		this.running = wanted.flatMap(({ worker }) => worker ?? []);
		const missing = wanted.filter(({ worker }) => !worker);
		const hired = await Promise.allSettled(
			missing.map(async ({ env }) => this.running.push(await this.hire(env))),
		);
		// Throws only after all have settled, so that stop() reaches every worker that did start.
		for (const one of hired) if (one.status === 'rejected') throw one.reason;
	}

	async stop(): Promise<void> {
		await this.staff();
	}

	/** The ids of the executions that the queue passed to each worker, oldest first. */
	started(): string[][] {
		return this.running.map(({ log }) => {
			const lines = readFileSync(log, 'utf8').matchAll(/Worker started execution (\d+)/g);
			return [...lines].map(([, id]) => id ?? '');
		});
	}

	/** The worker that got an execution from the queue. */
	of(execution: string): N8n {
		const worker = this.running[this.started().findIndex((ids) => ids.includes(execution))];
		if (!worker) throw new Error(`No worker was given execution ${execution}.`);
		return worker;
	}

	/** Everything that the workers have logged. */
	said(): string {
		return this.running.map(({ log }) => readFileSync(log, 'utf8')).join('');
	}

	/** Starts a process that takes webhooks, as the main one does. The caller stops it. */
	async startWebhookProcess(): Promise<N8n> {
		return await this.start('webhook', {});
	}

	private async hire(told: WorkerEnv): Promise<N8n & { told: WorkerEnv }> {
		const env = { QUEUE_HEALTH_CHECK_ACTIVE: 'true', ...told };
		return { ...(await this.start('worker', env, '--concurrency=5')), told };
	}

	private async start(command: string, told: WorkerEnv, ...args: string[]): Promise<N8n> {
		const folder = join(this.folder, `${command}-${++this.hired}`);
		await installNode(this.tarball, folder);
		return await startN8n({ folder, args: [command, ...args], env: { ...this.env, ...told } });
	}
}
