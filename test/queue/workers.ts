import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { installNode } from '../n8n/communityNode';
import { type N8n, startN8n } from '../n8n/startN8n';

/** What a worker is told beyond what all of a cluster are. */
export type WorkerEnv = Readonly<Record<string, string>>;

/** The workers of a cluster, each with a user folder and a packed node of its own. */
export class Workers {
	private running: Array<N8n & { told: WorkerEnv }> = [];
	private hired = 0;

	/** @param env what all of the cluster are told */
	constructor(
		private readonly folder: string,
		private readonly tarball: string,
		private readonly env: WorkerEnv,
	) {}

	/** From then on there is one worker for each environment given and no other; those that fit stay. */
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
		// All have come to something by then, so that a stop ends every one that did start.
		for (const one of hired) if (one.status === 'rejected') throw one.reason;
	}

	async stop(): Promise<void> {
		await this.staff();
	}

	/** The ids of the executions that each worker was given by the queue, oldest first. */
	started(): string[][] {
		return this.running.map(({ log }) => {
			const lines = readFileSync(log, 'utf8').matchAll(/Worker started execution (\d+)/g);
			return [...lines].map(([, id]) => id ?? '');
		});
	}

	/** The worker that the queue gave an execution. */
	of(execution: string): N8n {
		const worker = this.running[this.started().findIndex((ids) => ids.includes(execution))];
		if (!worker) throw new Error(`No worker was given execution ${execution}.`);
		return worker;
	}

	/** All that the workers have said. */
	said(): string {
		return this.running.map(({ log }) => readFileSync(log, 'utf8')).join('');
	}

	private async hire(told: WorkerEnv): Promise<N8n & { told: WorkerEnv }> {
		const folder = join(this.folder, `worker-${++this.hired}`);
		await installNode(this.tarball, folder);
		const n8n = await startN8n({
			folder,
			args: ['worker', '--concurrency=5'],
			env: { ...this.env, QUEUE_HEALTH_CHECK_ACTIVE: 'true', ...told },
		});
		return { ...n8n, told };
	}
}
