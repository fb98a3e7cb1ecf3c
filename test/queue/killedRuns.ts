import { arrivedTexts, listOf, repeated } from '../e2e/lists';
import { startRealN8n } from '../e2e/realN8n';
import { until } from '../until';
import type { Cluster } from './cluster';
import { PublishedList } from './publishedList';

const [kills, messages, concurrency] = [20, 300, 8];

/** Slow enough to kill a run halfway. */
const options = { sendOnceKey: '={{ $json.text }}', concurrency, requestsPerSecond: 200 };

interface Output {
	details?: { delivery: string };
}

export function killedRuns(running: () => Cluster): void {
	it(`sends no message twice and leaves few in doubt after ${kills} runs were killed and started over`, async () => {
		const n8n = await startRealN8n();
		let twice = 0;
		let mostInDoubt = 0;
		try {
			for (let kill = 1; kill <= kills; kill++) {
				await n8n.sandbox.forget();
				const list = listOf(messages);
				const published = await PublishedList.publish(n8n, options, {
					onError: 'continueRegularOutput',
				});
				await published.post(list);
				await until('A run under way', async () => (await arrivedTexts(n8n)).length >= 10 * kill);
				await n8n.killAndStart();
				const output = (await published.output(await published.start(list))) as Output[];
				const texts = await arrivedTexts(n8n);
				const failures = output.flatMap(({ details }) => details?.delivery ?? []);
				twice += repeated(texts);
				mostInDoubt = Math.max(mostInDoubt, failures.length);
				expect(output).toHaveLength(messages);
				expect(failures.filter((delivery) => delivery !== 'unknown')).toEqual([]);
				// Every message that is not in doubt was sent.
				expect(new Set(texts).size).toBeGreaterThanOrEqual(messages - failures.length);
			}
		} finally {
			await n8n.stop();
		}
		running().counted.push(
			`${kills} runs killed and started over with keys: ${twice} sent twice, at most ${mostInDoubt} in doubt after one`,
		);
		expect(twice).toBe(0);
		expect(mostInDoubt).toBeLessThanOrEqual(2 * concurrency);
	}, 3_600_000);
}
