import { deliver, type Run } from '../../nodes/MessagingIntegration/run/deliver';
import { Slots } from '../../nodes/MessagingIntegration/run/lanes';
import type { Part } from '../../nodes/MessagingIntegration/run/parts';
import { newSummary } from '../../nodes/MessagingIntegration/run/report';
import { account, answer, requestOf } from './outcomes';

it('an accepted message counts as sent, even if the node cannot remember it', async () => {
	const problems: string[] = [];
	const memory = {
		recall: () => undefined,
		remember: () => {
			throw new Error('no memory');
		},
	};
	const send = async () => await Promise.resolve(answer(200));
	const parts: Part[] = [0, 1].map((item) => ({
		state: 'toSend',
		item,
		itemRequest: { request: requestOf('send') },
	}));
	await deliver(parts, {
		connection: { account, send },
		memory,
		slots: new Slots(1),
		summary: newSummary(),
		continues: false,
		halt: new AbortController(),
		logger: { warn: (problem: string) => problems.push(problem) },
	} as unknown as Run);
	expect(parts.map(({ state }) => state)).toEqual(['sent', 'sent']);
	expect(problems).toEqual(
		Array(2).fill('A message was sent, but the node could not keep its answer: no memory'),
	);
});
