import { arrivedTexts, listOf, repeated } from '../e2e/lists';
import { until } from '../until';
import { type Cluster, expectNone } from './cluster';
import { PublishedList } from './publishedList';

/** Shorter than n8n's default of a minute, so that a dead worker is noticed soon (ms). */
const soonMissed = {
	QUEUE_WORKER_LOCK_DURATION: '6000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1500',
	QUEUE_WORKER_STALLED_INTERVAL: '1000',
};

const list = listOf(500);

export function killedWorker(running: () => Cluster): void {
	beforeEach(async () => await running().workers.staff(soonMissed, soonMissed));

	/** Sends the list and kills its worker halfway. @param options of the sending node @returns what had arrived */
	async function killMidway(options: object = {}) {
		const cluster = running();
		const { sandbox, workers } = cluster;
		await sandbox.bend({ path: 'messages', delay: 50, count: list.length });
		const published = await PublishedList.publish(cluster, options);
		const execution = await published.start(list);
		await until('A run under way', async () => (await sandbox.messages()).length >= 200);
		const { group } = workers.of(execution);
		group.kill();
		await group.ended;
		await sandbox.straighten();
		expect(await published.end(execution)).toBe('error');
		return { cluster, published, execution, before: await arrivedTexts(cluster) };
	}

	it('its run ends as an error, and neither n8n nor a retry sends anything again', async () => {
		const { cluster, published, execution, before } = await killMidway();
		const { api, workers } = cluster;
		expect(before.length).toBeLessThan(list.length);
		// The queue did not pass it to the remaining worker.
		expect(workers.started().filter((ids) => ids.includes(execution))).toHaveLength(1);
		expect((await api.retry(execution)).status).toBe('error');
		expect(await arrivedTexts(cluster)).toEqual(before);

		// Nothing remembers the first run, so the same list counts as new.
		expect(await published.end(await published.start(list))).toBe('success');
		const texts = await arrivedTexts(cluster);
		expect([new Set(texts).size, repeated(texts)]).toEqual([list.length, before.length]);
	});

	it('a run that is started over with Send Once Keys sends the rest, and nothing twice', async () => {
		const { cluster, published, before } = await killMidway({ sendOnceKey: '={{ $json.text }}' });
		await published.end(await published.start(list));
		const texts = await arrivedTexts(cluster);
		// Up to two for each of the eight items in progress.
		expect(new Set(texts).size).toBeGreaterThanOrEqual(list.length - 16);
		expectNone(cluster, `a worker killed after ${before.length} of ${list.length}, with keys`, {
			'sent twice': repeated(texts),
		});
	});
}
