import { arrivedTexts, listOf } from '../e2e/lists';
import type { Cluster } from './cluster';
import { PublishedList } from './publishedList';

const list = listOf(500);
const everyTextOnce = list.map(({ text }) => text).sort();

export function retryExecution(running: () => Cluster): void {
	it('retrying an execution that failed halfway on a worker sends the rest, and nothing twice', async () => {
		const cluster = running();
		const { api, sandbox, counted } = cluster;
		await sandbox.bend({ path: 'messages', skip: 250, status: 400 });
		const published = await PublishedList.publish(cluster);
		const execution = await published.start(list);
		expect(await published.end(execution)).toBe('error');
		const before = (await arrivedTexts(cluster)).length;
		expect(before).toBeGreaterThanOrEqual(250);
		expect(before).toBeLessThan(list.length);

		const retry = await api.call<{ id: string; status: string }>(
			'POST',
			`/executions/${execution}/retry`,
			{ loadWorkflow: false },
		);
		expect(await published.end(retry.id)).toBe('success');
		const texts = await arrivedTexts(cluster);
		expect([...texts].sort()).toEqual(everyTextOnce);
		counted.push(
			`failed after ${before} of ${list.length}, retried: ${texts.length} arrived, 0 twice`,
		);
	});
}
