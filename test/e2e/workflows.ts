import { randomUUID } from 'node:crypto';

import { credentialType, nodeType } from '../../dev/start/example';
import type { Workflow, WorkflowNode } from '../../dev/start/n8n-api';
import type { RealN8n } from './real-n8n';

/** What the editor saves for a node on which only these parameters were touched. */
export function plainNode(
	name: string,
	type: string,
	typeVersion: number,
	parameters: Record<string, unknown>,
): WorkflowNode {
	return { id: randomUUID(), name, type, typeVersion, position: [0, 0], parameters };
}

/** The same with the sandbox's credential chosen; of the package's node unless another type is given. */
export function ourNode(
	{ credential }: RealN8n,
	name: string,
	parameters: Record<string, unknown>,
	type = nodeType,
	typeVersion = 1,
): WorkflowNode {
	const node = plainNode(name, type, typeVersion, parameters);
	return { ...node, credentials: { [credentialType]: credential } };
}

/** Publishes a webhook at the path that runs the nodes one after the other. */
export async function publishChain(
	{ api }: RealN8n,
	path: string,
	responseMode: 'lastNode' | 'onReceived',
	nodes: WorkflowNode[],
): Promise<Workflow> {
	const parameters = { path, httpMethod: 'POST', responseMode, options: {} };
	const webhook = { ...plainNode('Webhook', 'n8n-nodes-base.webhook', 2.1, parameters), webhookId: path };
	const chain = [webhook, ...nodes];
	const connections = Object.fromEntries(
		nodes.map(({ name }, at) => [chain[at]?.name, { main: [[{ node: name, type: 'main', index: 0 }]] }]),
	);
	return await api.publish(await api.createWorkflow({ name: path, nodes: chain, connections, settings: {} }));
}

/** Posts to a webhook as soon as n8n knows it, which takes up to a second after it is published. */
export async function postOnce(
	{ api }: RealN8n,
	path: string,
	body: string | FormData,
	headers: Record<string, string> = {},
): Promise<unknown> {
	for (;;) {
		const response = await fetch(`${api.url}/webhook/${path}`, { method: 'POST', body, headers });
		if (response.status !== 404) return await response.json();
		await new Promise((next) => setTimeout(next, 100));
	}
}
