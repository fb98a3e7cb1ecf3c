import type { IRun, IRunExecutionData, Workflow } from 'n8n-workflow';

/** What n8n's "Retry execution" starts from: the saved execution without the failed run of its last node. */
export function asRetried({ data }: IRun, workflow: Workflow): IRunExecutionData {
	const { runData, lastNodeExecuted = '' } = data.resultData;
	const kept = {
		...runData,
		[lastNodeExecuted]: (runData[lastNodeExecuted] ?? []).filter(
			({ error }) => error === undefined,
		),
	};
	const saved = { ...data, resultData: { ...data.resultData, error: undefined, runData: kept } };
	const retried = JSON.parse(JSON.stringify(saved)) as IRunExecutionData;
	for (const waiting of retried.executionData?.nodeExecutionStack ?? []) {
		waiting.node = workflow.getNode(waiting.node.name) ?? waiting.node;
	}
	return retried;
}
