import { answer, answered, ask, statusOf } from '../../e2e/support/questions';
import type { N8n } from '../../n8n/startN8n';
import { until } from '../../support/until';
import type { Cluster } from './cluster';
import type { WorkerEnv } from './workers';

/** N8N_WEBHOOK_URL, the newer name, wins if it is set. The tests' environment sets it to the worker's own address. */
const ownAddress: WorkerEnv = { N8N_WEBHOOK_URL: '' };

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

export function questions(running: () => Cluster): void {
	it.each([
		['stopped', async (worker: N8n) => await worker.stop()],
		[
			'killed',
			async ({ group }: N8n) => {
				group.kill();
				await group.ended;
			},
		],
	])(
		'a worker asks and is %s, and another worker continues with the answer',
		async (how, remove) => {
			const cluster = running();
			const { sandbox, workers, counted } = cluster;
			await workers.staff(mainAddress(cluster), mainAddress(cluster));
			const { workflow, link, id } = await askOnAWorker(cluster);
			await remove(workers.of(id));
			expect(await statusOf(cluster, workflow)).toBe('waiting');

			const response = await answer(link, { answer: 'approve', comment: 'Have fun' });
			expect(await response.text()).toContain('Your answer was recorded');
			expect(await answered(cluster, workflow)).toMatchObject([
				{ data: { approved: true, comment: 'Have fun', respondedBy: '12025554567' } },
			]);
			// Both workers got the execution.
			expect(workers.started().filter((ids) => ids.includes(id))).toHaveLength(2);
			expect(await sandbox.messages()).toHaveLength(1);
			counted.push(`asked by a worker that was then ${how}: continued by another`);
		},
	);

	it('a worker without WEBHOOK_URL puts its own address into the link, and the output says so', async () => {
		const cluster = running();
		const { api, workers, counted } = cluster;
		await workers.staff(ownAddress);
		const { workflow, link, id } = await askOnAWorker(cluster);
		expect(new URL(link).origin).toBe(workers.of(id).url);
		expect((await api.execution(id)).data).toContain('set the environment variable WEBHOOK_URL');
		expect((await answer(link, { answer: 'approve' })).status).toBe(404);

		// Nothing is lost: the same link works at the address of the main process.
		await answer(link.replace(workers.of(id).url, api.url), { answer: 'approve' });
		expect(await answered(cluster, workflow)).toMatchObject([{ data: { approved: true } }]);
		counted.push('without WEBHOOK_URL: a link to the worker, with a hint');
	});
}
