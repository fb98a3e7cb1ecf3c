import type { IExecuteFunctions, INode, IWorkflowExecuteAdditionalData } from 'n8n-workflow';

import type { WhyStopped } from '../words/stops';

/** The end of a run before it is done, in order, so that n8n saves it and a retry sends exactly the rest. */
export interface EndOfRun {
	/** Aborts when nothing more may begin. Its reason is a `WhyStopped`. */
	stopped: AbortSignal;
	/** Aborts later, with the same reason, when requests in progress must be given up. */
	hurry: AbortSignal;
	/** Call with the time that each request took (ms). */
	took: (duration: number) => void;
	/** Call when the run has ended. */
	release: () => void;
}

/** How long requests in progress may take (ms) after somebody stopped the execution: n8n saves nothing of it. */
const afterStop = 1000;

/**
 * The same after n8n was shut down. n8n waits for 30 s, and Docker kills it after 10 s, so that n8n has five to save
 * the execution.
 */
const afterProcessEnd = 5000;

/**
 * How long before the workflow's timeout the run must have ended (ms). n8n saves it in some 15 ms, but on a busy machine
 * timers are late: with one second, one of 20 runs beside uploads of 100 MiB came too late.
 */
const saving = 2000;
/** What each item adds to that (ms). */
const savingOfItem = 0.05;
/** Of the time that is left at the beginning, at most this part is kept for it: a short timeout is for work, too. */
const mostForSaving = 1 / 3;

/**
 * How often a run with a timeout looks how late this machine's timers are (ms): n8n's own work on another list can stop
 * them for seconds. The longest delay so far may come again just before the timeout.
 */
const beat = 250;

/** How many times as long as the longest request so far the next one may take, and the next delay: otherwise it would be in doubt. */
const roomForNext = 1.5;

/** Longer timers would end at once (ms). */
const longestTimer = 2 ** 31 - 1;

/**
 * Whoever ends n8n, such as a deployment, sends its process one of these. n8n then waits for running executions, without
 * telling them, and ends those that take longer as if it had crashed.
 */
const signals = ['SIGTERM', 'SIGINT'] as const;

/** What to call for each run in progress. */
const runs = new Set<() => void>();
let isListening = false;
let isEnding = false;

/** Listens once for all runs, also between them: a run that begins after the signal must not send either. */
function listen(): void {
	if (isListening) return;
	isListening = true;
	for (const signal of signals) {
		process.prependOnceListener(signal, () => {
			isEnding = true;
			for (const end of runs) end();
			// n8n has listeners of its own, behind this one. Without any, the process would no longer end by the signal.
			if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
		});
	}
}

/**
 * The nodes of which the workflow's timeout ended a run, by the object that n8n has for each execution. They begin nothing
 * more in it, neither in the next try of "Retry On Fail" nor in the next round of a loop.
 */
const timedOut = new WeakMap<object, Set<string>>();

function noteTimeout(execution: object, node: string): void {
	timedOut.set(execution, (timedOut.get(execution) ?? new Set()).add(node));
}

/**
 * How long n8n waits between the tries of a node with "Retry On Fail" (ms). It tries again whatever the error is, and if
 * the workflow's timeout comes while it waits, nothing of the node is saved.
 */
function waitsBetweenTries({ retryOnFail, maxTries, waitBetweenTries }: INode): number {
	if (retryOnFail !== true) return 0;
	// As n8n 1 and 2 bound them.
	const tries = Math.min(5, Math.max(2, maxTries || 3));
	return (tries - 1) * Math.min(5000, Math.max(0, waitBetweenTries || 1000));
}

/** Begins to watch what may end a run. */
export function endOfRun(context: IExecuteFunctions): EndOfRun {
	const stopped = new AbortController();
	const hurry = new AbortController();
	const timers = new Set<NodeJS.Timeout>();
	const after = (ms: number, act: () => void) => {
		if (ms > longestTimer) return undefined;
		const timer = setTimeout(act, ms);
		timers.add(timer);
		return timer;
	};
	const giveUp = (why: WhyStopped) => {
		// A request that is given up must not make room for another one.
		stopped.abort(why);
		hurry.abort(why);
	};
	const stop = (why: WhyStopped, patience: number) => {
		stopped.abort(why);
		after(patience, () => giveUp(why));
	};

	const canceled = context.getExecutionCancelSignal();
	const cancel = () => stop('canceled', afterStop);
	canceled?.addEventListener('abort', cancel);
	if (canceled?.aborted) cancel();

	listen();
	const end = () => stop('processEnds', afterProcessEnd);
	runs.add(end);
	if (isEnding) end();

	// Not in n8n's types. When its timeout ends the execution, n8n saves nothing of the running node.
	const { additionalData } = context as { additionalData?: IWorkflowExecuteAdditionalData };
	const node = context.getNode();
	stopped.signal.addEventListener('abort', () => {
		const isTimeout = stopped.signal.reason === 'workflowTimeout';
		if (isTimeout && additionalData) noteTimeout(additionalData, node.name);
	});
	const left = (additionalData?.executionTimeoutTimestamp ?? Infinity) - Date.now();
	const waits = waitsBetweenTries(node);
	const forRun = left > waits ? left - waits : left;
	const needed = saving + context.getInputData().length * savingOfItem;
	// As timers do, it goes on if somebody sets the clock.
	const inTime = performance.now() + forRun - Math.min(needed, forRun * mostForSaving);
	let longest = 0;
	let delay = 0;
	let stopping: NodeJS.Timeout | undefined;
	let hurrying: NodeJS.Timeout | undefined;
	/** No request begins that would probably not be answered in time. */
	const plan = () => {
		clearTimeout(stopping);
		clearTimeout(hurrying);
		const rest = inTime - performance.now() - delay * roomForNext;
		hurrying = after(rest, () => giveUp('workflowTimeout'));
		stopping = after(rest - longest * roomForNext, () => stopped.abort('workflowTimeout'));
	};
	plan();
	let next = performance.now() + beat;
	const look = () => {
		const late = performance.now() - next;
		next = performance.now() + beat;
		if (late <= delay) return;
		delay = late;
		plan();
	};
	if (Number.isFinite(inTime)) timers.add(setInterval(look, beat));
	const isOver = additionalData && timedOut.get(additionalData)?.has(node.name);
	if (isOver) giveUp('workflowTimeout');

	return {
		stopped: stopped.signal,
		hurry: hurry.signal,
		took: (duration) => {
			if (duration <= longest) return;
			longest = duration;
			plan();
		},
		release: () => {
			runs.delete(end);
			canceled?.removeEventListener('abort', cancel);
			for (const timer of timers) clearTimeout(timer);
		},
	};
}
