import { parse } from 'flatted';
import type { ExecutionSummary, Workflow } from '../n8n/N8nApi';
import { until } from '../until';
import type { RealN8n } from './realN8n';

interface Data {
	resultData: {
		/** By node and run: the items of each output. */
		runData: Record<string, Array<{ data?: { main?: Array<Array<{ json: unknown }> | null> } }>>;
	};
}

/** Waits until a workflow's newest execution has one of these statuses. @param after id of an earlier one to ignore */
export async function untilStatus(
	{ api }: RealN8n,
	{ id }: Workflow,
	statuses: string[],
	after?: string,
): Promise<ExecutionSummary> {
	return await until(`An execution with the status ${statuses.join(' or ')}`, async () => {
		const [newest] = await api.executions(id);
		return newest && newest.id !== after && statuses.includes(newest.status) && newest;
	});
}

/** Waits until a workflow's newest execution has ended. @param after id of an earlier execution to ignore */
export const ended = async (n8n: RealN8n, workflow: Workflow, after?: string) =>
	await untilStatus(n8n, workflow, ['success', 'error'], after);

/** Waits until all executions have ended. @returns how many failed, limited by n8n's page size */
export async function failuresOf({ api }: RealN8n, { id }: Workflow): Promise<number> {
	const areOver = async () => (await api.executions(id, 'new', 'running')).length === 0;
	await until('The end of all executions', areOver, 300);
	return (await api.executions(id, 'error', 'crashed')).length;
}

/** The json of a node's first output in an execution; undefined if the node did not run. */
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

/** The same for the newest execution, after it has ended. */
export async function outputOf(
	n8n: RealN8n,
	workflow: Workflow,
	node: string,
): Promise<unknown[] | undefined> {
	const { id } = await ended(n8n, workflow);
	return await itemsOf(n8n, id, node);
}
