import type { ProcessGroup } from '../n8n/ProcessGroup';
import { arrivedTexts, listOf, repeated } from '../e2e/lists';
import { until } from '../until';
import type { Cluster } from './cluster';
import { PublishedList } from './publishedList';

const kills = 20;
const messages = 100;
const concurrency = 8;

/** Slow enough to kill a run halfway. */
const options = { sendOnceKey: '={{ $json.text }}', concurrency, requestsPerSecond: 200 };

interface Item {
	details?: { delivery: string };
}

/** @param workers number of workers; all but one are killed each time */
export function killedWorkers(running: () => Cluster, workers: number): void {
	const atOnce = workers - 1;
	it(`after ${kills} workers are killed and their lists started over, no message is sent twice and few are in doubt`, async () => {
		const cluster = running();
		let twice = 0;
		let mostInDoubt = 0;
		for (let killed = 0; killed < kills; killed += atOnce) {
			await cluster.workers.staff(...Array.from({ length: workers }, () => ({})));
			await cluster.sandbox.forget();
			const list = listOf(messages);
			const published = await PublishedList.publish(cluster, options, {
				onError: 'continueRegularOutput',
			});
			const groups: ProcessGroup[] = [];
			for (let victim = 0; victim < atOnce; victim++) {
				const execution = await published.startOn(
					list,
					(id) => !groups.includes(cluster.workers.of(id).group),
				);
				groups.push(cluster.workers.of(execution).group);
			}
			await until(
				'A run in progress',
				async () => (await arrivedTexts(cluster)).length >= 5 + killed,
			);
			for (const group of groups) group.kill();
			const survivor = await published.startOn(
				list,
				(id) => !groups.includes(cluster.workers.of(id).group),
			);
			const output = (await published.output(survivor)) as Item[];
			const texts = await arrivedTexts(cluster);
			const failures = output.flatMap(({ details }) => details?.delivery ?? []);
			twice += repeated(texts);
			mostInDoubt = Math.max(mostInDoubt, failures.length);
			expect(output).toHaveLength(messages);
			// Every message that is not in doubt was sent.
			expect(new Set(texts).size).toBeGreaterThanOrEqual(messages - failures.length);
		}
		cluster.counted.push(
			`${kills} of ${workers} workers killed: ${twice} sent twice, at most ${mostInDoubt} in doubt after one`,
		);
		expect(twice).toBe(0);
		expect(mostInDoubt).toBeLessThanOrEqual(atOnce * concurrency);
	}, 1_200_000);
}
