import { ask } from '../e2e/questions';
import { until } from '../until';
import type { Cluster } from './cluster';
import type { WorkerEnv } from './workers';

/** N8N_WEBHOOK_URL, the newer name, wins if it is set. The tests' environment sets it to the worker's own address. */
export const ownAddress: WorkerEnv = { N8N_WEBHOOK_URL: '' };

/** Links lead to the main process. */
export const mainAddress = ({ api }: Cluster): WorkerEnv => ({
	...ownAddress,
	WEBHOOK_URL: `${api.url}/`,
});

/** Asks, and waits until the worker that asked is idle. */
export async function askOnAWorker(
	cluster: Cluster,
	parameters: Record<string, unknown> = {},
	people = 1,
) {
	const { api, workers } = cluster;
	const { workflow, link } = await ask(cluster, parameters, people);
	const [{ id } = { id: '' }] = await api.executions(workflow.id);
	await until('A free worker', () => workers.said().includes(`Worker finished execution ${id} `));
	return { workflow, link, id };
}
