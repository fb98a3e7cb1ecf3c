import { randomUUID } from 'node:crypto';

import { credentialType } from '../../dev/start/example';
import type { WorkflowNode } from '../../dev/start/n8n-api';
import { realN8n } from './real-n8n';
import { ourNode, postOnce, publishChain } from './workflows';

const n8n = realN8n();

const instanceId = { __rl: true, mode: 'id', value: 'demo' };

/** Runs the nodes one after the other on a posted file, and gives the last node's first item. */
async function post(...nodes: WorkflowNode[]): Promise<unknown> {
	const path = randomUUID();
	await publishChain(n8n(), path, 'lastNode', nodes);
	const form = new FormData();
	form.append('data', new Blob(['hello'], { type: 'text/plain' }), 'hello.txt');
	return await postOnce(n8n(), path, form);
}

it('a text goes out where only instance, recipient and text are given', async () => {
	const answer = await post(ourNode(n8n(), 'Send', { instanceId, to: '+1 (555) 123-4567', text: 'Hi' }));
	expect(answer).toMatchObject({ status: 'accepted' });
	expect(await n8n().sandbox.messages()).toMatchObject([
		{ instanceId: 'demo', to: '15551234567', content: { type: 'text', text: 'Hi' } },
	]);
});

it('the five operations run one after the other in one workflow', async () => {
	const answer = await post(
		ourNode(n8n(), 'Upload', { resource: 'media', operation: 'upload', instanceId }),
		ourNode(n8n(), 'Send', {
			instanceId,
			to: '15551234567',
			contentType: 'document',
			mediaSource: 'storageRef',
			storageRef: '={{ $json.storageRef }}',
		}),
		ourNode(n8n(), 'Typing', { resource: 'presence', operation: 'typing', instanceId }),
		ourNode(n8n(), 'Read', { resource: 'presence', operation: 'read', instanceId }),
		ourNode(n8n(), 'List', { resource: 'instance', operation: 'getAll', limit: 1 }),
	);
	expect(answer).toMatchObject({ id: 'demo' });
	const log = await n8n().sandbox.requests();
	expect(log.map(({ operation, carriedOut }) => [operation, carriedOut])).toEqual(
		['media', 'messages', 'typing', 'read', 'instances'].map((operation) => [operation, true]),
	);
	expect(log[1]?.body).toMatchObject({ content: { media: { storageRef: log[0]?.file?.storageRef } } });
});

it("n8n's HTTP Request node reaches other endpoints with the credential", async () => {
	const answer = await post(
		ourNode(
			n8n(),
			'HTTP Request',
			{
				url: `${n8n().sandboxUrl}/api/v1/instances`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: credentialType,
				options: {},
			},
			'n8n-nodes-base.httpRequest',
			4.2,
		),
	);
	expect(answer).toMatchObject({ id: 'demo' });
});
