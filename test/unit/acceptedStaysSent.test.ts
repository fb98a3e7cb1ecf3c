import type { Outcome } from '../../nodes/MessagingIntegration/service/outcome';
import { messageTo } from '../../nodes/MessagingIntegration/service/request';
import { deliver } from '../../nodes/MessagingIntegration/run/deliver';
import type { Run } from '../../nodes/MessagingIntegration/run/deliverPart';
import type { Part } from '../../nodes/MessagingIntegration/run/parts';
import { QuietItems } from '../../nodes/MessagingIntegration/run/quietItems';
import { account, answer, broken } from './support/outcomes';

const noMemory = () => {
	throw new Error('no memory');
};

/** Delivers two messages, of which nothing can be kept. */
async function delivered(outcome: () => Outcome) {
	const problems: string[] = [];
	const request = async () => await Promise.resolve(outcome());
	const parts: Part[] = [0, 1].map((item) => ({
		state: 'toSend',
		item,
		itemRequest: { partName: '', request: messageTo('demo', '1', {}) },
		connection: { id: '', account, accepted: new Set(), transmit: request },
	}));
	const ended = await deliver(parts, {
		senderOf: () => ({ request }),
		journal: { note: noMemory },
		quietItems: new QuietItems('fail'),
		whyNot: async () => await Promise.resolve(undefined),
		options: { concurrency: 1 },
		continues: true,
		stopRun: new AbortController(),
		runStopped: new AbortController().signal,
		logger: { warn: (problem: string) => problems.push(problem) },
	} as unknown as Run);
	return { parts: ended, problems };
}

it.each([
	['sent', answer(200), 'was sent', undefined],
	['failed', broken('reset', true), 'may have arrived', 'unknown'],
])(
	'a message counts as %s, even if the node cannot remember it',
	async (state, outcome, what, delivery) => {
		const { parts, problems } = await delivered(() => outcome);
		for (const part of parts)
			expect(part).toMatchObject({ state, ...(delivery && { failure: { delivery } }) });
		const problem = `A message ${what}, but the node could not keep its answer: no memory`;
		expect(problems).toEqual([problem, problem]);
	},
);

it('a message may have arrived if the node fails after the service accepted it', async () => {
	const unreadable = () => Object.defineProperty(answer(202), 'body', { get: noMemory });
	const { parts } = await delivered(unreadable);
	for (const part of parts)
		expect(part).toMatchObject({ state: 'failed', failure: { delivery: 'unknown' } });
});
