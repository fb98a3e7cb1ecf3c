import { type FunctionsBase, type IExecuteFunctions, NodeConnectionTypes } from 'n8n-workflow';

/** The part of n8n's context that older versions lack. */
interface LaterContext {
	isToolExecution?: IExecuteFunctions['isToolExecution'];
}

/** Whether n8n treats each retry of the node as a separate run, as it does for the tools of an MCP server. */
export function isStandaloneRun(context: LaterContext): boolean {
	return context.isToolExecution?.() ?? false;
}

/** Whether n8n runs the node between an AI agent and its tool. n8n then quotes `data.chatInput` to the model. */
export function isHumanReview(context: Pick<FunctionsBase, 'getNode'>): boolean {
	return context.getNode().type.endsWith('HitlTool');
}

/**
 * Whether a failed item becomes an output item. For an AI agent's tool, n8n tells the model only the error's message,
 * and a model that does not read "it may have been delivered" sends again. In a separate run, n8n itself would send
 * again, because the next retry knows nothing of this run.
 */
export function continuesOnError(context: IExecuteFunctions): boolean {
	const { rewireOutputLogTo, onError } = context.getNode();
	const isTool = rewireOutputLogTo === NodeConnectionTypes.AiTool && onError !== 'stopWorkflow';
	return context.continueOnFail() || isTool || isStandaloneRun(context);
}

/** The index of this run of the node, from 0. An expression would cost the first run of a process several milliseconds. */
export function runIndexOf(context: IExecuteFunctions): number {
	return Number(context.getWorkflowDataProxy(0).$runIndex);
}
