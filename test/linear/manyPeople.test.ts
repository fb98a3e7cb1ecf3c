// One question can have thousands of recipients.
import type { IExecuteFunctions } from 'n8n-workflow';

import { Journal, onePart } from '../../nodes/MessagingIntegration/delivery';
import { itemReader } from '../../nodes/MessagingIntegration/operations/resources';
import { keepQuestion, type Asked } from '../../nodes/MessagingIntegration/question/question';
import { reasons } from '../delivery/support/reasons';
import { taskOf } from '../delivery/support/world';
import { questionOf } from '../unit/support/askedQuestion';
import { growsInProportion } from './growsInProportion';

const numbers = (count: number) =>
	Array.from({ length: count }, (_, at) => String(491510000000 + at));

/** What the journal keeps of people who were asked. */
function noted(people: string[]) {
	const context: { journal?: unknown } = {};
	const task = taskOf(1, { operation: 'ask', isQuestion: true });
	const journal = new Journal(context, task, { newId: () => '', reasons });
	for (const who of people)
		journal.sent({ item: 0, who, instance: '', parts: onePart, steps: [] }, [{}], true);
	const saved = context.journal as { items: { ask: Record<number, { by: object }> } };
	return saved.items.ask[0]?.by ?? {};
}

it('the time for what is kept of people grows in proportion to their number', () => {
	expect(growsInProportion((count) => noted(numbers(count)), 12_000)).toBe(true);
});

it('each person is kept, whatever the name', () => {
	const people = ['__proto__', 'constructor', '4915112345678'];
	expect(Object.keys(noted(people))).toEqual(expect.arrayContaining(people));
});

it('the time to find the links of people again grows in proportion to their number', () => {
	const kept = {};
	const context = {
		getContext: () => kept,
		getExecutionId: () => '1',
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
	} as unknown as IExecuteFunctions;
	const asked: Asked = questionOf('?');
	const again = (count: number) => {
		// The other way round, those who were asked last are looked for first.
		const [first, second] = [numbers(count), numbers(count).reverse()].map((people) =>
			keepQuestion(context, asked, people),
		);
		expect(second?.people.at(-1)).toEqual(first?.people[0]);
	};
	expect(growsInProportion(again, 40_000)).toBe(true);
});

it('an expression that gives many people is evaluated as often as one that gives two', () => {
	const evaluated = (count: number) => {
		const parameters: Record<string, unknown> = {
			resource: 'message',
			operation: 'sendAndWait',
			instanceId: 'demo',
			message: '?',
			responseType: 'freeText',
			to: '={{ $json.to.join() }},{{ $json.last() }}',
			defaultCountry: '={{ $json.country() }}',
		};
		let times = 0;
		const value = (given: unknown) => (times++, given);
		const values: Record<string, unknown> = { to: numbers(count).join(), defaultCountry: 'none' };
		const context = {
			getNode: () => ({ type: 'messagingIntegration', parameters }),
			getInputData: () => [{ json: {} }],
			getTimezone: () => 'UTC',
			getContext: () => ({}),
			getExecutionId: () => '1',
			getWorkflowDataProxy: () => ({ $runIndex: 0 }),
			getSignedResumeUrl: () => 'https://n8n.example/',
			getNodeParameter: (name: string, _: number, absent: unknown) =>
				name in values ? value(values[name]) : (parameters[name] ?? absent),
			evaluateExpression: () => value('x1'),
		} as unknown as IExecuteFunctions;
		expect(itemReader(context).read(0)).toHaveLength(count);
		return times;
	};
	expect(evaluated(1000)).toBe(evaluated(2));
});
