import { parse, stringify } from 'flatted';
import type { IDataObject, IRun, IRunExecutionData, Workflow } from 'n8n-workflow';

/** Objects that several entries share are still shared, and fields without a value are gone. */
export const withoutEmpty = (data: IRunExecutionData) =>
	parse(stringify(data)) as IRunExecutionData;

/** What n8n reads after it has saved an execution. */
export const asSaved = ({ data }: IRun): IRunExecutionData => withoutEmpty(data);

/** What n8n continues from after the request that answers a question. */
export function asAnswered(waiting: IRun, answer: IDataObject): IRunExecutionData {
	const saved = asSaved(waiting);
	const [asking] = saved.executionData?.nodeExecutionStack ?? [];
	if (!asking) throw new Error('The execution does not wait.');
	asking.node.disabled = true;
	asking.data.main = [[{ json: answer }]];
	saved.waitTill = undefined;
	saved.resultData.runData[asking.node.name]?.pop();
	return saved;
}

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
	const retried = withoutEmpty(saved);
	for (const waiting of retried.executionData?.nodeExecutionStack ?? []) {
		waiting.node = workflow.getNode(waiting.node.name) ?? waiting.node;
	}
	return retried;
}
