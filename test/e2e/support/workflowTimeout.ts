import type { Fault } from '../../../dev/sandbox/sandboxControl';
import { lastExecution } from '../../n8n/lastExecution';
import { ended } from './executions';
import { arrivedTexts, listOf, repeated } from './lists';
import { sendNode, splitNode } from './nodes';
import type { RealN8n } from './realN8n';
import { publishChain } from './workflows';

const list = listOf(60);
const everyText = list.map(({ text }) => text).sort();

/** The workflow ends before its list is sent (s). */
const executionTimeout = 6;

/** What becomes of a list that takes longer than its workflow may. n8n alone would save nothing of it. */
export function workflowTimeout(running: () => RealN8n): void {
	it.each<[string, Fault, object, object]>([
		['each message takes 0.6 s', { delay: 600 }, { concurrency: 4 }, {}],
		['n8n tries the node three times', { delay: 600 }, { concurrency: 4 }, { retryOnFail: true }],
		[
			'the service asks to slow down',
			{ skip: 13, status: 429, headers: { 'retry-after': '299' } },
			{},
			{},
		],
	])(
		'a list that takes longer than its workflow may fails, and its retry sends exactly the rest: %s',
		async (_, fault, options, settings) => {
			const n8n = running();
			await n8n.sandbox.bend({ path: 'messages$', count: 1000, ...fault });
			const { workflow, post } = await publishChain(
				n8n,
				'onReceived',
				[splitNode('body.list'), { ...sendNode(n8n, options), ...settings }],
				undefined,
				{ executionTimeout },
			);
			await post({ list });
			const { id, status } = await ended(n8n, workflow);
			const before = await arrivedTexts(n8n);
			expect(status).toBe('error');
			expect(await lastExecution(n8n.api, workflow.id)).toMatch(
				/The workflow's timeout ended the run: \d+ of 60 items were not sent/,
			);
			expect(before.length).toBeGreaterThan(0);
			expect(before.length).toBeLessThan(list.length);

			await n8n.sandbox.straighten();
			const retried = await n8n.api.retry(id);
			const what = retried.status !== 'success' ? await lastExecution(n8n.api, workflow.id) : '';
			expect([retried.status, what]).toEqual(['success', '']);
			const texts = (await arrivedTexts(n8n)).sort();
			expect(repeated(texts)).toBe(0);
			expect(texts).toEqual(everyText);
		},
	);
}
