import { randomUUID } from 'node:crypto';

import { fetchN8n } from '../../n8n/fetchN8n';
import type { Workflow, WorkflowNode } from '../../n8n/N8nApi';
import { until } from '../../support/until';
import { plainNode } from './nodes';
import type { RealN8n } from './realN8n';

/** Connects a node's output to the inputs of others. */
export function to(...nodes: WorkflowNode[]) {
	return { main: [nodes.map(({ name }) => ({ node: name, type: 'main', index: 0 }))] };
}

export function chain(nodes: WorkflowNode[]): object {
	return Object.fromEntries(nodes.slice(1).map((node, at) => [nodes[at]?.name, to(node)]));
}

/**
 * A workflow to open in the editor: a manual trigger, then a node "Customers" with pinned items.
 * @param joined whether the given nodes follow each other, or all follow "Customers"
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
		nodes: all.map((node, at) => ({
			...node,
			position: [(at % 4) * 224, Math.floor(at / 4) * 192],
		})),
		connections:
			joined === 'chain' ? chain(all) : { Start: to(customers), Customers: to(...nodes) },
		settings: {},
		pinData: { Customers: items.map((json) => ({ json })) },
	};
	return await api.createWorkflow(file);
}

/** Publishes a workflow of nodes connected one after the other, unless other connections are given. */
export async function publish(
	{ api }: RealN8n,
	name: string,
	nodes: WorkflowNode[],
	connections = chain(nodes),
	settings: object = {},
): Promise<Workflow> {
	return await api.publish(await api.createWorkflow({ name, nodes, connections, settings }));
}

/** A published workflow that starts with a webhook. */
export interface PublishedChain {
	workflow: Workflow;
	/** @returns the webhook's answer */
	post: (body: object | FormData) => Promise<unknown>;
}

/**
 * Publishes a webhook that runs the nodes one after the other, and answers when they end or immediately.
 * @param connect gives other connections
 * @param settings of the workflow
 */
export async function publishChain(
	n8n: RealN8n,
	responseMode: 'lastNode' | 'onReceived',
	nodes: WorkflowNode[],
	connect: (nodes: WorkflowNode[]) => object = chain,
	settings: object = {},
): Promise<PublishedChain> {
	const path = randomUUID();
	const parameters = { path, httpMethod: 'POST', responseMode, options: {} };
	const webhook = {
		...plainNode('Webhook', 'n8n-nodes-base.webhook', 2.1, parameters),
		webhookId: path,
	};
	const all = [webhook, ...nodes];
	const workflow = await publish(n8n, path, all, connect(all), settings);
	return { workflow, post: async (body) => await post(n8n, path, body) };
}

/**
 * Posts a form, or an object as JSON, to a webhook. n8n knows a webhook up to a second after publishing it.
 * @returns its answer
 */
export async function post(
	{ api }: RealN8n,
	path: string,
	body: object | FormData,
	headers: Record<string, string> = {},
): Promise<unknown> {
	const request =
		body instanceof FormData
			? { body, headers }
			: { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } };
	const response = await until('The webhook', async () => {
		const answer = await fetchN8n(`${api.url}/webhook/${path}`, { method: 'POST', ...request });
		return answer.status !== 404 && answer;
	});
	return await response.json();
}
