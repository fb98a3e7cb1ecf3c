import { deliver, Journal } from '../../nodes/MessagingIntegration/delivery';
import { VirtualTime } from '../support/virtualTime';
import { seededRandom } from '../unit/support/seededRandom';
import {
	accepted,
	oneMessage,
	policy,
	type Request,
	taskOf,
	unanswered,
	worldOf,
} from './support/world';

const noMemory = () => {
	throw new Error('no memory');
};

/** Delivers two messages. @param canKeep whether the node can keep what became of them */
async function delivered(request: Request, canKeep: boolean, kept = {}) {
	const problems: string[] = [];
	const log = { info: () => undefined, warn: (problem: string) => void problems.push(problem) };
	const world = worldOf(new VirtualTime(seededRandom(1)), { log });
	const journal = new Journal(kept, taskOf(2), world);
	if (!canKeep) Object.assign(journal, { sent: noMemory, inDoubt: noMemory });
	const deliveries = [0, 1].map((item) => oneMessage(item, request));
	const { results } = await deliver(deliveries, policy, journal, world);
	return { results: results.flat(), problems };
}

it.each([
	['sent', accepted, 'was sent', { state: 'sent' }],
	['in doubt', unanswered, 'may have arrived', { state: 'failed', delivery: 'unknown' }],
])(
	'a message counts as %s, even if the node cannot remember it',
	async (_, verdict, what, result) => {
		const { results, problems } = await delivered(
			async () => await Promise.resolve(verdict),
			false,
		);
		expect(results).toMatchObject([result, result]);
		const problem = `A message ${what}, but the node could not keep that: no memory`;
		expect(problems).toEqual([problem, problem]);
	},
);

it('a message counts as sent, even if n8n cannot record that for its Send Once Key, and the log says so', async () => {
	const problems: string[] = [];
	const log = { info: () => undefined, warn: (problem: string) => void problems.push(problem) };
	const time = new VirtualTime(seededRandom(1));
	const world = worldOf(time, { log });
	Object.assign(world.marks, { add: async () => await Promise.reject(new Error('disk full')) });
	const once = { key: 'k', content: '' };
	const deliveries = [oneMessage(0, async () => await Promise.resolve(accepted), { once })];
	const done = deliver(deliveries, policy, new Journal({}, taskOf(1), world), world);
	await time.until(done);
	expect((await done).results.flat()).toMatchObject([{ state: 'sent' }]);
	expect(problems).toEqual([
		'A message was sent, but n8n could not record its Send Once Key: disk full',
	]);
});

it('of an answer of more than 2 kB, a retry gives its storageRef and 20 short fields at most', async () => {
	const fields = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`field${at}`, at]));
	const answer = { long: 'x'.repeat(101), ...fields, more: 'x'.repeat(2000), storageRef: 'r' };
	const kept = {};
	await delivered(
		async () => await Promise.resolve({ ...accepted, answers: [answer] }),
		true,
		kept,
	);
	const { results } = await delivered(async () => await Promise.resolve(accepted), true, kept);
	const { field0, field19 } = answer as Record<string, unknown>;
	const [first] = results.flatMap((one) => ('answers' in one ? one.answers : []));
	expect(first).toMatchObject({ storageRef: 'r', field0, field19, shortened: true });
	expect(Object.keys(first ?? {})).toHaveLength(22);
});

/** A node that fails when it reads the answer, twice in one execution: n8n's Retry On Fail. */
async function failedTwice() {
	const kept = {};
	let requests = 0;
	const request = async () => {
		requests++;
		return await Promise.resolve().then(noMemory);
	};
	const { results } = await delivered(request, true, kept);
	await delivered(request, true, kept);
	return { results, requests };
}

it('a message may have arrived if the node fails after the service accepted it', async () => {
	const doubt = { state: 'failed', delivery: 'unknown' };
	expect((await failedTwice()).results).toMatchObject([doubt, doubt]);
});

it('such a message is not sent again', async () => {
	expect((await failedTwice()).requests).toBe(2);
});
