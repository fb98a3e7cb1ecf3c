import { randomUUID } from 'node:crypto';

import { arrivedTexts, listOf, repeated, sendToAll } from '../e2e/lists';
import { until } from '../until';
import type { Cluster } from './cluster';
import { PublishedList } from './publishedList';

const [messages, deliveries, atATime] = [300, 3, 10];
const pairs = 100;
const retries = 50;
const loops = 20;
const newNodes = 50;
/** Longer than the silence after which an execution counts as dead (s). */
const stalled = 8;

const keyed = { sendOnceKey: '={{ $json.text }}' };
/** Takes 3 s for all messages, so that something can happen on the way. */
const slow = { ...keyed, requestsPerSecond: 100 };
const accepting = { onError: 'continueRegularOutput' };

const untilInProgress = async ({ sandbox }: Cluster) =>
	await until('A run in progress', async () => (await sandbox.messages()).length >= 50);

/** Retries an execution. @returns how the retry ended */
async function retry({ api }: Cluster, execution: string): Promise<string> {
	const { status } = await api.call<{ status: string }>('POST', `/executions/${execution}/retry`, {
		loadWorkflow: false,
	});
	return status;
}

/** What Send Once Keys and retries promise with any number of workers. */
export function neverTwice(running: () => Cluster): void {
	it(`${messages} messages with different keys, each posted ${deliveries} times, arrive once and are remembered`, async () => {
		const cluster = running();
		const published = await PublishedList.publish(cluster, keyed);
		const list = listOf(messages);
		const posts = list.flatMap((entry) => Array.from({ length: deliveries }, () => entry));
		await sendToAll(posts, atATime, async (entry) => await published.post([entry]));
		expect(await published.failures()).toBe(0);
		const texts = await arrivedTexts(cluster);
		expect(new Set(texts).size).toBe(messages);

		const again = (await published.output(await published.start(list))) as Array<{
			skipped?: true;
		}>;
		const forgotten = again.filter(({ skipped }) => !skipped).length;
		cluster.counted.push(
			`${messages} keys posted ${deliveries} times: ${repeated(texts)} sent twice, ${forgotten} forgotten, 0 in doubt`,
		);
		expect([repeated(texts), forgotten]).toEqual([0, 0]);
		expect(await arrivedTexts(cluster)).toHaveLength(messages);
	});

	it(`one key in two executions at the same moment is sent once (${pairs} times)`, async () => {
		const cluster = running();
		const published = await PublishedList.publish(cluster, keyed);
		for (const entry of listOf(pairs))
			await Promise.all([published.post([entry]), published.post([entry])]);
		expect(await published.failures()).toBe(0);
		const texts = await arrivedTexts(cluster);
		expect(new Set(texts).size).toBe(pairs);
		cluster.counted.push(
			`one key in two executions at the same moment: ${repeated(texts)} of ${pairs} sent twice`,
		);
		expect(repeated(texts)).toBe(0);
	});

	it(`if one failed execution is retried twice at the same moment, only one retry continues (${retries} times)`, async () => {
		const cluster = running();
		const { sandbox, counted } = cluster;
		const published = await PublishedList.publish(cluster, { concurrency: 1, maxTries: 1 });
		for (let pair = 0; pair < retries; pair++) {
			const list = ['first', 'second'].map((text, at) => ({
				to: String(4915100000000 + at),
				text: `${text} ${pair}`,
			}));
			await sandbox.bend({ path: 'messages', skip: 1, status: 400 });
			const execution = await published.start(list);
			expect(await published.end(execution)).toBe('error');
			const statuses = await Promise.all([retry(cluster, execution), retry(cluster, execution)]);
			expect(statuses.sort()).toEqual(['error', 'success']);
		}
		const texts = await arrivedTexts(cluster);
		counted.push(
			`two retries of one execution at the same moment: ${repeated(texts)} of ${2 * retries} messages sent twice`,
		);
		expect(texts).toHaveLength(2 * retries);
		expect(repeated(texts)).toBe(0);
	});

	it(`the same in a loop of three passes (${loops} times)`, async () => {
		const cluster = running();
		const { sandbox, counted } = cluster;
		const published = await PublishedList.publishLoop(cluster, { concurrency: 1, maxTries: 1 }, 2);
		for (let pair = 0; pair < loops; pair++) {
			const list = listOf(6).map(({ to }, at) => ({ to, text: `loop ${pair} ${at}` }));
			await sandbox.bend({ path: 'messages', skip: pair % 6, status: 400 });
			const execution = await published.start(list);
			expect(await published.end(execution)).toBe('error');
			const statuses = await Promise.all([retry(cluster, execution), retry(cluster, execution)]);
			expect(statuses.sort()).toEqual(['error', 'success']);
			// A third retry does not send either, although the first one has ended.
			expect(await retry(cluster, execution)).toBe('error');
		}
		const texts = await arrivedTexts(cluster);
		counted.push(
			`three retries of one execution with a loop of three passes: ${repeated(texts)} of ${6 * loops} messages sent twice`,
		);
		expect([texts.length, repeated(texts)]).toEqual([6 * loops, 0]);
	});

	it(`a new node sends both of its first two messages at the same moment (${newNodes} times)`, async () => {
		const cluster = running();
		let failures = 0;
		for (let node = 0; node < newNodes; node++) {
			const published = await PublishedList.publish(cluster, keyed);
			const [one, other] = listOf(2).map(({ to }) => ({ to, text: randomUUID() }));
			if (!one || !other) throw new Error('Two messages are needed.');
			await published.post([one]).catch(() => undefined);
			await Promise.all([
				published.post([other]),
				published.post([{ ...other, text: randomUUID() }]),
			]);
			failures += await published.failures();
		}
		const texts = await arrivedTexts(cluster);
		cluster.counted.push(`first two messages of a new node: ${failures} of ${newNodes} failed`);
		expect(failures).toBe(0);
		expect(new Set(texts).size).toBe(3 * newNodes);
	});

	it('a worker that stalls while sending and then resumes sends nothing twice', async () => {
		const cluster = running();
		const { workers, counted } = cluster;
		const list = listOf(messages);
		const published = await PublishedList.publish(cluster, slow, accepting);
		const execution = await published.start(list);
		await untilInProgress(cluster);
		const { group } = workers.of(execution);
		group.suspend();
		try {
			// Meanwhile another worker takes the same list: the queue passes new executions to workers that respond.
			const again = await published.startOn(list, (id) => workers.of(id).group !== group);
			await published.end(again);
		} finally {
			group.resume();
		}
		await published.failures();
		const texts = await arrivedTexts(cluster);
		const missing = messages - new Set(texts).size;
		counted.push(
			`a worker stalled and resumed: ${repeated(texts)} of ${messages} sent twice, ${missing} not sent`,
		);
		expect(repeated(texts)).toBe(0);
	});

	it('nothing is sent twice if the database stalls while messages are sent', async () => {
		const cluster = running();
		const { database, counted } = cluster;
		const list = listOf(messages);
		const published = await PublishedList.publish(cluster, slow, accepting);
		await published.post(list);
		await published.post(list);
		await untilInProgress(cluster);
		await database.query(`BEGIN; LOCK TABLE processed_data; SELECT pg_sleep(${stalled}); COMMIT`);
		await published.failures();
		const texts = await arrivedTexts(cluster);
		counted.push(
			`a database stalled for ${stalled} s: ${repeated(texts)} of ${messages} sent twice, ${messages - new Set(texts).size} not sent`,
		);
		expect(repeated(texts)).toBe(0);
	});

	it('every message is sent once and remembered if the database restarts while messages are sent', async () => {
		const cluster = running();
		const { database, counted } = cluster;
		const list = listOf(messages);
		const published = await PublishedList.publish(cluster, slow, accepting);
		await published.post(list);
		await untilInProgress(cluster);
		await database.restart();
		const ended = async () =>
			await published.failures().then(
				() => true,
				// n8n has no connection yet.
				() => false,
			);
		await until('The end', ended);
		const texts = await arrivedTexts(cluster);
		const before = new Set(texts).size;
		const again = (await published.output(await published.start(list))) as Array<{
			skipped?: true;
			details?: object;
		}>;
		const inDoubt = again.filter(({ details }) => details).length;
		counted.push(
			`a database restarted: ${repeated(texts)} of ${messages} sent twice, ${messages - before} not sent, ${inDoubt} in doubt`,
		);
		expect([repeated(await arrivedTexts(cluster)), messages - before, inDoubt]).toEqual([0, 0, 0]);
		expect(again.filter(({ skipped }) => skipped)).toHaveLength(messages);
	});

	describe('if the database accepts no more rows', () => {
		const refuse = async (rows: string) =>
			await running().database.query(
				`ALTER TABLE processed_data ADD CONSTRAINT full_disk CHECK (NOT (${rows})) NOT VALID`,
			);
		afterEach(
			async () =>
				await running().database.query(
					'ALTER TABLE processed_data DROP CONSTRAINT IF EXISTS full_disk',
				),
		);

		it('before a message is sent, nothing is sent, the error says so, and the key can be used later', async () => {
			const cluster = running();
			const published = await PublishedList.publish(cluster, keyed, accepting);
			await refuse('true');
			const output = await published.output(await published.start(listOf(3)));
			const failed = {
				error: 'n8n could not record the Send Once Key',
				details: { delivery: 'notSent' },
			};
			expect(output).toMatchObject([failed, failed, failed]);
			expect(await arrivedTexts(cluster)).toEqual([]);
			await cluster.database.query('ALTER TABLE processed_data DROP CONSTRAINT full_disk');
			await published.end(await published.start(listOf(3)));
			expect(await arrivedTexts(cluster)).toHaveLength(3);
		});

		it('after a message was sent, the item counts as sent and a later execution does not send it again', async () => {
			const cluster = running();
			const published = await PublishedList.publish(cluster, keyed, accepting);
			await refuse("context LIKE '%:sent'");
			expect(await published.output(await published.start(listOf(1)))).toMatchObject([
				{ status: 'accepted' },
			]);
			const again = await published.output(await published.start(listOf(1)));
			expect(again).toMatchObject([{ details: { delivery: 'unknown' } }]);
			expect(await arrivedTexts(cluster)).toHaveLength(1);
		});

		it('when an execution is retried twice, nothing is sent, the error says so, and a later retry sends everything once', async () => {
			const cluster = running();
			const published = await PublishedList.publish(cluster);
			await cluster.sandbox.bend({ path: 'messages', status: 422 });
			const failed = await published.start(listOf(3));
			await published.end(failed);
			await cluster.sandbox.straighten();
			const before = await arrivedTexts(cluster);
			const retry = async () => {
				const path = `/executions/${failed}/retry`;
				const { id } = await cluster.api.call<{ id: string }>('POST', path, {
					loadWorkflow: false,
				});
				return { status: await published.end(id), id };
			};
			await refuse("context LIKE '%retry of %'");
			for (const { status, id } of await Promise.all([retry(), retry()])) {
				expect(status).toBe('error');
				expect((await cluster.api.execution(id)).data).toContain('n8n could not record this retry');
			}
			expect(await arrivedTexts(cluster)).toEqual(before);
			await cluster.database.query('ALTER TABLE processed_data DROP CONSTRAINT full_disk');
			expect((await retry()).status).toBe('success');
			expect(repeated(await arrivedTexts(cluster))).toBe(0);
			expect(await arrivedTexts(cluster)).toHaveLength(3);
		});
	});
}
