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

/** Connects a node's output with the inputs of others. */
function to(...nodes: WorkflowNode[]) {
	return { main: [nodes.map(({ name }) => ({ node: name, type: 'main', index: 0 }))] };
}

function chain(nodes: WorkflowNode[]) {
	return Object.fromEntries(nodes.slice(1).map((node, at) => [nodes[at]?.name, to(node)]));
}

/**
 * A workflow to open in the editor: started by hand, then a node "Customers" with pinned items.
 * @param joined whether the nodes given come one after the other, or each gets the customers
 */
export async function createByHand(
	{ api }: RealN8n,
	items: object[],
	nodes: WorkflowNode[],
	joined: 'chain' | 'fan' = 'chain',
): Promise<Workflow> {
	const start = plainNode('Start', 'n8n-nodes-base.manualTrigger', 1, {});
	const customers = plainNode('Customers', 'n8n-nodes-base.noOp', 1, {});
	const all = [start, customers, ...nodes];
	const file = {
		name: randomUUID(),
		nodes: all.map((node, at) => ({ ...node, position: [(at % 4) * 224, Math.floor(at / 4) * 192] })),
		connections: joined === 'chain' ? chain(all) : { Start: to(customers), Customers: to(...nodes) },
		settings: {},
		pinData: { Customers: items.map((json) => ({ json })) },
	};
	return await api.createWorkflow(file);
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
	const all = [webhook, ...nodes];
	return await api.publish(await api.createWorkflow({ name: path, nodes: all, connections: chain(all), settings: {} }));
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
