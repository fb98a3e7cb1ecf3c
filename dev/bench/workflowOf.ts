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
}

/** A webhook, the items, the measured nodes, and the report, which answers the webhook. */
export function workflowOf({ name, measured, chosen, files }: Parts): WorkflowFile {
	const webhook = { path: name, responseMode: 'lastNode', options: {} };
	const items = { count: "={{ $('Webhook').first().json.query.count }}" };
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
		...measured.map((node, place) => ({ name: `Measured ${place}`, ...node })),
		{ name: 'Report', type: 'CUSTOM.benchReport', typeVersion: 1, parameters: {} },
	].map((node, place) => ({ id: randomUUID(), position: [place * 200, 0], ...node }));
	const names = nodes.map((node) => node.name);
	const links = names
		.slice(1)
		.map((next, place) => [names[place], { main: [[{ node: next, type: 'main', index: 0 }]] }]);
	// Most executions would be too large to save.
	const saving = { saveDataSuccessExecution: 'none', saveDataErrorExecution: 'all' };
	return {
		name,
		nodes,
		connections: Object.fromEntries(links) as object,
		settings: { executionOrder: 'v1', ...saving },
	};
}
