import type {
	IExecuteFunctions,
	IRunExecutionData,
	ITaskData,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

/**
 * What n8n kept of the execution that a retry retries.
 *
 * n8n saves an execution when it starts, while it waits, when it ends, and, if the workflow wants that, after each node.
 * The retry of one that failed starts at the failed node, with what that node kept in its context. If an execution was
 * killed or stopped, what it did since it was saved is lost, and its retry starts there: at the trigger, at the node that
 * waited, or at the node that was running and has kept nothing of this pass.
 *
 * Read in the code of 1.123.81, 2.20.12 and 2.41.1, and tested in each by test/versions. A version in which this does not
 * hold gives `isLost`, so that nothing is sent.
 */
interface EarlierRun {
	/** Whether the node may have sent something that n8n does not know. */
	isLost: boolean;
	/** JSON that is the same for all retries of the execution, and of those; undefined if this is no retry. */
	origin?: unknown;
}

/** A part of n8n's context that its interface does not show. */
interface Context {
	runExecutionData?: IRunExecutionData;
	additionalData?: IWorkflowExecuteAdditionalData;
}

/** @param isKept whether the node finds what it kept of this pass in its context */
export function lostRunOf(context: IExecuteFunctions, isKept: boolean): EarlierRun {
	if (context.getMode() !== 'retry') return { isLost: false };
	const { runExecutionData, additionalData } = context as unknown as Context;
	const { runData = {} } = runExecutionData?.resultData ?? {};
	const runs = Object.values(runData).flat();
	runs.sort((one, other) => one.startTime - other.startTime);
	// n8n counts the runs of nodes from 0 whenever it starts an execution or continues one that waited.
	const first = runs.findLast(({ executionIndex }) => executionIndex === 0);
	const isNodeFirst = additionalData?.currentNodeExecutionIndex === 1;
	const isKnown = isNodeFirst ? isKept : first !== undefined && !isTrigger(first);
	const hasWaited = Object.hasOwn(runExecutionData ?? {}, 'waitTill');
	return {
		isLost: hasWaited || !isKnown,
		origin: originOf(runs),
	};
}

/** A node that another one started has a source. */
function isTrigger({ source }: ITaskData): boolean {
	return !source.some(Boolean);
}

/** n8n does not say which execution a retry retries, but the run of its trigger is that of the first one. */
function originOf([first]: ITaskData[]): unknown {
	return first && [first.startTime, first.data];
}
