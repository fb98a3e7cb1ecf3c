// Two equal items of a list have one Send Once Key: the first one that sends does it for both.
import type { Policy, Verdict } from '../../nodes/MessagingIntegration/delivery';
import { answers, executions, said } from './support/executions';
import { because, type Why } from './support/reasons';
import { accepted, oneMessage, unanswered } from './support/world';

const once = { key: 'order 1', content: '' };
const messages = (count: number, verdict: Verdict<Why> = accepted) =>
	Array.from({ length: count }, (_, item) =>
		oneMessage(item, answers(verdict), { once, lane: 'Ada' }),
	);

it('one is sent, and a dry run says the same', async () => {
	const { results, foreseen } = await executions()(messages(2));
	expect(results.map(said)).toEqual(['sent', 'skipped']);
	expect(foreseen.map(({ would }) => would)).toEqual(['send', 'skip']);
});

describe('if the first one does not go, a dry run does not say that the second one was delivered before', () => {
	it('in quiet hours', async () => {
		const mayBegin = () => because('quietHours');
		const quiet = messages(2).map((one) => ({ ...one, mayBegin }));
		const { results, foreseen } = await executions()(quiet);
		expect(results.map(said)).toEqual(['notSent quietHours', 'notSent quietHours']);
		expect(foreseen).toMatchObject([
			{ would: 'fail', delivery: 'notSent' },
			{ would: 'fail', delivery: 'notSent' },
		]);
	});

	it.each([
		['fail', ['unknown keyInDoubt', 'unknown keyInDoubt'], ['fail', 'fail']],
		['resend', ['sent', 'skipped'], ['send', 'skip']],
		['countAsSent', ['counted', 'skipped'], ['skip', 'skip']],
	] as const)('if it may have arrived before: with "%s"', async (whenUnsure, done, would) => {
		const run = executions();
		await run(messages(1, unanswered));
		const settings: Partial<Policy> = { whenUnsure };
		const { results, foreseen } = await run(messages(2), settings, { execution: '2' });
		expect(results.map(said)).toEqual(done);
		expect(foreseen.map((one) => one.would)).toEqual(would);
	});
});

it('of three, the first one sends, and a retry was in doubt about the second one: the third one is skipped, and a dry run says so', async () => {
	const run = executions();
	const kept = {};
	const [, second] = messages(2, unanswered);
	if (second) await run([{ ...second, once: { ...once, key: 'another' } }], {}, {}, kept);
	const { results, foreseen } = await run(messages(3), {}, { execution: '2' }, kept);
	expect(results.map(said)).toEqual(['sent', 'unknown inDoubtFromEarlierRun', 'skipped']);
	expect(foreseen.map(({ would }) => would)).toEqual(['send', 'fail', 'skip']);
});
