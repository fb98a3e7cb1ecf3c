import { randomPng } from '../../n8n/randomPng';
import { arrivedFiles } from '../../e2e/support/arrivedFiles';
import { itemsOf } from '../../e2e/support/executions';
import { repeated, sendToAll } from '../../e2e/support/lists';
import { instanceId, ourNode } from '../../e2e/support/nodes';
import { publishChain } from '../../e2e/support/workflows';
import { until } from '../../support/until';
import { type Cluster, expectNone } from './cluster';

/** All their executions fit on one page of n8n's list. */
const [forms, deliveries, atATime] = [30, 3, 9];
const fields = ['a', 'b', 'c'];
const kills = 3;
/** How many executions a worker runs at once. */
const ofWorker = 5;

/** An execution of a form. */
interface Execution {
	/** Undefined if n8n saved nothing of it. */
	key?: string;
	status: string;
	/** Whether its output says that a file is in doubt. */
	isInDoubt: boolean;
}

interface Form {
	/** Names the files as well. */
	key: string;
	body: FormData;
}

function formOf(key: string): Form {
	const body = new FormData();
	body.append('key', key);
	for (const field of fields)
		body.append(
			field,
			new File([new Uint8Array(randomPng())], `${key} ${field}.png`, { type: 'image/png' }),
		);
	return { key, body };
}

const formsOf = (count: number) => Array.from({ length: count }, (_, at) => formOf(`form ${at}`));

/** A published workflow that sends all files of a form with one key. */
async function publish(cluster: Cluster, more: object = {}) {
	const send = ourNode(cluster, 'Send', {
		instanceId,
		to: '12025554567',
		contentType: 'image',
		binaryPropertyName: '*',
		options: { sendOnceKey: '={{ $json.body.key }}', ...more },
	});
	const { workflow, post } = await publishChain(cluster, 'onReceived', [
		{ ...send, onError: 'continueRegularOutput' },
	]);
	/** Waits until all executions have ended. */
	const executions = async (): Promise<Execution[]> => {
		const { api } = cluster;
		await until(
			'The end of all executions',
			async () => (await api.executions(workflow.id, 'new', 'running')).length === 0,
			300,
		);
		return await Promise.all(
			(await api.executions(workflow.id)).map(async ({ id, status }) => {
				const [form] = ((await itemsOf(cluster, id, 'Webhook')) ?? []) as Array<{ body: Form }>;
				const sent = ((await itemsOf(cluster, id, 'Send')) ?? []) as Array<{ details?: object }>;
				const isInDoubt = sent.some(({ details }) => details !== undefined);
				return { key: form?.body.key, status, isInDoubt };
			}),
		);
	};
	/** The worker that runs the newest execution. */
	const victim = async () => {
		const [newest] = await cluster.api.executions(workflow.id, 'running');
		return cluster.workers.of(newest?.id ?? '').group;
	};
	return { post: async ({ body }: Form) => void (await post(body)), executions, victim };
}

/** What Send Once Keys promise for items with several files. */
export function severalFiles(running: () => Cluster): void {
	it(`${forms} forms with ${fields.length} files and a key, each posted ${deliveries} times, arrive complete and once`, async () => {
		const cluster = running();
		const { post, executions } = await publish(cluster);
		const posts = formsOf(forms).flatMap((form) => Array.from({ length: deliveries }, () => form));
		await sendToAll(posts, atATime, post);
		expect((await executions()).filter(({ isInDoubt }) => isInDoubt)).toEqual([]);
		const names = (await arrivedFiles(cluster)).map(({ fileName }) => fileName);
		expectNone(cluster, `${forms} keys with ${fields.length} files posted ${deliveries} times`, {
			'sent twice': repeated(names),
			'not sent': forms * fields.length - new Set(names).size,
		});
	});

	it(`after ${kills} workers are killed between the files of forms and all forms are posted again, no file is sent twice and few are in doubt`, async () => {
		const cluster = running();
		let [twice, mostInDoubt] = [0, 0];
		for (let kill = 0; kill < kills; kill++) {
			await cluster.workers.staff({}, {});
			await cluster.sandbox.forget();
			const { post, executions, victim } = await publish(cluster, { messagesPerMinute: 600 });
			const all = formsOf(forms);
			await sendToAll(all, atATime, post);
			await until(
				'Files in progress',
				async () => (await cluster.sandbox.messages()).length >= 20 * (kill + 1),
			);
			(await victim()).kill();
			await sendToAll(all, atATime, post);
			const ended = await executions();
			const unsure = new Set(ended.flatMap(({ key, isInDoubt }) => (isInDoubt ? [key] : [])));
			const names = (await arrivedFiles(cluster)).map(({ fileName }) => fileName);
			twice += repeated(names);
			mostInDoubt = Math.max(mostInDoubt, unsure.size);
			const lost = all
				.map(({ key }) => key)
				.filter((key) => !fields.every((field) => names.includes(`${key} ${field}.png`)))
				.filter((key) => !unsure.has(key));
			// Otherwise a form would be lost silently.
			expect(ended.filter(({ key }) => lost.includes(key ?? ''))).toEqual([]);
			expect(lost).toEqual([]);
		}
		cluster.counted.push(
			`${kills} workers killed between the files of forms: ${twice} files sent twice, at most ${mostInDoubt} forms in doubt after one`,
		);
		expect(twice).toBe(0);
		expect(mostInDoubt).toBeLessThanOrEqual(ofWorker);
	}, 600_000);
}
