import { indications } from '../../../dev/sandbox/message';
import type { WorkflowNode } from '../../n8n/N8nApi';
import { instanceId, ourNode } from './nodes';
import type { RealN8n } from './realN8n';
import { publishChain } from './workflows';

/** Runs the nodes one after the other on a posted file. @returns the last node's first item */
export async function postFile(
	n8n: RealN8n,
	file: File,
	...nodes: WorkflowNode[]
): Promise<unknown> {
	const { post } = await publishChain(n8n, 'lastNode', nodes);
	const form = new FormData();
	form.append('data', file);
	return await post(form);
}

/** Uploads a posted file, sends it, shows typing, marks as read and lists an instance; every request must arrive. */
export async function expectAllOperations(n8n: RealN8n): Promise<void> {
	const answer = await postFile(
		n8n,
		new File(['hello'], 'hello.txt', { type: 'text/plain' }),
		ourNode(n8n, 'Upload', { resource: 'media', operation: 'upload', instanceId }),
		ourNode(n8n, 'Send', {
			instanceId,
			to: '12025554567',
			contentType: 'document',
			mediaSource: 'storageRef',
			storageRef: '={{ $json.storageRef }}',
		}),
		...indications.map((operation) =>
			ourNode(n8n, operation, { resource: 'presence', operation, instanceId }),
		),
		ourNode(n8n, 'List', { resource: 'instance', operation: 'getAll', limit: 1 }),
	);
	expect(answer).toMatchObject({ id: 'demo' });
	const log = await n8n.sandbox.requests();
	expect(log.map(({ operation, carriedOut }) => [operation, carriedOut])).toEqual(
		['media', 'messages', ...indications, 'instances'].map((operation) => [operation, true]),
	);
	expect(log[1]?.body).toMatchObject({
		content: { media: { storageRef: log[0]?.file?.storageRef } },
	});
}
