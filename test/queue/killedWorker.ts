import { arrivedTexts, listOf, repeated } from '../e2e/lists';
import { until } from '../until';
import type { Cluster } from './cluster';
import { PublishedList } from './publishedList';

/** Shorter than n8n's minute, so that a worker that has gone is soon missed (ms). */
const soonMissed = {
	QUEUE_WORKER_LOCK_DURATION: '6000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1500',
	QUEUE_WORKER_STALLED_INTERVAL: '1000',
};

const list = listOf(500);

/** Sends the list and kills the worker in the middle of that. @param options of the node that sends */
async function killMidway(cluster: Cluster, options: object = {}) {
	const { sandbox, workers } = cluster;
	await sandbox.bend({ path: 'messages', delay: 50, count: list.length });
	const published = await PublishedList.publish(cluster, options);
	const execution = await published.start(list);
	await until('A run under way', async () => (await sandbox.messages()).length >= 200);
	const { group } = workers.of(execution);
	group.kill();
	await group.ended;
	await sandbox.straighten();
	return { published, execution, killed: Date.now() };
}

export function killedWorker(running: () => Cluster): void {
	beforeEach(async () => await running().workers.staff(soonMissed, soonMissed));

	it('of the run of a killed worker n8n restores nothing: it sends nothing again, and nor does a retry', async () => {
		const cluster = running();
		const { api, workers, counted } = cluster;
		const { published, execution, killed } = await killMidway(cluster);
		const before = await arrivedTexts(cluster);
		expect(before.length).toBeLessThan(list.length);
		expect(await published.end(execution)).toBe('error');
		const seconds = ((Date.now() - killed) / 1000).toFixed(1);
		// The queue did not give it to the worker that is left.
		expect(workers.started().filter((ids) => ids.includes(execution))).toHaveLength(1);

		const retry = await api.call<{ status: string }>('POST', `/executions/${execution}/retry`, {
			loadWorkflow: false,
		});
		expect(retry.status).toBe('error');
		expect(await arrivedTexts(cluster)).toEqual(before);

		// Nothing is known of the first run any more, so the same list is a new one.
		expect(await published.end(await published.start(list))).toBe('success');
		const texts = await arrivedTexts(cluster);
		expect(new Set(texts).size).toBe(list.length);
		expect(repeated(texts)).toBe(before.length);
		counted.push(
			`killed after ${before.length} of ${list.length}: ended as an error ${seconds} s later, retried: none sent, started over: ${repeated(texts)} sent twice`,
		);
	});

	it('with a Send Once Key a run that is started over sends what is left, and nothing twice', async () => {
		const cluster = running();
		const { published, execution } = await killMidway(cluster, {
			sendOnceKey: '={{ $json.text }}',
		});
		expect(await published.end(execution)).toBe('error');
		const before = await arrivedTexts(cluster);
		await published.end(await published.start(list));
		const texts = await arrivedTexts(cluster);
		const missing = list.length - new Set(texts).size;
		expect(repeated(texts)).toBe(0);
		// Two for each of the eight that are under way at once.
		expect(missing).toBeLessThanOrEqual(16);
		cluster.counted.push(
			`the same with keys: killed after ${before.length}, started over: 0 sent twice, ${missing} in doubt and not sent`,
		);
	});
}
