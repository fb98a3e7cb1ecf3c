import { randomUUID } from 'node:crypto';
import type { WorkflowFile } from '../../test/n8n/N8nApi';
import type { Measured } from './case';

/**
 * A webhook, the files, the items, the measured nodes, and the report, which answers the webhook.
 * @param name also the path of the webhook
 * @param fileSelector the files to read, if any
 */
export function workflowOf(
	name: string,
	measured: Measured[],
	fileSelector?: string,
): WorkflowFile {
	const node = (name: string, type: string, typeVersion: number, parameters: object) => ({
		...{ name, type, typeVersion, parameters: parameters as Measured['parameters'] },
	});
	const webhook = { path: name, responseMode: 'lastNode', options: {} };
	const reading = { operation: 'read', fileSelector, options: {} };
	const items = { count: "={{ $('Webhook').first().json.query.count }}" };
	const nodes = [
		{ ...node('Webhook', 'n8n-nodes-base.webhook', 2, webhook), webhookId: randomUUID() },
		...(fileSelector ? [node('Read', 'n8n-nodes-base.readWriteFile', 1.1, reading)] : []),
		node('Items', 'CUSTOM.benchItems', 1, items),
		...measured.map((one, place) => ({ name: `Measured ${place}`, ...one })),
		node('Report', 'CUSTOM.benchReport', 1, {}),
	].map((one, place) => ({ id: randomUUID(), position: [place * 200, 0], ...one }));
	const names = nodes.map((one) => one.name);
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
