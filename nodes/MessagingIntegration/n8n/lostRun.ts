// Tests: test/engine/lostRuns.test.ts
import type {
	IExecuteFunctions,
	INode,
	IRunExecutionData,
	ITaskData,
	IWorkflowExecuteAdditionalData,
	Workflow,
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
 * hold gives `isLost`, so that nothing is sent. One case is open: n8n 1 does not note the crash of an execution that had
 * waited, so if its retry fails before the node, a retry of that one sends.
 */
interface EarlierRun {
	/** Whether the node may have sent something that n8n does not know. */
	isLost: boolean;
	/**
	 * JSON that is the same in all retries of the execution, and in their retries, but differs between its nodes. Undefined
	 * if this is no retry.
	 */
	origin?: unknown;
}

/** A part of n8n's context that its interface does not show. */
interface Context {
	runExecutionData?: IRunExecutionData;
	additionalData?: IWorkflowExecuteAdditionalData;
	workflow?: Pick<Workflow, 'getNode'>;
}

/** A run of a node, and the node's name. */
type Run = ITaskData & { name: string };

/** The nodes in which an execution can wait until somebody opens a link: by type, or by operation. */
const waiting = {
	types: [
		'n8n-nodes-base.wait',
		'n8n-nodes-base.form',
		'n8n-nodes-base.respondToWebhook',
		'@n8n/n8n-nodes-langchain.chat',
	],
	operations: ['sendAndWait', 'dispatchAndWait'],
};

/** @param isKept whether the node finds what it kept of this pass in its context */
export function lostRunOf(context: IExecuteFunctions, isKept: boolean): EarlierRun {
	if (context.getMode() !== 'retry') return { isLost: false };
	const { runExecutionData, additionalData, workflow } = context as unknown as Context;
	const { runData = {} } = runExecutionData?.resultData ?? {};
	const runs = Object.entries(runData).flatMap(([name, all]) =>
		all.map((run): Run => ({ ...run, name })),
	);
	runs.sort((one, other) => one.startTime - other.startTime);
	// Whether this execution itself waited, and goes on now.
	const isContinued = additionalData?.restartExecutionId !== undefined;
	const isNodeFirst = !isContinued && additionalData?.currentNodeExecutionIndex === 1;
	// n8n counts the runs of nodes from 0 whenever it starts an execution or continues one that waited.
	const start = runs.filter(({ executionIndex }) => executionIndex === 0).at(isContinued ? -2 : -1);
	const startNode = start && workflow?.getNode(start.name);
	const isKnown = isNodeFirst
		? isKept
		: start !== undefined && !isTrigger(start) && !(startNode && canWait(startNode));
	// The mode in which the trigger ran first. Of an execution that was killed, n8n 1 and 2.20 had not saved it, so it is
	// that of its retry.
	const { source } = runExecutionData?.executionData?.runtimeData ?? {};
	// The key is there, without a value, if the last that n8n saved was a wait that ended by time.
	const hasWaited = !isContinued && Object.hasOwn(runExecutionData ?? {}, 'waitTill');
	// A retry begins without the run in which a node failed. If it begins elsewhere, this node did not fail: it crashed.
	const hasCrashed = !isNodeFirst && runData[context.getNode().name]?.length === 0;
	return {
		isLost: !isKnown || hasWaited || hasCrashed || source === 'retry' || runs.some(isRecovered),
		origin: originOf(context, runs, runExecutionData),
	};
}

/** What n8n notes, when it starts after a crash, for each node that its log says had begun. It stays in all retries. */
const isRecovered = ({ executionStatus, data }: Run) =>
	executionStatus === 'crashed' ||
	data?.main?.[0]?.[0]?.json.isArtificialRecoveredEventItem === true;

/** A node that another one started has a source. */
const isTrigger = ({ source }: Run) => !source.some(Boolean);

/** Whether an execution may have been saved while it waited in this node. Its retry passes the node, and asks nobody again. */
const canWait = ({ type, parameters }: INode) =>
	waiting.types.includes(type) || waiting.operations.some((one) => one === parameters.operation);

/**
 * n8n does not say which execution a retry retries. n8n 2 gives an execution a token for its links, which all its retries
 * keep. In n8n 1, the run of the trigger tells it, unless a node behind it changes the trigger's items themselves.
 */
function originOf(
	context: IExecuteFunctions,
	runs: Run[],
	{ resumeToken }: Partial<IRunExecutionData> = {},
): unknown {
	const first = runs.find(isTrigger);
	const execution = resumeToken ?? (first && [first.startTime, first.data]);
	return execution && [execution, context.getNode().id];
}
