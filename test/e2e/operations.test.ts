// All operations in a real n8n, sub-workflows, and the credential in n8n's HTTP Request node.
import { credentialType } from '../n8n/examples';
import type { WorkflowNode } from '../n8n/N8nApi';
import { expectAllOperations, postFile } from './support/allOperations';
import { arrivedTexts } from './support/lists';
import { instanceId, ourNode, plainNode, splitNode } from './support/nodes';
import { realN8n } from './support/realN8n';
import { publish, publishChain } from './support/workflows';

const n8n = realN8n();

/** Runs the nodes one after the other. @returns the last node's first item */
async function post(...nodes: WorkflowNode[]): Promise<unknown> {
	return await postFile(n8n(), new File(['hello'], 'hello.txt', { type: 'text/plain' }), ...nodes);
}

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

it.each([
	['once for all items', 'once'],
	['once for each item', 'each'],
])('fields mean the items of the sub-workflow, which is called %s', async (_, mode) => {
	const called = plainNode('Called', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, {
		inputSource: 'passthrough',
	});
	const send = ourNode(n8n(), 'Send', {
		instanceId,
		to: '={{ $json.to }}',
		text: '=Dear {{ $json["first name"] }} {{ $json.names.last }}, {{ $json.count }}',
	});
	const { id } = await publish(n8n(), `Send, ${mode}`, [called, send]);
	const call = plainNode('Call', 'n8n-nodes-base.executeWorkflow', 1.2, {
		workflowId: { __rl: true, mode: 'id', value: id },
		mode,
		options: { waitForSubWorkflow: true },
	});
	const { post: start } = await publishChain(n8n(), 'lastNode', [splitNode('body.list'), call]);
	const people = [
		{ to: '1001', 'first name': 'Ada', names: { last: 'Lovelace' }, count: 1 },
		{ to: '1001', 'first name': 'Grace', names: { last: 'Hopper' }, count: 2 },
	];
	expect(await start({ list: people })).toMatchObject({ status: 'accepted' });
	expect(await arrivedTexts(n8n())).toEqual(['Dear Ada Lovelace, 1', 'Dear Grace Hopper, 2']);
});
