import { arrivedTexts, listOf, repeated } from '../e2e/lists';
import { until } from '../until';
import type { Cluster } from './cluster';
import { PublishedList } from './published-list';

const pairs = 50;

/** What the Send Once Key does not promise: n8n reads and writes the keys of a node without a lock between workers. */
export function sameKey(running: () => Cluster): void {
	it('of messages that two executions send at the very same moment, each arrives; how many arrive twice is counted', async () => {
		const cluster = running();
		const published = await PublishedList.publish(cluster, { sendOnceKey: '={{ $json.text }}' });
		for (const entry of listOf(pairs)) await Promise.all([published.post([entry]), published.post([entry])]);
		await until('All keys', async () => new Set(await arrivedTexts(cluster)).size === pairs);
		await published.allEnded();
		const texts = await arrivedTexts(cluster);
		expect(texts.length).toBeGreaterThanOrEqual(pairs);
		cluster.counted.push(`one key in two executions at the same moment: ${repeated(texts)} of ${pairs} sent twice`);
	});
}
