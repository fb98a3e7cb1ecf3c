import { type IExecuteFunctions, NodeConnectionTypes } from 'n8n-workflow';

/** What older n8n lacks. */
interface LaterContext {
	isToolExecution?: IExecuteFunctions['isToolExecution'];
}

/** Whether each try of the node is a run of its own, as n8n has it for the tools of an MCP server. */
export function isStandaloneTry(context: LaterContext): boolean {
	return context.isToolExecution?.() ?? false;
}

/**
 * Whether a failed item comes out as an item. Of the error of an AI agent's tool n8n tells the model the message
 * alone, and a model that does not read "it may have been delivered" sends again; so does n8n itself where the
 * next try would know nothing of this one.
 */
export function continuesOnError(context: IExecuteFunctions): boolean {
	const { rewireOutputLogTo, onError } = context.getNode();
	const isTool = rewireOutputLogTo === NodeConnectionTypes.AiTool && onError !== 'stopWorkflow';
	return context.continueOnFail() || isTool || isStandaloneTry(context);
}
