import { arrivedTexts, listOf, repeated } from '../../e2e/support/lists';
import { until } from '../../support/until';
import type { Cluster } from './cluster';
import { PublishedList } from './publishedList';

/** Shorter than n8n's default of a minute, so that a dead worker is noticed soon (ms). */
const soonMissed = {
	QUEUE_WORKER_LOCK_DURATION: '6000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1500',
	QUEUE_WORKER_STALLED_INTERVAL: '1000',
};

export function killedWorker(running: () => Cluster): void {
	it('its run ends as an error, and neither n8n nor a retry sends anything again', async () => {
		const cluster = running();
		const { api, sandbox, workers, counted } = cluster;
		await workers.staff(soonMissed, soonMissed);
		const list = listOf(500);
		await sandbox.bend({ path: 'messages', delay: 50, count: list.length });
		const published = await PublishedList.publish(cluster);
		const execution = await published.start(list);
		await until('A run under way', async () => (await sandbox.messages()).length >= 200);
		const { group } = workers.of(execution);
		group.kill();
		await group.ended;
		await sandbox.straighten();
		const before = await arrivedTexts(cluster);
		expect(before.length).toBeLessThan(list.length);
		expect(await published.end(execution)).toBe('error');
		// The queue did not pass it to the remaining worker.
		expect(workers.started().filter((ids) => ids.includes(execution))).toHaveLength(1);
		expect((await api.retry(execution)).status).toBe('error');
		expect(await arrivedTexts(cluster)).toEqual(before);

		// Nothing remembers the first run, so the same list counts as new.
		expect(await published.end(await published.start(list))).toBe('success');
		const texts = await arrivedTexts(cluster);
		expect([new Set(texts).size, repeated(texts)]).toEqual([list.length, before.length]);
		counted.push(`killed after ${before.length} of ${list.length}, retried: 0 sent`);
	});
	it('asked to end, it saves its run as failed, and a retry sends exactly the rest', async () => {
		const cluster = running();
		const { api, workers, counted } = cluster;
		await workers.staff({}, {});
		const list = listOf(500);
		const published = await PublishedList.publish(cluster, { messagesPerMinute: 6000 });
		const execution = await published.start(list);
		await until('A run under way', async () => (await arrivedTexts(cluster)).length >= 100);
		const { group } = workers.of(execution);
		group.ask('SIGTERM');
		await group.ended;
		expect(await published.end(execution)).toBe('error');
		const before = await arrivedTexts(cluster);
		expect(before.length).toBeLessThan(list.length);
		expect((await api.retry(execution)).status).toBe('success');
		const texts = await arrivedTexts(cluster);
		expect([new Set(texts).size, repeated(texts)]).toEqual([list.length, 0]);
		counted.push(`asked to end after ${before.length} of ${list.length}, retried: the rest`);
	});
}
