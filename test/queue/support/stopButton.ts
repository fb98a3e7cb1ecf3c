import { arrivedTexts, listOf } from '../../e2e/support/lists';
import { until } from '../../support/until';
import type { Cluster } from './cluster';
import { PublishedList } from './publishedList';

const length = 2000;

/** How long stopping may take, and the duration above which it is certainly broken (s). */
const [promised, bound] = [2, 10];

export function stopButton(running: () => Cluster): void {
	it('the stop button ends a run with 2,000 messages on a worker, and the rest is not sent', async () => {
		const cluster = running();
		const { api, sandbox, workers, counted } = cluster;
		// At this pace the whole list would take 20 s.
		const list = await PublishedList.publish(cluster, { messagesPerMinute: 6000 });
		const execution = await list.start(listOf(length));
		await until('A run under way', async () => (await sandbox.messages()).length >= 200);

		const stopped = Date.now();
		await api.call('POST', `/executions/${execution}/stop`);
		expect(await list.end(execution)).toBe('canceled');
		// The worker logs this after the node has returned. Nothing can be sent after that.
		await until('The end on the worker', () =>
			workers.said().includes(`Worker errored while running execution ${execution} `),
		);

		const sent = await arrivedTexts(cluster);
		const last = Math.max(
			...(await sandbox.requests()).map(({ receivedAt }) => Date.parse(receivedAt)),
		);
		const seconds = Math.max(0, (last - stopped) / 1000);
		// Another run on the same workers gives the first one time to send more, which must not happen.
		const next = await PublishedList.publish(cluster);
		expect(await next.end(await next.start(listOf(20)))).toBe('success');
		expect(await arrivedTexts(cluster)).toHaveLength(sent.length + 20);
		expect(sent.length).toBeLessThan(length);
		expect(new Set(sent).size).toBe(sent.length);
		expect(seconds).toBeLessThan(bound);
		counted.push(
			`stopped after ${sent.length} of ${length}, the last arrival ${seconds.toFixed(2)} s after the stop (promised: ${promised} s)`,
		);
	});
}
