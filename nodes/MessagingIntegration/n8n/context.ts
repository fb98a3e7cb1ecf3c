// Tests: test/unit/evaluation.test.ts
import type {
	FunctionsBase,
	IDataObject,
	IExecuteFunctions,
	IRunExecutionData,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

/** What is said here of three versions was read in the code of 1.123.81, 2.20.12 and 2.41.1. Tests run 2.41.1. */

/**
 * Whether n8n treats each retry of the node as a separate run, as it does for the tools of an MCP server and of agent 2.
 * n8n 1.123.81 has no such function, 2.20.12 and 2.41.1 have it. There, the other one is the only sign. Tested by
 * test/engine/asTool.
 */
export function isStandaloneRun(context: Partial<IExecuteFunctions>): boolean {
	if (!hasExecution(context)) return true;
	return context.isToolExecution?.() ?? 'getNextRunIndex' in context;
}

/** The tools of n8n's own Agents (2.41) run in no execution, and n8n has no place where they could keep anything. */
const hasExecution = (context: Partial<IExecuteFunctions>) =>
	(context as { runExecutionData?: Partial<IRunExecutionData> | null }).runExecutionData
		?.executionData !== undefined;

/** By n8n's context of a call. */
const keptByNobody = new WeakMap<object, IDataObject>();

/** What n8n keeps of the node with the execution, for its retries. */
export function keptOf(context: IExecuteFunctions): IDataObject {
	if (hasExecution(context)) return context.getContext('node');
	const kept = keptByNobody.get(context) ?? {};
	keptByNobody.set(context, kept);
	return kept;
}

/** Whether a model calls the node, also as a review: n8n derives node types for that, in all three versions. */
export const isTool = (context: Pick<FunctionsBase, 'getNode'>) =>
	context.getNode().type.endsWith('Tool');

export function isStopped(context: Partial<IExecuteFunctions>): boolean {
	return context.getExecutionCancelSignal?.()?.aborted === true;
}

/**
 * Whether another workflow runs this one and waits for it. A retry of that workflow runs this one anew, with nothing that
 * the node noted. In all three versions, at any depth.
 */
export function isSubWorkflow(context: Pick<IExecuteFunctions, 'getMode'>): boolean {
	return context.getMode() === 'integrated';
}

/**
 * Whether n8n runs the node between an AI agent and its tool. n8n then quotes `data.chatInput` to the model. Since n8n
 * 2.6, it derives such a node type from each one that can send and wait; tested by the agent of test/e2e/sendAndWait.
 */
export function isHumanReview(context: Pick<FunctionsBase, 'getNode'>): boolean {
	return context.getNode().type.endsWith('HitlTool');
}

/**
 * Sets the item that comes out if the wait ends without an answer. n8n then disables the node of this run, and passes
 * on what the run got as its input. All further runs share the node: this one gets a copy, or n8n would skip those as
 * well, and their input would come out. In all three versions; tested by test/engine and test/e2e/sendAndWait.
 */
export function markTimeout(context: IExecuteFunctions, json: IDataObject): void {
	const thisRun = context.getExecuteData();
	thisRun.data = { main: [[{ json }]] };
	thisRun.node = { ...thisRun.node };
}

/** Modes of this execution: its own, of the first workflow if this is a sub-workflow, of the first run if it is a retry. */
function modesOf(context: IExecuteFunctions): unknown[] {
	const { additionalData } = context as { additionalData?: IWorkflowExecuteAdditionalData };
	const { source } = executionContextOf(context) ?? {};
	return [context.getMode(), additionalData?.rootExecutionMode, source];
}

/** n8n 1.123 has no such function. */
const executionContextOf = (context: Partial<IExecuteFunctions>) => context.getExecutionContext?.();

export const isManual = (context: IExecuteFunctions) => modesOf(context).includes('manual');

/**
 * Whether the items are rows of an evaluation, also in its sub-workflows, tools and retries, and if a person runs its
 * trigger. n8n 1.123 tells nothing of that in sub-workflows and retries. Tested by test/unit/evaluation.
 */
export function isEvaluation(context: IExecuteFunctions): boolean {
	const trigger = executionContextOf(context)?.triggerNode?.type;
	return modesOf(context).includes('evaluation') || trigger === 'n8n-nodes-base.evaluationTrigger';
}

/** Whether somebody can retry this execution, if it fails: whether n8n saves it. In all three versions. */
export function canBeRetried(context: IExecuteFunctions): boolean {
	const { saveDataErrorExecution: save = 'DEFAULT', saveManualExecutions: manual = 'DEFAULT' } =
		context.getWorkflowSettings();
	const { EXECUTIONS_DATA_SAVE_ON_ERROR, EXECUTIONS_DATA_SAVE_MANUAL_EXECUTIONS } = process.env;
	if (context.getMode() === 'manual')
		return manual === 'DEFAULT' ? EXECUTIONS_DATA_SAVE_MANUAL_EXECUTIONS !== 'false' : manual;
	return (save === 'DEFAULT' ? EXECUTIONS_DATA_SAVE_ON_ERROR : save) !== 'none';
}

/** Whether n8n never runs the node again for these items: it retries an execution only if it failed. */
export function isNeverRetried(context: IExecuteFunctions): boolean {
	// A tool runs again with its agent.
	return context.continueOnFail() && !context.getNode().retryOnFail && !isTool(context);
}

/**
 * Whether a failed item becomes an output item. For an AI agent's tool, n8n tells the model only the error's message,
 * and a model that does not read "it may have been delivered" sends again. In a separate run, n8n itself would send
 * again, because the next retry knows nothing of this run.
 */
export function continuesOnError(context: IExecuteFunctions): boolean {
	const isTold = isTool(context) && context.getNode().onError !== 'stopWorkflow';
	return context.continueOnFail() || isTold || isStandaloneRun(context);
}

/** Keeps the answer where the model of agent 3 reads it: with an error output, n8n 2.41 takes away all that comes out. */
export function keepOutputForModel(context: IExecuteFunctions): void {
	if (isStandaloneRun(context) || !isTool(context)) return;
	const thisRun = context.getExecuteData();
	if (thisRun.node.onError === 'continueErrorOutput')
		thisRun.node = { ...thisRun.node, onError: 'continueRegularOutput' };
}

/**
 * The index of this run of the node, from 0. n8n's interface shows it to expressions only, and an expression would
 * cost the first run of a process several milliseconds. In all three versions; tested by the loops of test/engine/retries.
 */
export function runIndexOf(context: IExecuteFunctions): number {
	return Number(context.getWorkflowDataProxy(0).$runIndex);
}
