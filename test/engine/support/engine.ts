import { type N8nHome, settleIn } from './n8nHome';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { PackageDirectoryLoader, WebhookContext, WorkflowExecute } from 'n8n-core';
import type {
	ExecutionError,
	IConnections,
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IPinData,
	IRun,
	IWebhookData,
	IWebhookResponseData,
	IWorkflowExecuteAdditionalData,
	IWorkflowSettings,
	NodeExecutionHint,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { CredentialStore } from './credentialStore';
import { executionData } from './executionData';
import { AgentNode, agentType, connectedToAgent, derivedType } from './agentNode';
import { asAnswered, asRetried, asSaved, withoutEmpty } from './continued';
import { type InputItem, StartNode, startNodeType } from './startNode';

const credentialName = 'messagingIntegrationApi';

/** One node of this package, with the settings of n8n's tabs "Parameters" and "Settings". */
export type Step = { parameters: INodeParameters } & Pick<
	INode,
	'onError' | 'retryOnFail' | 'maxTries' | 'waitBetweenTries' | 'rewireOutputLogTo'
> & {
		/** One that n8n derives from the node for models: an agent then calls it. */
		type?: string;
		/** What the model of that agent writes: one call for each. */
		calls?: IDataObject[];
	};

export interface RunRequest extends Step {
	/** One empty item, unless given. */
	items?: InputItem[];
	/** Settings of the workflow. */
	settings?: IWorkflowSettings;
	/** Pinned items by node name. The node that feeds the first one is called "Start". */
	pinData?: IPinData;
	/** What expressions read as `$vars`; may change during the run. */
	variables?: IDataObject;
	/** When n8n ends it because of the workflow's timeout (ms since 1970). */
	endsAt?: number;
	/** How n8n starts it; `manual` if not given. A `retry` without a failed execution is that of a lost one. */
	mode?: WorkflowExecuteMode;
	/** How often the first node runs on all items within one execution, as in a loop; 1 if not given. */
	runs?: number;
	/** Nodes after the first, each connected to the one before. */
	next?: Step[];
	credential: ICredentialDataDecryptedObject;
}

/** How one run of a node ended. */
export interface NodeOutcome {
	/** Items by output: the regular one, then the error output with `onError: continueErrorOutput`. */
	outputs: INodeExecutionData[][];
	/** The items of the first output. */
	items: INodeExecutionData[];
	error?: ExecutionError;
	hints: NodeExecutionHint[];
}

/** How the last node ended, and all others. */
export interface RunOutcome extends NodeOutcome {
	/** Every run of every node, in the order of the nodes. */
	nodes: NodeOutcome[];
	/** What n8n would save of the first node's context. */
	context: unknown;
	/** The execution as n8n would save it. */
	run: IRun;
}

export interface RunningWorkflow {
	/** What the stop button does. */
	cancel: () => void;
	outcome: Promise<RunOutcome>;
}

export interface Engine extends Pick<N8nHome, 'storeBinariesIn' | 'log'> {
	run: (request: RunRequest, failed?: IRun) => Promise<RunOutcome>;
	/**
	 * A run that can be stopped.
	 * @param failed a failed execution to retry, as "Retry execution" does. The request is the "currently saved
	 * workflow".
	 */
	begin: (request: RunRequest, failed?: IRun) => RunningWorkflow;
	/**
	 * Continues an execution that waits, with what was answered.
	 * @param answer undefined if the wait ended before
	 * @param how `asRetry`: a retry continues. `killed`: n8n was killed while the execution continued, and a retry begins
	 * with what n8n had saved of it.
	 */
	resume: (
		request: Omit<RunRequest, 'pinData'>,
		waiting: IRun,
		answer?: IDataObject,
		how?: 'asRetry' | 'killed',
	) => Promise<RunOutcome>;
	/** What n8n calls for a request to the link of the first node, while an execution waits. */
	webhook: (
		request: Omit<RunRequest, 'pinData'>,
		waiting: IRun,
		exchange: Pick<IWorkflowExecuteAdditionalData, 'httpRequest' | 'httpResponse'>,
	) => Promise<IWebhookResponseData>;
	stop: () => Promise<void>;
}

/**
 * n8n's execution engine with the built package (`npm run build`), loaded as n8n loads it. One for each
 * test file, because n8n's services exist once per process.
 */
export async function startEngine(): Promise<Engine> {
	const { storeBinariesIn, log, leave } = settleIn();
	await storeBinariesIn('filesystem');
	const loader = new PackageDirectoryLoader(join(__dirname, '../../..'));
	await loader.loadAll();

	const setUp = ({ credential, variables, endsAt, ...chain }: Omit<RunRequest, 'pinData'>) => {
		const workflow = workflowOf(chain, loader);
		const store = new CredentialStore(loader.getCredential(credentialName).type, credential);
		return { workflow, data: executionData(store, variables, endsAt) };
	};
	const begin: Engine['begin'] = ({ pinData, mode = 'manual', ...request }, failed) => {
		const { workflow, data } = setUp(request);
		const startNode = workflow.getNode('Start') ?? undefined;
		const running = failed
			? new WorkflowExecute(data, 'retry', asRetried(failed, workflow)).processRunExecutionData(
					workflow,
				)
			: new WorkflowExecute(data, mode).run({ workflow, startNode, pinData });
		const outcome = running.then((run) => outcomeOf(run, workflow));
		return { cancel: () => running.cancel(), outcome };
	};
	const resume: Engine['resume'] = async (request, waiting, answer, how) => {
		const { workflow, data } = setUp(request);
		const continued = answer ? asAnswered(waiting, answer) : asSaved(waiting);
		if (how !== 'killed') data.restartExecutionId = data.executionId;
		// What n8n saves has no fields without a value.
		const saved = how === 'killed' ? withoutEmpty(continued) : continued;
		const mode = how ? 'retry' : 'manual';
		const running = new WorkflowExecute(data, mode, saved).processRunExecutionData(workflow);
		return outcomeOf(await running, workflow);
	};
	const webhook: Engine['webhook'] = async (request, waiting, exchange) => {
		const { workflow, data } = setUp(request);
		const node = workflow.getNode('Node 1') as INode;
		const context = new WebhookContext(
			workflow,
			node,
			{ ...data, ...exchange },
			'manual',
			{} as IWebhookData,
			[],
			asSaved(waiting),
		);
		const type = workflow.nodeTypes.getByNameAndVersion(node.type);
		return (await type.webhook?.call(context)) ?? {};
	};
	return {
		webhook,
		storeBinariesIn,
		log,
		stop: leave,
		begin,
		resume,
		run: async (...request) => await begin(...request).outcome,
	};
}

function workflowOf(
	{
		items = [{}],
		settings,
		runs = 1,
		next = [],
		calls = [{}],
		...first
	}: Omit<RunRequest, 'credential' | 'variables' | 'endsAt' | 'pinData'>,
	loader: PackageDirectoryLoader,
): Workflow {
	const start = new StartNode(items);
	const messaging = loader.getNode('messagingIntegration').type;
	const isForModel = first.type?.endsWith('Tool') ?? false;
	const agent = new AgentNode(calls, first.type?.endsWith('HitlTool') ?? false);
	const own: Record<string, INodeType> = { [startNodeType]: start, [agentType]: agent };
	const typeOf = (type: string) =>
		own[type] ?? (isForModel ? derivedType(messaging as INodeType, type) : messaging);
	const steps = [first, ...next].map((step, index) => ({
		id: randomUUID(),
		name: `Node ${index + 1}`,
		type: `${loader.packageName}.messagingIntegration`,
		typeVersion: 1,
		position: [200 * (index + 1), 0] as [number, number],
		credentials: { [credentialName]: { id: 'credential', name: 'Test' } },
		...step,
	}));
	const nodes: INode[] = [
		{
			id: randomUUID(),
			name: 'Start',
			type: startNodeType,
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
		...steps,
	];
	const connections: IConnections = {};
	for (const [index, { name }] of steps.entries()) {
		const before = nodes[index]?.name ?? '';
		const connection = { node: name, type: 'main' as const, index: 0 };
		connections[before] = {
			main: [Array.from({ length: index === 0 ? runs : 1 }, () => connection)],
		};
	}
	const around = isForModel ? connectedToAgent(nodes[1] as INode) : undefined;
	return new Workflow({
		id: 'workflow',
		name: 'Test',
		nodes: around ? [...nodes.slice(0, 1), ...around.nodes] : nodes,
		connections: around?.connections ?? connections,
		active: false,
		nodeTypes: {
			getByName: typeOf,
			getByNameAndVersion: (type) => typeOf(type) as StartNode,
			getKnownTypes: () => ({}),
		},
		settings: { executionOrder: 'v1', ...settings },
	});
}

function outcomeOf(run: IRun, { nodes: all }: Workflow): RunOutcome {
	const names = Object.keys(all).slice(1);
	const { executionData, resultData } = run.data;
	const nodes = names
		.flatMap((name) => resultData.runData[name] ?? [])
		.map(({ data, error, hints }) => {
			const outputs = (data?.main ?? []).map((items) => items ?? []);
			return { outputs, items: outputs[0] ?? [], ...(error && { error }), hints: hints ?? [] };
		});
	const last = nodes.at(-1) ?? { outputs: [], items: [], hints: [] };
	return { ...last, nodes, context: executionData?.contextData[`node:${names[0]}`] ?? {}, run };
}
