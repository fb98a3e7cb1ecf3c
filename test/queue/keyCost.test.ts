// What a Send Once Key costs with two workers (`npm run bench:workers`).
import { listOf } from '../e2e/lists';
import { type Cluster, startCluster } from './cluster';
import { PublishedList } from './publishedList';

const [messages, runs] = [500, 5];
const stored = [0, 1000, 10_000, 100_000];
/** The highest acceptable cost of a key with two workers (ms per message). */
const goal = 2;

let cluster: Cluster;

beforeAll(async () => {
	cluster = await startCluster();
	await cluster.workers.staff({}, {});
});

afterAll(async () => await (cluster as Cluster | undefined)?.stop());

/** Runs two executions at the same time, one for each worker. @returns the median in ms per message */
async function timeOf(published: PublishedList): Promise<number> {
	const times: number[] = [];
	for (let run = 0; run < runs; run++) {
		const lists = ['one', 'other'].map((name) =>
			listOf(messages).map(({ to }, at) => ({ to, text: `${name} ${run} ${at}` })),
		);
		await Promise.all(lists.map(async (list) => await published.post(list)));
		expect(await published.failures()).toBe(0);
		times.push(...(await published.durations(lists.length)));
	}
	return (times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN) / messages;
}

it('measures what a key costs with two workers', async () => {
	const without = await timeOf(await PublishedList.publish(cluster));
	const costs: string[] = [];
	for (const count of stored) {
		const published = await PublishedList.publish(cluster, { sendOnceKey: '={{ $json.text }}' });
		const keys = `SELECT '${published.workflowId}', 'n:' || gen_random_uuid() || ':' || n || ':sent', now(), now(), '{"mode":"entries","data":["x"]}' FROM generate_series(1, ${2 * count}) n`;
		await cluster.database.query(
			`INSERT INTO processed_data ("workflowId", context, "createdAt", "updatedAt", value) ${keys}`,
		);
		const cost = (await timeOf(published)) - without;
		costs.push(`${cost.toFixed(2)} ms with ${count} keys kept`);
	}
	process.stdout.write(
		`A Send Once Key with two workers costs per message (goal: at most ${goal} ms): ${costs.join(', ')}.\n`,
	);
}, 1_200_000);
