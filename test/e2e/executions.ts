import { readFlatted } from '../../dev/start/execution-error';
import type { ExecutionSummary, Workflow } from '../../dev/start/n8n-api';
import type { RealN8n } from './real-n8n';

interface Data {
	resultData: {
		/** By node, then by run; of each run the items of each output. */
		runData: Record<string, Array<{ data?: { main?: Array<Array<{ json: unknown }> | null> } }>>;
	};
}

/** Waits until the newest execution of a workflow has come to an end. @param after is an earlier one, by id */
export async function ended({ api }: RealN8n, workflow: Workflow, after?: string): Promise<ExecutionSummary> {
	for (;;) {
		const [newest] = await api.executions(workflow.id);
		if (newest && newest.id !== after && ['success', 'error'].includes(newest.status)) return newest;
		await new Promise((next) => setTimeout(next, 100));
	}
}

/** Waits for the same, and gives what came out of a node's first output; undefined where the node was not run. */
export async function outputOf(
	n8n: RealN8n,
	workflow: Workflow,
	node: string,
	after?: string,
): Promise<unknown[] | undefined> {
	const { id } = await ended(n8n, workflow, after);
	const { resultData } = readFlatted((await n8n.api.execution(id)).data) as Data;
	return resultData.runData[node]?.flatMap(({ data }) => data?.main?.[0] ?? []).map(({ json }) => json);
}
