import type { ExecutionSummary, Workflow } from '../../n8n/N8nApi';
import { ended } from './executions';
import { arrivedTexts, listOf } from './lists';
import { executeWorkflow } from './inTheEditor';
import { sendNode, splitNode } from './nodes';
import type { RealN8n } from './realN8n';
import { createByHand, publishChain } from './workflows';

export const list = listOf(1000, 100);

/** Sorted like the result of `sortedTexts`. */
export const everyTextOnce = list.map(({ text }) => text).sort();

/**
 * Sends the list through a published workflow while the service refuses one message in the middle.
 * @param settings of the node, e.g. retryOnFail
 */
export async function sendList(
	n8n: RealN8n,
	settings: object,
	options: object = {},
): Promise<{ workflow: Workflow; execution: ExecutionSummary }> {
	await n8n.sandbox.bend({ path: 'messages', skip: 500, status: 400 });
	const nodes = [splitNode('body.list'), { ...sendNode(n8n, options), ...settings }];
	const { workflow, post } = await publishChain(n8n, 'onReceived', nodes);
	await post({ list });
	return { workflow, execution: await ended(n8n, workflow) };
}

export async function sortedTexts(n8n: RealN8n): Promise<string[]> {
	return (await arrivedTexts(n8n)).sort();
}

/** Executes a workflow by hand whose second message is refused, and retries that execution. */
export async function expectManualRetried(n8n: RealN8n): Promise<void> {
	const three = listOf(3);
	const workflow = await createByHand(n8n, three, [sendNode(n8n, { concurrency: 1 })]);
	await n8n.sandbox.bend({ path: 'messages', skip: 1, status: 400 });
	await executeWorkflow(n8n, workflow);
	const failed = await ended(n8n, workflow);
	expect(failed).toMatchObject({ mode: 'manual', status: 'error' });
	expect(await arrivedTexts(n8n)).toEqual(['message 0']);
	expect((await n8n.api.retry(failed.id)).status).toBe('success');
	expect(await arrivedTexts(n8n)).toEqual(three.map(({ text }) => text));
}
