import { randomUUID } from 'node:crypto';

import { reviewType, toolType } from '../../n8n/examples';
import type { WorkflowNode } from '../../n8n/N8nApi';
import { until } from '../../support/until';
import { connectedAs, fromModel, modelNode } from './agents';
import { failureOf, itemsOf } from './executions';
import { instanceId, ourNode, plainNode } from './nodes';
import { askNode } from './questions';
import type { RealN8n } from './realN8n';
import { startModel } from './startModel';
import { chain, publish } from './workflows';

const people = ['12025550101', '12025550102', '12025550103'];

/** A data table with a row for each person, until `use` has ended. */
async function withRows<Result>(
	{ api }: RealN8n,
	use: (table: string) => Promise<Result>,
): Promise<Result> {
	const { id: project } = await api.call<{ id: string }>('GET', '/projects/personal');
	const tables = `/projects/${project}/data-tables`;
	const columns = [{ name: 'to', type: 'string' }];
	const { id } = await api.call<{ id: string }>('POST', tables, { name: randomUUID(), columns });
	try {
		const data = people.map((to) => ({ to }));
		await api.call('POST', `${tables}/${id}/insert`, { data, returnType: 'count' });
		return await use(id);
	} finally {
		await api.call('DELETE', `${tables}/${id}`);
	}
}

/** The options of all nodes. */
type Options = Record<string, unknown>;

const to = '={{ $("Rows").first().json.to }}';

const send = (n8n: RealN8n, name: string, options: Options, more: object = {}, type?: string) =>
	ourNode(n8n, name, { instanceId, to, text: name, options, ...more }, type);

/** Publishes a sub-workflow that sends. @returns the node that calls it */
async function subWorkflow(n8n: RealN8n, options: Options): Promise<WorkflowNode> {
	const called = plainNode('Called', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, {
		inputSource: 'passthrough',
	});
	const inside = send(n8n, 'In Sub-Workflow', options, { to: '={{ $json.row }}' });
	const { id } = await publish(n8n, randomUUID(), [called, inside]);
	const workflowId = { __rl: true, mode: 'id', value: id };
	return plainNode('Call', 'n8n-nodes-base.executeWorkflow', 1.2, { workflowId, options: {} });
}

/**
 * An AI agent that calls its tool once for each person. If `isAsked`, it then calls a second tool, which stands behind a
 * review and never makes a dry run.
 */
async function agentWithTools(n8n: RealN8n, options: Options, isAsked: boolean) {
	const calls = [{ tool: 'Tool', arguments: { Text: 'By Tool' } }];
	const toolParameters = { Text: 'Behind Review' };
	const reviewed = [{ tool: 'Behind', arguments: { toolParameters, hitlParameters: {} } }];
	const { model: account, requests } = await startModel(
		n8n,
		people.flatMap(() => [calls, ...(isAsked ? [reviewed] : []), 'Done.']),
	);
	const described = { descriptionType: 'manual', toolDescription: 'Sends one text message.' };
	const more = { ...described, text: fromModel('Text') };
	const tool = send(n8n, 'Tool', options, more, toolType);
	const behind = send(n8n, 'Behind', { dryRun: 'never' }, more, toolType);
	const question = { to, message: '=Send {{ $json.toolParameters.Text }}?' };
	const review = ourNode(n8n, 'Review', { instanceId, options, ...question }, reviewType);
	const model = modelNode(account);
	const asked = { promptType: 'define', text: 'Go on', options: {} };
	const agent = plainNode('Agent', '@n8n/n8n-nodes-langchain.agent', 3, asked);
	const connections = {
		...connectedAs('ai_languageModel', model, agent),
		...connectedAs('ai_tool', tool, agent),
		...(isAsked && {
			...connectedAs('ai_tool', behind, review),
			...connectedAs('ai_tool', review, agent),
		}),
	};
	const below = [model, tool, ...(isAsked ? [behind, review] : [])];
	return { agent, below, connections, requests };
}

const setNode = (name: string, field: string, value: string) =>
	plainNode(name, 'n8n-nodes-base.set', 3.4, {
		assignments: { assignments: [{ id: field, name: field, value, type: 'string' }] },
		options: {},
	});

/** Makes a file of a text, uploads it, and sends its reference. */
const uploadNodes = (n8n: RealN8n, options: Options): WorkflowNode[] => [
	setNode('Words', 'words', 'The words of a file'),
	plainNode('To File', 'n8n-nodes-base.convertToFile', 1.1, {
		operation: 'toText',
		sourceProperty: 'words',
		options: { fileName: 'words.txt' },
	}),
	ourNode(n8n, 'Upload', { resource: 'media', operation: 'upload', instanceId, options }),
	send(n8n, 'Send File', options, {
		contentType: 'document',
		mediaSource: 'storageRef',
		storageRef: '={{ $json.storageRef }}',
	}),
];

/**
 * Evaluates a workflow with three rows. Each goes through a message, a sub-workflow, an agent's tool, an upload with its
 * message, and, if `isAsked`, a tool behind a review and a question.
 * @returns what the nodes gave for each row, and what the model read of its tools
 */
export async function evaluate(n8n: RealN8n, options: Options = {}, isAsked = true) {
	return await withRows(n8n, async (table) => {
		const { agent, below, connections, requests } = await agentWithTools(n8n, options, isAsked);
		const rows = {
			source: 'dataTable',
			dataTableId: { __rl: true, mode: 'id', value: table },
		};
		// n8n evaluates only what it can measure.
		const metrics = {
			operation: 'setMetrics',
			metrics: { assignments: [{ id: 'one', name: 'rows', value: 1, type: 'number' }] },
		};
		const main = [
			plainNode('Rows', 'n8n-nodes-base.evaluationTrigger', 4.6, rows),
			send(n8n, 'Send', options),
			setNode('Row', 'row', to),
			await subWorkflow(n8n, options),
			agent,
			...uploadNodes(n8n, options),
			...(isAsked ? [askNode(n8n, { to, options })] : []),
			plainNode('Metrics', 'n8n-nodes-base.evaluation', 4.6, metrics),
		];
		const { id } = await n8n.api.createWorkflow({
			name: randomUUID(),
			nodes: [...main, ...below],
			connections: { ...chain(main), ...connections },
			settings: { executionOrder: 'v1' },
		});
		const executions = await executionsOf(n8n, id);
		const read = requests.flatMap(({ messages }) => {
			const [last] = messages.slice(-1);
			return last?.role === 'tool' ? [JSON.stringify(last.content)] : [];
		});
		const given = async (node: string) =>
			await Promise.all(executions.map(async (one) => (await itemsOf(n8n, one, node))?.[0]));
		return { given, read };
	});
}

/** Starts an evaluation like the editor's button. @returns the execution of each row */
async function executionsOf(n8n: RealN8n, workflow: string): Promise<string[]> {
	const { api } = n8n;
	const runs = `/workflows/${workflow}/test-runs`;
	await api.call('POST', `${runs}/new`, {});
	type TestRun = { id: string; status: string };
	const { id, ...said } = await until('The end of an evaluation', async () => {
		const [newest] = await api.call<TestRun[]>('GET', runs);
		return newest && !['new', 'running'].includes(newest.status) && newest;
	});
	type Case = { executionId: string | null; status: string };
	const cases = await api.call<Case[]>('GET', `${runs}/${id}/test-cases`);
	const failed = cases.filter(({ status }) => status !== 'success');
	if (said.status !== 'completed' || failed.length > 0) {
		// n8n says only that a row failed.
		const failures = await Promise.all(
			failed.map(async ({ executionId }) => executionId && (await failureOf(n8n, executionId))),
		);
		throw new Error(`The evaluation failed: ${JSON.stringify({ failures, said, cases })}`);
	}
	return cases.map(({ executionId }) => executionId ?? '');
}

/** What n8n does not replace in an evaluation: requests of the node. */
export async function expectNobodyReached(n8n: RealN8n): Promise<void> {
	const { given, read } = await evaluate(n8n);
	const said = { dryRun: true, would: 'send' };
	const text = (words: string) =>
		people.map((person) => ({
			...said,
			to: person,
			country: 'US',
			content: { type: 'text', text: words },
		}));
	expect(await given('Send')).toEqual(text('Send'));
	expect(await given('Call')).toEqual(text('In Sub-Workflow'));
	expect(read).toEqual(
		people.flatMap(() => [
			expect.stringContaining('This was a dry run. Nothing was sent'),
			expect.stringContaining('This was a dry run: nobody was asked'),
		]),
	);
	const uploaded = (await given('Upload')) as Array<{ storageRef: string }>;
	expect(await given('Send File')).toEqual(
		people.map((person, row) => ({
			...said,
			to: person,
			country: 'US',
			content: { type: 'document', media: { storageRef: uploaded[row]?.storageRef } },
		})),
	);
	expect(await given('Ask')).toEqual(people.map(() => ({ dryRun: true, data: { dryRun: true } })));
	expect(await n8n.sandbox.requests()).toEqual([]);
}
