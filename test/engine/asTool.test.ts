import { join } from 'node:path';
import { PackageDirectoryLoader, SupplyDataContext } from 'n8n-core';
import { makeHandleToolInvocation } from 'n8n-core/dist/execution-engine/node-execution-context/utils/get-input-connection-data';
import {
	createRunExecutionData,
	type IDataObject,
	type INode,
	type ISourceData,
	NodeConnectionTypes,
	Workflow,
} from 'n8n-workflow';
import { keys } from '../../dev/sandbox/accounts';
import { CredentialStore } from './credentialStore';
import { deliveryOnSandbox, texts } from './deliveryOnSandbox';
import { executionData } from './executionData';
import { StartNode, startNodeType } from './startNode';

const { control, acceptedTexts, url } = deliveryOnSandbox();

/**
 * The node as a tool of an MCP server or an agent.
 * @param json of the item that the server or the agent handles
 * @returns a function that calls the tool
 */
async function tool(settings: Partial<INode>, json: IDataObject = {}) {
	const loader = new PackageDirectoryLoader(join(__dirname, '../..'));
	await loader.loadAll();
	const { type: messaging } = loader.getNode('messagingIntegration');
	const { type: credential } = loader.getCredential('messagingIntegrationApi');
	const place = { typeVersion: 1, position: [0, 0] as [number, number] };
	const server: INode = {
		id: 'server',
		name: 'Server',
		type: startNodeType,
		...place,
		parameters: {},
	};
	const node: INode = {
		id: 'messaging',
		name: 'Messaging',
		type: 'messaging.tool',
		...place,
		parameters: { ...texts(), to: '1', text: 'from the model' },
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
	const data = executionData(
		workflow,
		new CredentialStore(credential, { baseUrl: url(), apiKey: keys.all.key }),
	);
	const run = createRunExecutionData({
		executionData: {
			contextData: {},
			nodeExecutionStack: [],
			metadata: {},
			waitingExecution: {},
			waitingExecutionSource: {},
		},
	});
	const input = {
		data: { main: [[{ json }]] },
		node: server,
		source: null as unknown as Record<string, ISourceData[]>,
	};
	const contextOf = (runIndex: number) =>
		new SupplyDataContext(
			workflow,
			node,
			data,
			'manual',
			run,
			runIndex,
			[{ json }],
			{},
			NodeConnectionTypes.AiTool,
			input,
			[],
			undefined,
			server,
		);
	const call = makeHandleToolInvocation(contextOf, node, messaging as StartNode, run);
	return async (said: IDataObject = {}) => String(await call(said));
}

it.each([{}, { onError: 'continueRegularOutput' as const }])(
	'"Retry On Fail" does not repeat a call in doubt, and the model gets the whole error: %j',
	async (settings) => {
		await control().bend({ reset: 'afterReading', carryOut: true });
		const call = await tool({ retryOnFail: true, maxTries: 3, waitBetweenTries: 1, ...settings });
		expect(await call()).toContain('may have been delivered');
		expect(await acceptedTexts()).toHaveLength(1);
	},
);

it('calls at the same moment each send their message', async () => {
	const call = await tool({});
	await Promise.all([call(), call(), call()]);
	expect(await acceptedTexts()).toHaveLength(3);
});

it('$json is the item that the agent handles, not the input from the model', async () => {
	const call = await tool(
		{ parameters: { ...texts(), to: '={{ $json.to }}', text: '={{ $json.text }}' } },
		{ to: '1', text: 'of the item' },
	);
	await call({ to: '2', text: 'of the model' });
	expect(await acceptedTexts()).toEqual(['of the item']);
});
