import { randomUUID } from 'node:crypto';

import { type ExecutionSummary, type Workflow } from '../../dev/start/n8n-api';
import { ended } from './executions';
import { realN8n } from './real-n8n';
import { ourNode, plainNode, postOnce, publishChain } from './workflows';

const list = Array.from({ length: 1000 }, (_, at) => ({
	to: String(15550000000 + (at % 100)),
	text: `message ${at}`,
}));

const n8n = realN8n();

beforeEach(async () => {
	// The service says no to one message in the middle of the list.
	await n8n().sandbox.bend({ path: 'messages', skip: 500, status: 400 });
});

/** Sends the list through a published workflow. */
async function sendList(settings: object): Promise<{ workflow: Workflow; execution: ExecutionSummary }> {
	const send = ourNode(n8n(), 'Send', {
		instanceId: { __rl: true, mode: 'id', value: 'demo' },
		to: '={{ $json.to }}',
		text: '={{ $json.text }}',
	});
	const split = plainNode('Split', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.list', options: {} });
	const path = randomUUID();
	const workflow = await publishChain(n8n(), path, 'onReceived', [split, { ...send, ...settings }]);
	await postOnce(n8n(), path, JSON.stringify({ list }), { 'content-type': 'application/json' });
	return { workflow, execution: await ended(n8n(), workflow) };
}

async function textsThatArrived(): Promise<unknown[]> {
	const messages = await n8n().sandbox.messages();
	return messages.map(({ content }) => (content as { text?: unknown }).text).sort();
}

const everyTextOnce = list.map(({ text }) => text).sort();

it('Retry On Fail sends what is left, and nothing twice', async () => {
	const { execution } = await sendList({ retryOnFail: true, maxTries: 3, waitBetweenTries: 0 });
	expect(execution.status).toBe('success');
	expect(await textsThatArrived()).toEqual(everyTextOnce);
});

it.each([
	['with the workflow as it was', false],
	['with the workflow as it is saved now', true],
])('retrying a failed execution %s sends what is left, and nothing twice', async (_, loadWorkflow) => {
	const { workflow, execution } = await sendList({});
	expect(execution.status).toBe('error');
	const before = (await textsThatArrived()).length;
	expect(before).toBeGreaterThanOrEqual(500);
	expect(before).toBeLessThan(list.length);
	await n8n().api.call('POST', `/executions/${execution.id}/retry`, { loadWorkflow });
	expect((await ended(n8n(), workflow, execution.id)).status).toBe('success');
	expect(await textsThatArrived()).toEqual(everyTextOnce);
});
