import { Slots } from '../../nodes/MessagingIntegration/requests/slots';
import { deliver, type Run } from '../../nodes/MessagingIntegration/run/deliver';
import { newSummary } from '../../nodes/MessagingIntegration/run/hints';
import type { Part } from '../../nodes/MessagingIntegration/run/parts';
import { account, answer, requestOf } from './outcomes';

it('an accepted message counts as sent, even if the node cannot remember it', async () => {
	const problems: unknown[] = [];
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
		settled: () => undefined,
		warn: (error: unknown) => problems.push(error),
	} as unknown as Run);
	expect(parts.map(({ state }) => state)).toEqual(['sent', 'sent']);
	expect(problems).toHaveLength(2);
});
