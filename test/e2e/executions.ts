import { parse } from 'flatted';
import type { ExecutionSummary, Workflow } from '../n8n/N8nApi';
import { until } from '../until';
import type { RealN8n } from './realN8n';

interface Data {
	resultData: {
		/** By node, then by run; of each run the items of each output. */
		runData: Record<string, Array<{ data?: { main?: Array<Array<{ json: unknown }> | null> } }>>;
	};
}

/** Waits until the newest execution of a workflow has come to an end. @param after is an earlier one, by id */
export async function ended(
	{ api }: RealN8n,
	workflow: Workflow,
	after?: string,
): Promise<ExecutionSummary> {
	return await until(
		'The end of an execution',
		async () => {
			const [newest] = await api.executions(workflow.id);
			return (
				newest && newest.id !== after && ['success', 'error'].includes(newest.status) && newest
			);
		},
		60,
	);
}

/** What came out of a node's first output in an execution; undefined where the node was not run. */
export async function itemsOf(
	{ api }: RealN8n,
	execution: string,
	node: string,
): Promise<unknown[] | undefined> {
	const { resultData } = parse((await api.execution(execution)).data) as Data;
	return resultData.runData[node]
		?.flatMap(({ data }) => data?.main?.[0] ?? [])
		.map(({ json }) => json);
}

/** The same of the newest execution, once that has ended. */
export async function outputOf(
	n8n: RealN8n,
	workflow: Workflow,
	node: string,
): Promise<unknown[] | undefined> {
	const { id } = await ended(n8n, workflow);
	return await itemsOf(n8n, id, node);
}
