import type { ExecutionSummary, Workflow } from '../../n8n/N8nApi';
import { ended } from './executions';
import { arrivedTexts, listOf } from './lists';
import { sendNode, splitNode } from './nodes';
import type { RealN8n } from './realN8n';
import { publishChain } from './workflows';

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
