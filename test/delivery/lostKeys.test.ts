// A retry of an execution of which n8n kept nothing: what its Send Once Keys know of it.
import type { Marks, Policy, Verdict } from '../../nodes/MessagingIntegration/delivery';
import { answers, executions, said, textOf } from './support/executions';
import { VirtualTime } from '../support/virtualTime';
import { seededRandom } from '../unit/support/seededRandom';
import type { Why } from './support/reasons';
import { Life } from './world/life';
import { accepted, oneMessage, refused, unanswered } from './support/world';

/** It retries an execution that was killed. */
const lost = { execution: '2', earlier: () => ({ isLost: true, origin: '1' }) };
const keyOf = (item: number) => ({ key: `order ${item}`, content: '' });
const numbersBelow = (count: number) => Array.from({ length: count }, (_, number) => number);

/** Messages with a key each. */
const keyed = (items: number[], verdict: Verdict<Why> = accepted) =>
	items.map((item) => oneMessage(item, answers(verdict), { once: keyOf(item) }));
const states = (all: Parameters<typeof said>[0][]) => all.map(said);

const wouldOf = { fail: 'fail', resend: 'send', countAsSent: 'skip' } as const;

it.each([
	['fail', 'unknown earlierRunLost'],
	['resend', 'sent'],
	['countAsSent', 'counted'],
] as const)(
	'a key that somebody adds after a crash knows nothing, and a dry run says the same: with "%s", %s',
	async (whenUnsure, expected) => {
		const run = executions();
		const { results, foreseen } = await run(keyed([0, 1]), { whenUnsure }, lost);
		expect(states(results)).toEqual([expected, expected]);
		expect(foreseen.map(({ would }) => would)).toEqual([wouldOf[whenUnsure], wouldOf[whenUnsure]]);
		expect(foreseen[0]).toMatchObject(
			whenUnsure === 'fail' ? { delivery: 'unknown', why: { reason: 'earlierRunLost' } } : {},
		);
	},
);

it('a call of a tool with a key that was never begun is sent: it says nothing about the calls before it', async () => {
	const run = executions();
	const { results } = await run(keyed([0]), {}, { ...lost, isTool: true });
	expect(states(results)).toEqual(['sent']);
});

it('a message without a key is in doubt, although the keys of others know what was sent', async () => {
	const run = executions();
	await run(keyed([0]));
	const { results } = await run([...keyed([0, 1]), oneMessage(2, answers(accepted))], {}, lost);
	expect(states(results)).toEqual(['skipped', 'sent', 'unknown earlierRunLost']);
});

it.each(['fail', 'resend', 'countAsSent'] as const)(
	'if the lost run had begun a key of the first twenty messages, those that it had not begun go: with "%s"',
	async (whenUnsure: Policy['whenUnsure']) => {
		const run = executions();
		await run(keyed([19]));
		const { results, foreseen } = await run(keyed(numbersBelow(30)), { whenUnsure }, lost);
		const are = states(results);
		expect(are[19]).toBe('skipped');
		expect(are.filter((state) => state === 'sent')).toHaveLength(29);
		expect(foreseen.filter(({ would }) => would === 'send')).toHaveLength(29);
	},
);

it('a key knows of a run that it was begun in, also if its message was refused or is in doubt', async () => {
	const inDoubt = executions();
	await inDoubt(keyed([0], unanswered));
	const { results } = await inDoubt(keyed([0, 1]), {}, lost);
	expect(states(results)).toEqual(['unknown keyInDoubt', 'sent']);
	const wasRefused = executions();
	await wasRefused(keyed([0], refused));
	const again = await wasRefused(keyed([0, 1]), {}, lost);
	expect(states(again.results)).toEqual(['sent', 'sent']);
});

it('if only the key of the 21st message was ever begun, nothing is known, and nothing goes', async () => {
	const run = executions();
	await run(keyed([20]));
	const { results, foreseen } = await run(keyed(numbersBelow(21)), {}, lost);
	expect(new Set(states(results))).toEqual(new Set(['unknown earlierRunLost']));
	expect(new Set(foreseen.map(({ would }) => would))).toEqual(new Set(['fail']));
});

it('messages that cannot be sent are none of the first twenty', async () => {
	const run = executions();
	await run(keyed([20]));
	const cannot = {
		delivery: 'notSent',
		origin: 'input',
		why: { reason: 'textEmpty', facts: {} },
	} as const;
	const broken = keyed(numbersBelow(20)).map((one) => ({ ...one, cannot }));
	const { results } = await run([...broken, ...keyed([20, 21])], {}, lost);
	expect(states(results.slice(-2))).toEqual(['skipped', 'sent']);
});

it('a later pass of a loop in the same retry still knows that the lost run had keys', async () => {
	const run = executions();
	await run(keyed([0]));
	const kept = {};
	await run(keyed([0]), {}, lost, kept);
	const next = [oneMessage(0, answers(accepted), { once: keyOf(1) })];
	const { results } = await run(next, {}, { ...lost, pass: 1 }, kept);
	expect(states(results)).toEqual(['sent']);
});

it('a later pass does not believe the keys that this retry itself begins, if the lost run had none', async () => {
	const run = executions();
	const kept = {};
	await run(keyed([0]), { whenUnsure: 'resend' }, lost, kept);
	const next = [oneMessage(0, answers(accepted), { once: keyOf(1) })];
	const { results } = await run(next, {}, { ...lost, pass: 1 }, kept);
	expect(states(results)).toEqual(['unknown earlierRunLost']);
});

it('if the database cannot record where a second attempt goes on, nobody sends what the first one sent again', async () => {
	const time = new VirtualTime(seededRandom(1));
	const run = executions(time);
	const once = { key: 'order 1', content: 'two' };
	const sentFirst = textOf('two', [accepted, refused], { once });
	await run([sentFirst]);
	const { create, ...others } = run.store.marksOf(new Life('2', time));
	const failing: Marks = {
		...others,
		create: async (name, ...more) => {
			if (name.endsWith(':2:progress')) throw new Error('database is locked');
			return await create(name, ...more);
		},
	};
	const second = await run(
		[textOf('two', [accepted, accepted], { once })],
		{},
		{},
		{},
		{ marks: failing },
	);
	expect(states(second.results)).toEqual(['notSent keyNotRecorded']);
	const { results } = await run(
		[textOf('two', [accepted, accepted], { once })],
		{},
		{ execution: '3' },
	);
	expect(states(results)).toEqual(['unknown keyInDoubt']);
});
