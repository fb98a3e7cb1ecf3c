import { randomUUID } from 'node:crypto';

import { arrivedTexts, listOf, repeated, sendToAll } from '../../e2e/support/lists';
import { until } from '../../support/until';
import { type Cluster, expectNone } from './cluster';
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
const slow = { ...keyed, messagesPerMinute: 6000 };
/** Whoever takes over sends the rest of a text, which the one that stalled must not send then. */
const slowPieces = {
	...keyed,
	messagesPerMinute: 3000,
	whenUnsure: 'countAsSent',
	splitText: { values: { by: 'paragraphs', maxLength: 4096 } },
};
const accepting = { onError: 'continueRegularOutput' };

const untilInProgress = async ({ sandbox }: Cluster) =>
	await until('A run in progress', async () => (await sandbox.messages()).length >= 50);

/** Texts of four messages each. */
const inPieces = (count: number) =>
	listOf(count).map(({ to }, at) => ({
		to,
		text: ['a', 'b', 'c', 'd'].map((piece) => `${piece}${at}`).join('\n\n'),
	}));

const missingOf = (texts: string[], sent: number) => sent - new Set(texts).size;

/** What Send Once Keys and retries promise with any number of workers. */
export function neverTwice(running: () => Cluster): void {
	it(`${messages} messages with different keys, each posted ${deliveries} times, arrive once and are remembered`, async () => {
		const cluster = running();
		const published = await PublishedList.publish(cluster, keyed);
		const list = listOf(messages);
		const posts = list.flatMap((entry) => Array.from({ length: deliveries }, () => entry));
		await sendToAll(posts, atATime, async (entry) => await published.post([entry]));
		expect(await published.failures()).toBe(0);
		const forgotten = await published.forgotten(list);
		const texts = await arrivedTexts(cluster);
		expectNone(cluster, `${messages} keys posted ${deliveries} times`, {
			'sent twice': repeated(texts),
			'not sent': missingOf(texts, messages),
			forgotten,
		});
	});

	it(`one key in two executions at the same moment is sent once (${pairs} times)`, async () => {
		const cluster = running();
		const published = await PublishedList.publish(cluster, keyed);
		for (const entry of listOf(pairs))
			await Promise.all([published.post([entry]), published.post([entry])]);
		const failures = await published.failures();
		const texts = await arrivedTexts(cluster);
		expectNone(cluster, `one key in two executions at the same moment, ${pairs} times`, {
			'sent twice': repeated(texts),
			'not sent': missingOf(texts, pairs),
			failures,
		});
	});

	it.each([
		['in one pass', retries, 2],
		['in a loop of three passes', loops, 6],
	])(
		'if one failed execution is retried twice at the same moment, only one retry continues, and a third sends nothing: %s (%d times)',
		async (how, times, length) => {
			const cluster = running();
			const { api, sandbox } = cluster;
			const options = { concurrency: 1 };
			const published =
				length > 2
					? await PublishedList.publishLoop(cluster, options, 2)
					: await PublishedList.publish(cluster, options);
			for (let time = 0; time < times; time++) {
				const list = listOf(length).map(({ to }, at) => ({ to, text: `${how} ${time} ${at}` }));
				await sandbox.bend({ path: 'messages', skip: time % length, status: 400 });
				const execution = await published.start(list);
				expect(await published.end(execution)).toBe('error');
				const both = await Promise.all([api.retry(execution), api.retry(execution)]);
				expect(both.map(({ status }) => status).sort()).toEqual(['error', 'success']);
				expect((await api.retry(execution)).status).toBe('error');
			}
			const texts = await arrivedTexts(cluster);
			expectNone(cluster, `three retries of one execution ${how}, ${times} times`, {
				'sent twice': repeated(texts),
				'not sent': missingOf(texts, length * times),
			});
		},
	);

	it(`a new node sends both of its first two messages at the same moment (${newNodes} times)`, async () => {
		const cluster = running();
		let failures = 0;
		for (let node = 0; node < newNodes; node++) {
			const published = await PublishedList.publish(cluster, keyed);
			const entry = () => [{ to: '4915100000000', text: randomUUID() }];
			await published.post(entry()).catch(() => undefined);
			await Promise.all([published.post(entry()), published.post(entry())]);
			failures += await published.failures();
		}
		expectNone(cluster, `first messages of ${newNodes} new nodes`, {
			failures,
			'not sent': missingOf(await arrivedTexts(cluster), 3 * newNodes),
		});
	});

	it.each([
		['messages', listOf(messages), slow, messages],
		['texts in several messages', inPieces(60), slowPieces, 240],
	])(
		'a worker that stalls while sending and then resumes sends nothing twice: %s',
		async (of, list, options, all) => {
			const cluster = running();
			const { workers } = cluster;
			const published = await PublishedList.publish(cluster, options, accepting);
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
			const what = `a worker that sent ${of} stalled and resumed, ${missingOf(texts, all)} not sent`;
			expectNone(cluster, what, { 'sent twice': repeated(texts) });
		},
	);

	it('nothing is sent twice if the database stalls while messages are sent', async () => {
		const cluster = running();
		const { database } = cluster;
		const list = listOf(messages);
		const published = await PublishedList.publish(cluster, slow, accepting);
		await published.post(list);
		await published.post(list);
		await untilInProgress(cluster);
		await database.query(`BEGIN; LOCK TABLE processed_data; SELECT pg_sleep(${stalled}); COMMIT`);
		await published.failures();
		const texts = await arrivedTexts(cluster);
		const missing = missingOf(texts, messages);
		const what = `a database stalled for ${stalled} s, ${missing} not sent`;
		expectNone(cluster, what, { 'sent twice': repeated(texts) });
	});

	it('every message is sent once and remembered if the database restarts while messages are sent', async () => {
		const cluster = running();
		const { database } = cluster;
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
		const missing = missingOf(await arrivedTexts(cluster), messages);
		const forgotten = await published.forgotten(list);
		expectNone(cluster, 'a database restarted', {
			'sent twice': repeated(await arrivedTexts(cluster)),
			'not sent': missing,
			forgotten,
		});
	});

	describe('if the database accepts no more rows', () => {
		const refuse = async (rows: string) =>
			await running().database.query(
				`ALTER TABLE processed_data ADD CONSTRAINT full_disk CHECK (NOT (${rows})) NOT VALID`,
			);
		const acceptAll = async () =>
			await running().database.query(
				'ALTER TABLE processed_data DROP CONSTRAINT IF EXISTS full_disk',
			);
		afterEach(acceptAll);

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
			await acceptAll();
			await published.end(await published.start(listOf(3)));
			expect(await arrivedTexts(cluster)).toHaveLength(3);
		});

		it('after a message was sent, the item counts as sent and a later execution does not send it again', async () => {
			const cluster = running();
			const published = await PublishedList.publish(cluster, keyed, accepting);
			// The second entry of this row says that all was sent.
			await refuse(`context LIKE '%:started' AND value::text LIKE '%==","%'`);
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
				const { id } = await cluster.api.retry(failed);
				return { status: await published.end(id), id };
			};
			await refuse("context LIKE '%retry of %'");
			for (const { status, id } of await Promise.all([retry(), retry()])) {
				expect(status).toBe('error');
				expect((await cluster.api.execution(id)).data).toContain('n8n could not record this retry');
			}
			expect(await arrivedTexts(cluster)).toEqual(before);
			await acceptAll();
			expect((await retry()).status).toBe('success');
			expect(repeated(await arrivedTexts(cluster))).toBe(0);
			expect(await arrivedTexts(cluster)).toHaveLength(3);
		});
	});
}
