import { randomUUID } from 'node:crypto';

import type { ExecutionSummary, Workflow } from '../../dev/start/n8n-api';
import { instanceId } from './all-operations';
import { ended } from './executions';
import type { RealN8n } from './real-n8n';
import { ourNode, plainNode, postOnce, publishChain } from './workflows';

export const list = Array.from({ length: 1000 }, (_, at) => ({
	to: String(15550000000 + (at % 100)),
	text: `message ${at}`,
}));

/** As `textsThatArrived` gives them. */
export const everyTextOnce = list.map(({ text }) => text).sort();

/**
 * Sends the list through a published workflow while the service says no to one message in the middle of it.
 * @param settings of the node, e.g. retryOnFail
 */
export async function sendList(n8n: RealN8n, settings: object): Promise<{ workflow: Workflow; execution: ExecutionSummary }> {
	await n8n.sandbox.bend({ path: 'messages', skip: 500, status: 400 });
	const send = ourNode(n8n, 'Send', { instanceId, to: '={{ $json.to }}', text: '={{ $json.text }}' });
	const split = plainNode('Split', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.list', options: {} });
	const path = randomUUID();
	const workflow = await publishChain(n8n, path, 'onReceived', [split, { ...send, ...settings }]);
	await postOnce(n8n, path, JSON.stringify({ list }), { 'content-type': 'application/json' });
	return { workflow, execution: await ended(n8n, workflow) };
}

export async function textsThatArrived(n8n: RealN8n): Promise<unknown[]> {
	const messages = await n8n.sandbox.messages();
	return messages.map(({ content }) => (content as { text?: unknown }).text).sort();
}
