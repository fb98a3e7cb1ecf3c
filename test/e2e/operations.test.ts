import { credentialType } from '../n8n/examples';
import type { WorkflowNode } from '../n8n/N8nApi';
import { expectAllOperations, postFile } from './allOperations';
import { instanceId, ourNode } from './nodes';
import { realN8n } from './realN8n';

const n8n = realN8n();

/** Runs the nodes one after the other. @returns the last node's first item */
async function post(...nodes: WorkflowNode[]): Promise<unknown> {
	return await postFile(n8n(), new File(['hello'], 'hello.txt', { type: 'text/plain' }), ...nodes);
}

it('a text needs only an instance, a recipient and the text', async () => {
	const answer = await post(
		ourNode(n8n(), 'Send', { instanceId, to: '+1 (555) 123-4567', text: 'Hi' }),
	);
	expect(answer).toMatchObject({ status: 'accepted' });
	expect(await n8n().sandbox.messages()).toMatchObject([
		{ instanceId: 'demo', to: '15551234567', content: { type: 'text', text: 'Hi' } },
	]);
});

it('one workflow can run all five operations', async () => {
	await expectAllOperations(n8n());
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
