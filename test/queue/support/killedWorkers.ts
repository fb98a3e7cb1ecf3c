import { arrivedTexts, type Entry, listOf, repeated } from '../../e2e/support/lists';
import { type RealN8n, startRealN8n } from '../../e2e/support/realN8n';
import type { ProcessGroup } from '../../n8n/ProcessGroup';
import { until } from '../../support/until';
import type { Cluster } from './cluster';
import { PublishedList } from './publishedList';

const kills = 20;
const concurrency = 8;

interface Plan {
	n8n: RealN8n;
	messages: number;
	/** Kills at the same time. */
	atOnce: number;
	/** The highest number of messages in doubt after those. */
	limit: number;
	/** Starts the list, kills its runs once messages have arrived, and starts over. @returns the last execution */
	kill: (
		published: PublishedList,
		list: Entry[],
		untilArrived: () => Promise<unknown>,
	) => Promise<string>;
}

/** Kills runs, each time a little later, and starts their lists over. */
async function expectFewInDoubt(counted: string[], what: string, plan: Plan): Promise<void> {
	const { n8n, messages, atOnce, limit, kill } = plan;
	let [twice, mostInDoubt] = [0, 0];
	for (let killed = 0; killed < kills; killed += atOnce) {
		await n8n.sandbox.forget();
		const list = listOf(messages);
		// Slow enough to kill a run halfway.
		const options = { sendOnceKey: '={{ $json.text }}', concurrency, messagesPerMinute: 12000 };
		const continuing = { onError: 'continueRegularOutput' };
		const published = await PublishedList.publish(n8n, options, continuing);
		const enough = 5 + (killed * messages) / (2 * kills);
		const untilArrived = async () =>
			await until('A run in progress', async () => (await arrivedTexts(n8n)).length >= enough);
		const output = await published.output(await kill(published, list, untilArrived));
		const texts = await arrivedTexts(n8n);
		const failures = output.filter(({ details }) => details);
		twice += repeated(texts);
		mostInDoubt = Math.max(mostInDoubt, failures.length);
		expect(output).toHaveLength(messages);
		// Every message that is not in doubt was sent.
		expect(new Set(texts).size).toBeGreaterThanOrEqual(messages - failures.length);
	}
	counted.push(`${what}: ${twice} sent twice, at most ${mostInDoubt} in doubt after one`);
	expect(twice).toBe(0);
	expect(mostInDoubt).toBeLessThanOrEqual(limit);
}

/** @param workers number of workers; all but one are killed each time */
export function killedWorkers(running: () => Cluster, workers: number): void {
	const atOnce = workers - 1;
	it(`after ${kills} workers are killed and their lists started over, no message is sent twice and few are in doubt`, async () => {
		const cluster = running();
		const limit = atOnce * concurrency;
		const kill: Plan['kill'] = async (published, list, untilArrived) => {
			await cluster.workers.staff(...Array.from({ length: workers }, () => ({})));
			const groups: ProcessGroup[] = [];
			const isAlive = (id: string) => !groups.includes(cluster.workers.of(id).group);
			for (let victim = 0; victim < atOnce; victim++)
				groups.push(cluster.workers.of(await published.startOn(list, isAlive)).group);
			await untilArrived();
			for (const group of groups) group.kill();
			return await published.startOn(list, isAlive);
		};
		const plan = { n8n: cluster, messages: 100, atOnce, limit, kill };
		await expectFewInDoubt(cluster.counted, `${kills} of ${workers} workers killed`, plan);
	}, 1_200_000);
}

export function killedRuns(running: () => Cluster): void {
	it(`sends no message twice and leaves few in doubt after ${kills} runs were killed and started over`, async () => {
		const n8n = await startRealN8n();
		const kill: Plan['kill'] = async (published, list, untilArrived) => {
			await published.post(list);
			await untilArrived();
			await n8n.killAndStart();
			return await published.start(list);
		};
		const plan = { n8n, messages: 300, atOnce: 1, limit: 2 * concurrency, kill };
		const what = `${kills} runs killed and started over with keys`;
		await expectFewInDoubt(running().counted, what, plan).finally(n8n.stop);
	}, 3_600_000);
}
