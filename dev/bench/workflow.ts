import { randomUUID } from 'node:crypto';
import type { WorkflowFile } from '../start/n8n-api';
import type { Measured } from './subjects';

export interface Circuit {
	/** Names the workflow and its webhook. */
	name: string;
	/** The nodes that are measured; more than one where it takes more. */
	measured: Measured[];
	/** Files that are read, and whether before the measuring begins. */
	files?: { selector: string; readingCounts: boolean };
	reportTo: string;
	/** Whether n8n saves the execution, with its own time of each node. */
	saved: boolean;
}

/** As the measured nodes are called in the workflow, and in the run data of its executions. */
export const measuredName = 'Measured';

/** A webhook that answers at once, the items, the nodes that are measured, the report. */
export function workflowOf({ name, measured, files, reportTo, saved }: Circuit): WorkflowFile {
	const query = (field: string) => `={{ $('Webhook').first().json.query.${field} }}`;
	const reading = {
		name: 'Read',
		type: 'n8n-nodes-base.readWriteFile',
		typeVersion: 1.1,
		parameters: { operation: 'read', fileSelector: files?.selector, options: {} },
	};
	const nodes = [
		{
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: randomUUID(),
			parameters: { path: name, responseMode: 'onReceived', options: {} },
		},
		...(files && !files.readingCounts ? [reading] : []),
		{
			name: 'Items',
			type: 'CUSTOM.benchItems',
			typeVersion: 1,
			parameters: { count: query('count'), recipients: query('recipients'), profile: query('profile') },
		},
		...(files?.readingCounts ? [reading] : []),
		...measured.map((node, place) => ({ name: `${measuredName} ${place}`, ...node })),
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
