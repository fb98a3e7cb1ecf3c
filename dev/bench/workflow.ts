import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { WorkflowFile } from '../../test/n8n/N8nApi';
import type { Case, Measured } from './case';

interface Parts {
	/** The name of the workflow and of its webhook. */
	name: string;
	measured: Measured[];
	chosen: Case;
	/** The folder of the case's files. */
	files: string;
	reportTo: string;
}

/** The name of the measured nodes in the workflow and in the run data of its executions. */
export const measuredName = 'Measured';

/** A webhook that answers at once, then the items, the measured nodes and the report. */
export function workflowOf({ name, measured, chosen, files, reportTo }: Parts): WorkflowFile {
	const query = (field: string) => `={{ $('Webhook').first().json.query.${field} }}`;
	const webhook = { path: name, responseMode: 'onReceived', options: {} };
	const items = { count: query('count'), recipients: query('recipients') };
	const report = { reportTo, made: "={{ JSON.stringify($('Items').first().json).length }}" };
	const reading = {
		name: 'Read',
		type: 'n8n-nodes-base.readWriteFile',
		typeVersion: 1.1,
		parameters: {
			operation: 'read',
			fileSelector: join(files, `${chosen.name}-*.bin`),
			options: {},
		},
	};
	const nodes = [
		{
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: randomUUID(),
			parameters: webhook,
		},
		...(chosen.files && !chosen.files.readingCounts ? [reading] : []),
		{ name: 'Items', type: 'CUSTOM.benchItems', typeVersion: 1, parameters: items },
		...(chosen.files?.readingCounts ? [reading] : []),
		...measured.map((node, place) => ({ name: `${measuredName} ${place}`, ...node })),
		{ name: 'Report', type: 'CUSTOM.benchReport', typeVersion: 1, parameters: report },
	].map((node, place) => ({ id: randomUUID(), position: [place * 200, 0], ...node }));
	const names = nodes.map((node) => node.name);
	const links = names
		.slice(1)
		.map((next, place) => [names[place], { main: [[{ node: next, type: 'main', index: 0 }]] }]);
	const saving = {
		saveDataSuccessExecution: chosen.unsaved ? 'none' : 'all',
		saveDataErrorExecution: 'all',
		saveExecutionProgress: false,
	};
	return {
		name,
		nodes,
		connections: Object.fromEntries(links) as object,
		settings: { executionOrder: 'v1', ...saving },
	};
}
