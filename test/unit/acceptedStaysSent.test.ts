import { deliver } from '../../nodes/MessagingIntegration/run/deliver';
import type { Run } from '../../nodes/MessagingIntegration/run/deliverPart';
import type { Part } from '../../nodes/MessagingIntegration/run/parts';
import { account, answer, requestOf } from './outcomes';

it('an accepted message counts as sent, even if the node cannot remember it', async () => {
	const problems: string[] = [];
	const journal = {
		note: () => {
			throw new Error('no memory');
		},
	};
	const send = async () => await Promise.resolve(answer(200));
	const parts: Part[] = [0, 1].map((item) => ({
		state: 'toSend',
		item,
		itemRequest: { part: '', request: requestOf('send') },
		connection: { id: '', account, send },
	}));
	await deliver(parts, {
		senderOf: () => ({ send }),
		journal,
		mayBegin: async () => await Promise.resolve(),
		concurrency: 1,
		continues: false,
		halt: new AbortController(),
		halted: new AbortController().signal,
		logger: { warn: (problem: string) => problems.push(problem) },
	} as unknown as Run);
	expect(parts.map(({ state }) => state)).toEqual(['sent', 'sent']);
	expect(problems).toEqual(
		Array(2).fill('A message was sent, but the node could not keep its answer: no memory'),
	);
});
