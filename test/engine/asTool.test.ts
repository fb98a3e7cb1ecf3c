import { join } from 'node:path';
import { Container } from '@n8n/di';
import {
	BinaryDataService,
	ExecuteContext,
	PackageDirectoryLoader,
	SupplyDataContext,
} from 'n8n-core';
import { makeHandleToolInvocation } from 'n8n-core/dist/execution-engine/node-execution-context/utils/get-input-connection-data';
import {
	createEmptyRunExecutionData,
	createRunExecutionData,
	type INode,
	type INodeExecutionData,
	type ISourceData,
	NodeConnectionTypes,
	Workflow,
} from 'n8n-workflow';
import { keys } from '../../dev/sandbox/accounts';
import { toolType } from '../n8n/examples';
import { CredentialStore } from './support/credentialStore';
import { deliveryOnSandbox, texts } from './support/deliveryOnSandbox';
import { executionData } from './support/executionData';
import { keyTable } from './support/keyTable';
import { upload } from './support/parameters';
import { StartNode, startNodeType } from './support/startNode';

const { execute, control, acceptedTexts, requests, url } = deliveryOnSandbox();
keyTable();

type Run = ReturnType<typeof createRunExecutionData>;

/** The node as a tool in a workflow. */
async function toolInWorkflow(settings: Partial<INode>) {
	const loader = new PackageDirectoryLoader(join(__dirname, '../..'));
	await loader.loadAll();
	const { type: messaging } = loader.getNode('messagingIntegration');
	const { type: credential } = loader.getCredential('messagingIntegrationApi');
	const place = { typeVersion: 1, position: [0, 0] as [number, number] };
	const server = { id: 'server', name: 'Server', type: startNodeType, parameters: {}, ...place };
	const node: INode = {
		id: 'messaging',
		name: 'Messaging',
		type: 'messaging.Tool',
		...place,
		parameters: { ...texts(), to: '1001', text: 'from the model' },
		credentials: { messagingIntegrationApi: { id: 'credential', name: 'Test' } },
		...settings,
	};
	const typeOf = (type: string) =>
		(type === startNodeType ? new StartNode([{}]) : messaging) as StartNode;
	const workflow = new Workflow({
		id: 'workflow',
		name: 'Test',
		active: false,
		settings: { executionOrder: 'v1' },
		nodes: [server, node],
		connections: { Messaging: { ai_tool: [[{ node: 'Server', type: 'ai_tool', index: 0 }]] } },
		nodeTypes: { getByName: typeOf, getByNameAndVersion: typeOf, getKnownTypes: () => ({}) },
	});
	const store = new CredentialStore(credential, { baseUrl: url(), apiKey: keys.all.key });
	return { workflow, server, node, messaging: messaging as StartNode, store };
}

/**
 * The node as a tool of an MCP server or an agent.
 * @param item that the server or the agent handles
 * @param executionId and run: of n8n; a retry has another ID, and the data of the run before; a call of an MCP server has no ID
 * @returns a function that calls the tool
 */
async function tool(
	settings: Partial<INode>,
	item: INodeExecutionData = { json: {} },
	{ run = createRunExecutionData(), ...of }: { executionId?: string | undefined; run?: Run } = {},
) {
	const { workflow, server, node, messaging, store } = await toolInWorkflow(settings);
	const data = Object.assign(executionData(store), { executionId: '1', ...of });
	const input = {
		data: { main: [[item]] },
		node: server,
		source: null as unknown as Record<string, ISourceData[]>,
	};
	const contextOf = (runIndex: number) => {
		const given = [workflow, node, data, 'manual', run, runIndex] as const;
		const type = NodeConnectionTypes.AiTool;
		return new SupplyDataContext(...given, [item], {}, type, input, [], undefined, server);
	};
	const call = makeHandleToolInvocation(contextOf, node, messaging, run);
	return async (said: INodeExecutionData['json'] = {}) => String(await call(said));
}

/** Calls the node as n8n's own Agents (2.41) do: alone, in no execution. @returns what the model reads */
async function callOfAgents(settings: Partial<INode>, said: INodeExecutionData['json']) {
	const { workflow, node, messaging, store } = await toolInWorkflow(settings);
	const data = Object.assign(executionData(store), { executionId: undefined });
	const input = [{ json: said }];
	const inputs = { main: [input] };
	const execution = { node, data: inputs, source: null };
	const none = createEmptyRunExecutionData();
	const given = [workflow, node, data, 'internal', none, 0, input, inputs, execution] as const;
	const output = await messaging.execute.call(new ExecuteContext(...given, []));
	return JSON.stringify(output[0]?.map(({ json }) => json));
}

it("n8n's own Agents can call the tool: with what the model wrote, and nothing more", async () => {
	const parameters = { ...texts(), to: "={{ $fromAI('To') }}", text: "={{ $fromAI('Text') }}" };
	const call = async (said: INodeExecutionData['json']) =>
		await callOfAgents({ parameters, type: toolType }, said);
	expect(await call({ To: '1001', Text: 'Hello' })).toContain('accepted');
	expect(await call({ To: '1001', Text: 'Hello', Key: 'k' })).toContain(
		'does not take these arguments',
	);
	await control().bend({ status: 422 });
	expect(await call({ To: '1001', Text: 'Again' })).toContain('"delivery":"notSent"');
	expect(await acceptedTexts()).toEqual(['Hello']);
});

it.each([{}, { onError: 'continueRegularOutput' as const }, { onError: 'stopWorkflow' as const }])(
	'"Retry On Fail" does not repeat a call in doubt, and the model gets the whole error: %j',
	async (settings) => {
		await control().bend({ reset: 'afterReading', carryOut: true });
		const call = await tool({ retryOnFail: true, maxTries: 3, waitBetweenTries: 1, ...settings });
		expect(await call()).toContain('It may have arrived.');
		expect(await acceptedTexts()).toHaveLength(1);
	},
);

it.each([
	['does not fail, so that the model gets the whole error', {}, false],
	['fails if "On Error" is Stop Workflow', { onError: 'stopWorkflow' as const }, true],
])('a tool that the engine runs for an agent %s', async (_, settings, fails) => {
	await control().bend({ status: 422 });
	const parameters = { ...texts(), to: '1001', text: 'from the model' };
	const { error, run } = await execute({ parameters, type: toolType, ...settings });
	expect(await requests()).toHaveLength(1);
	expect(error !== undefined).toBe(fails);
	const [task] = run.data.resultData.runData['Node 1'] ?? [];
	if (!fails) expect(JSON.stringify(task?.data?.ai_tool)).toContain('"delivery":"notSent"');
});

it.each([
	[
		'what it wrote itself',
		"={{ $fromAI('To') }}",
		'Call again with another value of To: the number alone, with + and its country code',
	],
	[
		'what a formula makes of it',
		"={{ ({ Ada: '1' })[$fromAI('To')] ?? 'nobody' }}",
		'Nobody is listed',
	],
])('the model reads how to correct %s', async (_, to, said) => {
	const call = await tool({ parameters: { ...texts(), to, text: 'Hello' } });
	expect(await call({ To: 'Ben' })).toContain(said);
	expect(await requests()).toEqual([]);
});

it('what the model adds to what the tool declares is refused before anything is sent', async () => {
	const call = await tool(
		{ parameters: { ...texts(), to: '={{ $json.to }}', text: "={{ $fromAI('Text') }}" } },
		{ json: { to: '1001' } },
	);
	expect(await call({ to: '1002', Text: 'Hello' })).toContain(
		'This tool does not take these arguments: to',
	);
	expect(await call({ Text: 'Hello' })).toContain('accepted');
	expect(await acceptedTexts()).toEqual(['Hello']);
});

it.each(['={{ $binary.data }}', '={{ $binary["data"] }}', '={{ ($binary.data) }}'])(
	'%s is the file of the item that the agent handles',
	async (binaryPropertyName) => {
		const data = await Container.get(BinaryDataService).store(
			{ type: 'execution', workflowId: 'workflow', executionId: '1' },
			Buffer.from('a picture'),
			{ data: '', mimeType: 'image/png', fileName: 'a.png' },
		);
		const call = await tool(
			{ parameters: { ...upload, binaryPropertyName } },
			{ json: {}, binary: { data } },
		);
		expect(await call()).toContain('storageRef');
		expect(await requests()).toHaveLength(1);
	},
);

it('a model cannot write a file itself', async () => {
	const binaryPropertyName = "={{ $fromAI('File', '', 'json') }}";
	const call = await tool({ parameters: { ...upload, binaryPropertyName } });
	const data = Buffer.from('by the model').toString('base64');
	const File = { data, mimeType: 'text/plain', fileName: 'a.txt' };
	expect(await call({ File })).toContain('n8n gives this tool no file');
	expect(await requests()).toEqual([]);
});

it.each([
	['of an MCP server', true],
	['of an agent in n8n 1.123, which does not say that it is a tool', false],
])('a question asks nobody in a tool %s, and the model reads why', async (_, isSaid) => {
	const prototype = SupplyDataContext.prototype as object;
	const own = Object.getOwnPropertyDescriptor(prototype, 'isToolExecution') as PropertyDescriptor;
	if (!isSaid) Reflect.deleteProperty(prototype, 'isToolExecution');
	try {
		const question = { operation: 'sendAndWait', to: '1001', message: 'Really?' };
		const call = await tool({ parameters: { ...texts(), ...question } });
		expect(await call()).toContain('This tool cannot wait for an answer');
	} finally {
		Object.defineProperty(prototype, 'isToolExecution', own);
	}
	expect(await requests()).toEqual([]);
});

it('"Fail if More Than" counts the calls of an execution, and none of the one that it retries', async () => {
	const run = createRunExecutionData();
	const options = { failIfMoreThan: 1, whenUnsure: 'resend' };
	const settings = {
		parameters: { ...texts(options), to: '1001', text: "={{ $fromAI('Text') }}" },
	};
	for (const executionId of ['1', '2']) {
		const call = await tool(settings, { json: {} }, { run, executionId });
		expect(await call({ Text: `sent by ${executionId}` })).toContain('accepted');
		expect(await call({ Text: 'one too many' })).toContain('The limit of 1 message is reached');
	}
	expect(await acceptedTexts()).toEqual(['sent by 1', 'sent by 2']);
});

it('"Fail if More Than" counts each call of an MCP server alone', async () => {
	const settings = { parameters: { ...texts({ failIfMoreThan: 1 }), to: '1001', text: 'Hello' } };
	for (let calls = 0; calls < 2; calls++) {
		const call = await tool(settings, { json: {} }, { executionId: undefined });
		expect(await call()).toContain('accepted');
	}
	expect(await acceptedTexts()).toHaveLength(2);
});

it('"Fail if More Than" does not count a call that "Send Once Key" skips', async () => {
	const run = createRunExecutionData();
	const options = { failIfMoreThan: 2, sendOnceKey: "={{ $fromAI('Text') }}" };
	const settings = {
		parameters: { ...texts(options), to: '1001', text: "={{ $fromAI('Text') }}" },
	};
	const call = await tool(settings, { json: {} }, { run });
	expect(await call({ Text: 'Ready.' })).toContain('accepted');
	for (let again = 1; again <= 3; again++)
		expect(await call({ Text: 'Ready.' })).toContain('skipped');
	expect(await call({ Text: 'Closed at 6.' })).toContain('accepted');
	expect(await call({ Text: 'one too many' })).toContain('The limit of 2 messages is reached');
	expect(await acceptedTexts()).toEqual(['Ready.', 'Closed at 6.']);
});
