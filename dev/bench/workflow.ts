import { randomUUID } from 'node:crypto';
import type { WorkflowFile, WorkflowNode } from '../start/n8n-api';

export interface Measured {
	/** Names the workflow and its webhook. */
	name: string;
	/** The node that is measured. */
	node: Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters' | 'credentials'>;
	reportTo: string;
	/** Whether n8n saves the execution, with its own time of each node. */
	saved: boolean;
}

/** As the measured node is called in the workflow, and in the run data of its executions. */
export const measuredName = 'Measured';

/** A webhook that answers at once, the items, the node that is measured, the report. */
export function workflowOf({ name, node, reportTo, saved }: Measured): WorkflowFile {
	const query = (field: string) => `={{ $('Webhook').first().json.query.${field} }}`;
	const nodes = [
		{
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: randomUUID(),
			parameters: { path: name, responseMode: 'onReceived', options: {} },
		},
		{
			name: 'Items',
			type: 'CUSTOM.benchItems',
			typeVersion: 1,
			parameters: { count: query('count'), recipients: query('recipients'), profile: query('profile') },
		},
		{ name: measuredName, ...node },
		{
			name: 'Report',
			type: 'CUSTOM.benchReport',
			typeVersion: 1,
			parameters: {
				reportTo,
				profileTo: query('profileTo'),
				made: "={{ JSON.stringify($('Items').first().json).length }}",
			},
		},
	].map((node, place) => ({ id: randomUUID(), position: [place * 200, 0], ...node }));
	const names = nodes.map((node) => node.name);
	const links = names.slice(1).map((next, place) => [names[place], { main: [[{ node: next, type: 'main', index: 0 }]] }]);
	return {
		name,
		nodes,
		connections: Object.fromEntries(links) as object,
		settings: {
			executionOrder: 'v1',
			saveDataSuccessExecution: saved ? 'all' : 'none',
			saveDataErrorExecution: 'all',
			saveExecutionProgress: false,
		},
	};
}
