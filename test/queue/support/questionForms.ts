import { readFileSync } from 'node:fs';

import {
	answered,
	answerForm,
	askNode,
	asked,
	daysForm,
	linkOf,
	receiptForm,
	start,
} from '../../e2e/support/questions';
import { instanceId, ourNode } from '../../e2e/support/nodes';
import { fetchN8n } from '../../n8n/fetchN8n';
import type { Cluster } from './cluster';
import { askOnAWorker, mainAddress } from './questions';
import { respondedBy } from '../../support/respondedBy';

const people = ['12025554567', '12025550002', '12025550003'];

/** What people read who answer or open a link. docs/ask.md says the same. */
const readings = {
	recorded: /^200 .*Your answer was recorded/s,
	'just been answered': /^409 .*This question has just been answered/s,
	'not recorded': /^409 .*This answer was not recorded/s,
	'is running already': /^200 [^]*The execution &quot;\d+&quot; is running already\./,
	// n8n 2.41 reads the status first and the data later, when the execution no longer waits.
	"n8n's own error":
		/^500 \{"code":0,"message":"Cannot read properties of undefined \(reading 'inputOverride'\)"/,
	// n8n checks its database every two seconds, and answers nobody while that takes too long.
	'database is not ready': /^503 \{"code":503,"message":"Database is not ready!"/,
	'no action required': /^200 .*No action required/s,
};

async function readingOf(response: Response): Promise<string> {
	const said = `${response.status} ${await response.text()}`;
	return Object.entries(readings).find(([, words]) => words.test(said))?.[0] ?? said;
}

/** How often each was read, as "3 recorded". */
function inNumbers(read: string[]): string {
	const names = [...new Set(read)].sort();
	return names.map((name) => `${read.filter((one) => one === name).length} ${name}`).join(', ');
}

/** Questions with a form for several people. */
export function questionForms(running: () => Cluster): void {
	beforeEach(async () => {
		const address = mainAddress(running());
		await running().workers.staff(address, address);
	});

	it('a worker asks several people by a form and is killed, and another one continues with an answer', async () => {
		const cluster = running();
		const { workers, counted } = cluster;
		const { workflow, id } = await askOnAWorker(cluster, daysForm(...people), people.length);
		const { group } = workers.of(id);
		group.kill();
		await group.ended;

		const link = await linkOf(cluster, '12025550002');
		expect((await answerForm(link, { f0: 'two' })).status).toBe(400);
		expect(await readingOf(await answerForm(link, { f0: '2' }))).toBe('recorded');
		expect(await answered(cluster, workflow)).toEqual([
			{ data: { Days: 2, ...respondedBy('12025550002', expect.any(Array)) } },
		]);
		expect(workers.started().filter((ids) => ids.includes(id))).toHaveLength(2);
		counted.push('a form for three people, asked by a worker that was then killed: answered');
	});

	it('a file of an answer, which arrives at the main process, is sent by a worker', async () => {
		const cluster = running();
		const { workflow } = await start(cluster, [
			askNode(cluster, receiptForm(...people)),
			ourNode(cluster, 'Send', { instanceId, to: '12025554567', contentType: 'document' }),
		]);
		await asked(cluster, workflow, people.length);
		const link = await linkOf(cluster, '12025550003');
		const f0 = new File(['bytes'], 'Receipt.pdf');
		expect(await readingOf(await answerForm(link, { f0 }))).toBe('recorded');
		expect(await answered(cluster, workflow, 'Send')).toMatchObject([{ fileName: 'Receipt.pdf' }]);
		const uploads = (await cluster.sandbox.requests()).flatMap(({ file }) => file ?? []);
		expect(uploads).toMatchObject([{ fileName: 'Receipt.pdf', size: 5 }]);
		cluster.counted.push('a form with a file, answered at the main process: sent by a worker');
	});

	it('one of 100 simultaneous answers to a form counts, and the others read what docs/ask.md says', async () => {
		const cluster = running();
		const { api, main, sandbox, workers, counted } = cluster;
		const other = await workers.startWebhookProcess();
		try {
			const sendAnswer = ourNode(cluster, 'Send', {
				instanceId,
				to: '12025554567',
				text: '={{ $json.data.respondedBy }}: {{ $json.data.Days }}',
			});
			const { workflow } = await start(cluster, [
				askNode(cluster, daysForm(...people)),
				sendAnswer,
			]);
			await asked(cluster, workflow, people.length);
			const links = await Promise.all(people.map(async (person) => await linkOf(cluster, person)));
			const answers = Array.from({ length: 100 }, (_, days) => {
				const person = days % people.length;
				const link = (links[person] ?? '').replace(api.url, days % 2 ? other.url : api.url);
				return { link, days, person: people[person] };
			});
			// Until a worker is back, the execution neither ends nor asks again.
			await workers.staff();
			const read = await Promise.all(
				answers.map(
					async ({ link, days }) => await readingOf(await answerForm(link, { f0: String(days) })),
				),
			);
			const counts = answers[read.indexOf('recorded')];
			expect(read.filter((one) => one === 'recorded')).toHaveLength(1);
			expect(read.filter((one) => !(one in readings))).toEqual([]);
			await api.ready();
			const readAgain = async () =>
				await Promise.all(links.map(async (link) => await readingOf(await fetchN8n(link))));
			expect(await readAgain()).toEqual(people.map(() => 'is running already'));
			await workers.staff(mainAddress(cluster), mainAddress(cluster));
			expect(await answered(cluster, workflow)).toMatchObject([
				{ data: { Days: counts?.days, respondedBy: counts?.person } },
			]);
			const texts = (await sandbox.messages()).map(({ content }) => content.text);
			expect(texts.slice(people.length)).toEqual([`${counts?.person}: ${counts?.days}`]);
			expect(await readAgain()).toEqual(people.map(() => 'no action required'));
			// n8n says so if an error of the node lets an answer fail.
			const logs = [main, other].map(({ log }) => readFileSync(log, 'utf8'));
			expect([...logs, workers.said()].join()).not.toMatch(/messaging.?integration/i);
			counted.push(`100 simultaneous answers to a form, by two processes: ${inNumbers(read)}`);
		} finally {
			await other.stop();
		}
	});
}
