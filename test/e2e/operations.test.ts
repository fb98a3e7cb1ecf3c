import { randomUUID } from 'node:crypto';

import { credentialType, nodeType } from '../../dev/start/example';
import type { WorkflowNode } from '../../dev/start/n8n-api';
import { type RealN8n, startRealN8n } from './real-n8n';

let n8n: RealN8n;

beforeAll(async () => {
	n8n = await startRealN8n();
});

afterAll(async () => {
	await n8n.stop();
});

const instanceId = { __rl: true, mode: 'id', value: 'demo' };

/** What the editor saves for a node on which only these parameters were touched. */
function node(name: string, parameters: Record<string, unknown>, type = nodeType, typeVersion = 1): WorkflowNode {
	return {
		id: randomUUID(),
		name,
		type,
		typeVersion,
		position: [0, 0],
		parameters,
		credentials: { [credentialType]: n8n.credential },
	};
}

/** Publishes a webhook that runs the nodes one after the other, posts a file to it, and gives the last node's first item. */
async function post(...nodes: WorkflowNode[]): Promise<unknown> {
	const path = randomUUID();
	const webhook: WorkflowNode = {
		...node('Webhook', { path, httpMethod: 'POST', responseMode: 'lastNode', options: {} }, 'n8n-nodes-base.webhook', 2.1),
		credentials: {},
		webhookId: path,
	};
	const chain = [webhook, ...nodes];
	const connections = Object.fromEntries(
		nodes.map(({ name }, at) => [chain[at]?.name, { main: [[{ node: name, type: 'main', index: 0 }]] }]),
	);
	await n8n.api.publish(await n8n.api.createWorkflow({ name: path, nodes: chain, connections, settings: {} }));
	const form = new FormData();
	form.append('data', new Blob(['hello'], { type: 'text/plain' }), 'hello.txt');
	for (;;) {
		const response = await fetch(`${n8n.api.url}/webhook/${path}`, { method: 'POST', body: form });
		// For up to a second after it is published n8n does not know the webhook.
		if (response.status !== 404) return await response.json();
		await new Promise((next) => setTimeout(next, 100));
	}
}

it('a text goes out where only instance, recipient and text are given', async () => {
	const answer = await post(node('Send', { instanceId, to: '+1 (555) 123-4567', text: 'Hi' }));
	expect(answer).toMatchObject({ status: 'accepted' });
	expect(await n8n.sandbox.messages()).toMatchObject([
		{ instanceId: 'demo', to: '15551234567', content: { type: 'text', text: 'Hi' } },
	]);
});

it('the five operations run one after the other in one workflow', async () => {
	await n8n.sandbox.forget();
	const answer = await post(
		node('Upload', { resource: 'media', operation: 'upload', instanceId }),
		node('Send', {
			instanceId,
			to: '15551234567',
			contentType: 'document',
			mediaSource: 'storageRef',
			storageRef: '={{ $json.storageRef }}',
		}),
		node('Typing', { resource: 'presence', operation: 'typing', instanceId }),
		node('Read', { resource: 'presence', operation: 'read', instanceId }),
		node('List', { resource: 'instance', operation: 'getAll', limit: 1 }),
	);
	expect(answer).toMatchObject({ id: 'demo' });
	const log = await n8n.sandbox.requests();
	expect(log.map(({ operation, carriedOut }) => [operation, carriedOut])).toEqual(
		['media', 'messages', 'typing', 'read', 'instances'].map((operation) => [operation, true]),
	);
	expect(log[1]?.body).toMatchObject({ content: { media: { storageRef: log[0]?.file?.storageRef } } });
});

it("n8n's HTTP Request node reaches other endpoints with the credential", async () => {
	await n8n.sandbox.forget();
	const answer = await post(
		node(
			'HTTP Request',
			{
				url: `${n8n.sandboxUrl}/api/v1/instances`,
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
