import { randomUUID } from 'node:crypto';
import { fetchN8n } from '../../n8n/fetchN8n';

import type { Workflow, WorkflowNode } from '../../n8n/N8nApi';
import type { RealN8n } from './realN8n';

function triggerOf(workflow: Workflow): string {
	const nodes = workflow.nodes as WorkflowNode[];
	return nodes.find(({ type }) => type.endsWith('Trigger'))?.name ?? '';
}

/** Starts a workflow like the editor's button "Execute workflow". */
export async function executeWorkflow({ api }: RealN8n, workflow: Workflow): Promise<void> {
	await api.call('POST', `/workflows/${workflow.id}/run`, {
		triggerToStartFrom: { name: triggerOf(workflow) },
		// n8n 1 wants it from the editor, and n8n 2 reads its own.
		workflowData: workflow,
	});
}

/** Writes to a workflow like the editor's chat. @returns n8n's response, which waits for the workflow */
export async function executeChat(
	{ api }: RealN8n,
	workflow: Workflow,
	words: string,
): Promise<Response> {
	const sessionId = randomUUID();
	await api.call('POST', `/workflows/${workflow.id}/run`, {
		triggerToStartFrom: { name: triggerOf(workflow) },
		chatSessionId: sessionId,
	});
	return await fetchN8n(`${api.url}/webhook-test/${workflow.id}/${sessionId}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ action: 'sendMessage', sessionId, chatInput: words }),
	});
}

/** The same. @returns the answer after the workflow has ended */
export async function chat(n8n: RealN8n, workflow: Workflow, words: string): Promise<unknown> {
	return await (await executeChat(n8n, workflow, words)).json();
}
