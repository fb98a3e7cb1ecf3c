import { parse } from 'flatted';
import type { ExecutionSummary, Workflow } from '../../n8n/N8nApi';
import { until } from '../../support/until';
import type { RealN8n } from './realN8n';

interface Data {
	resultData: {
		/** By node and run: the items of each output. */
		runData: Record<string, Array<{ data?: { main?: Array<Array<{ json: unknown }> | null> } }>>;
		/** Why an execution failed, and its node. */
		error?: { message: string; description?: string | null };
		lastNodeExecuted?: string;
	};
}

const resultOf = async ({ api }: RealN8n, execution: string) =>
	(parse((await api.execution(execution)).data) as Data).resultData;

/** Waits until a workflow's newest execution has ended. @param after id of an earlier execution to ignore */
export async function ended(
	{ api }: RealN8n,
	workflow: Workflow,
	after?: string,
): Promise<ExecutionSummary> {
	return await until('The end of an execution', async () => {
		const [newest] = await api.executions(workflow.id);
		return newest && newest.id !== after && ['success', 'error'].includes(newest.status) && newest;
	});
}

/** Waits until a workflow's newest execution waits. */
export async function waiting({ api }: RealN8n, workflow: Workflow): Promise<ExecutionSummary> {
	return await until('A waiting execution', async () => {
		const [newest] = await api.executions(workflow.id);
		return newest?.status === 'waiting' && newest;
	});
}

/** The json of a node's first output in an execution; undefined if the node did not run. */
export async function itemsOf(
	n8n: RealN8n,
	execution: string,
	node: string,
): Promise<unknown[] | undefined> {
	const { runData } = await resultOf(n8n, execution);
	return runData[node]?.flatMap(({ data }) => data?.main?.[0] ?? []).map(({ json }) => json);
}

/** The error of an execution that failed, and the node at which it stopped. */
export async function failureOf(n8n: RealN8n, execution: string): Promise<object> {
	const { error, lastNodeExecuted } = await resultOf(n8n, execution);
	return { node: lastNodeExecuted, message: error?.message, description: error?.description };
}

/** `itemsOf` for the newest execution, after it has ended. */
export async function outputOf(
	n8n: RealN8n,
	workflow: Workflow,
	node: string,
): Promise<unknown[] | undefined> {
	const { id } = await ended(n8n, workflow);
	return await itemsOf(n8n, id, node);
}
