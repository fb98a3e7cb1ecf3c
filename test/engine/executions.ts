import { join } from 'node:path';
import { PackageDirectoryLoader, WorkflowExecute } from 'n8n-core';
import type { ICredentialDataDecryptedObject, IDataObject, INode, IRun, IRunExecutionData } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { CredentialStore } from './credential-store';
import type { NodeOutcome, RunRequest } from './engine';
import { executionData } from './execution-data';
import { StartNode, startNodeType } from './start-node';

/** One node of this package behind a start node, in an execution that can be run again. */
export interface Plan extends Omit<RunRequest, 'next' | 'credential'> {
	/** How often the node runs within one execution, each time on all items, as in a loop; once when not given. */
	runs?: number;
	/** What expressions read as `$vars`; may be changed while it runs. */
	variables?: IDataObject;
}

export interface ExecutionOutcome extends NodeOutcome {
	/** Every run of the node, the last one of which is the outcome. */
	runs: NodeOutcome[];
	/** What n8n would save of the context that the node keeps. */
	context: unknown;
	run: IRun;
}

const name = 'Messaging';

/** Executions of one package: begun, and begun again from what a failed one left. `startEngine` comes first. */
export class Executions {
	private readonly loader = new PackageDirectoryLoader(join(__dirname, '../..'));

	async load(): Promise<void> {
		await this.loader.loadAll();
	}

	/**
	 * Begins an execution.
	 * @param failed the run of a failed execution that is retried, as with the executions list: what the plan
	 * changes is what the retry "with the currently saved workflow" brings along
	 */
	begin({ variables, ...plan }: Plan, credential: ICredentialDataDecryptedObject, failed?: IRun) {
		const workflow = this.workflowOf(plan);
		const { type } = this.loader.getCredential('messagingIntegrationApi');
		const data = executionData(workflow, new CredentialStore(type, credential), variables);
		const startNode = workflow.getNode('Start') ?? undefined;
		const running = failed
			? new WorkflowExecute(data, 'retry', asRetried(failed, workflow)).processRunExecutionData(workflow)
			: new WorkflowExecute(data, 'manual').run({ workflow, startNode });
		return { cancel: () => running.cancel(), outcome: running.then(outcomeOf) };
	}

	private workflowOf({ items = [{}], runs = 1, ...step }: Plan): Workflow {
		const start = new StartNode(items);
		const messaging = this.loader.getNode('messagingIntegration').type;
		const typeOf = (type: string) => (type === startNodeType ? start : messaging) as StartNode;
		const nodes: INode[] = [
			{ id: 'start', name: 'Start', type: startNodeType, typeVersion: 1, position: [0, 0], parameters: {} },
			{
				id: 'messaging',
				name,
				type: `${this.loader.packageName}.messagingIntegration`,
				typeVersion: 1,
				position: [200, 0],
				credentials: { messagingIntegrationApi: { id: 'credential', name: 'Test' } },
				...step,
			},
		];
		const connection = { node: name, type: 'main' as const, index: 0 };
		return new Workflow({
			id: 'workflow',
			name: 'Test',
			nodes,
			connections: { Start: { main: [Array.from({ length: runs }, () => connection)] } },
			active: false,
			nodeTypes: { getByName: typeOf, getByNameAndVersion: typeOf, getKnownTypes: () => ({}) },
			settings: { executionOrder: 'v1' },
		});
	}
}

/** What n8n's executions list hands to a retry: all but the failed run of the last node, as it was saved. */
function asRetried({ data }: IRun, workflow: Workflow): IRunExecutionData {
	const { runData } = data.resultData;
	const kept = { ...runData, [name]: (runData[name] ?? []).filter(({ error }) => error === undefined) };
	const saved = { ...data, resultData: { ...data.resultData, error: undefined, runData: kept } };
	const retried = JSON.parse(JSON.stringify(saved)) as IRunExecutionData;
	for (const waiting of retried.executionData?.nodeExecutionStack ?? []) {
		waiting.node = workflow.getNode(waiting.node.name) ?? waiting.node;
	}
	return retried;
}

function outcomeOf(run: IRun): ExecutionOutcome {
	const { executionData, resultData } = run.data;
	const runs = (resultData.runData[name] ?? []).map(({ data, error, hints = [] }) => {
		const outputs = (data?.main ?? []).map((items) => items ?? []);
		return { outputs, items: outputs[0] ?? [], ...(error && { error }), hints };
	});
	const last = runs.at(-1) ?? { outputs: [], items: [], hints: [] };
	return { ...last, runs, context: executionData?.contextData[`node:${name}`] ?? {}, run };
}
