import { processEnds } from '../service/ending';

/**
 * Whoever ends n8n, such as a deployment, sends its process one of these. n8n then waits for running executions (30 s by
 * default), without telling them, and ends those that take longer as if it had crashed.
 */
const signals = ['SIGTERM', 'SIGINT'] as const;

/** The runs in progress. */
const runs = new Set<AbortController>();
let isListening = false;
let isEnding = false;

/** Listens once for all runs, also between them: a run that begins after the signal must not send either. */
function listen(): void {
	if (isListening) return;
	isListening = true;
	for (const signal of signals) {
		process.prependOnceListener(signal, () => {
			isEnding = true;
			for (const run of runs) run.abort(processEnds);
			// n8n has listeners of its own, behind this one. Without any, the process would no longer end by the signal.
			if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
		});
	}
}

/** @returns a signal that aborts when n8n's process is asked to end; call `release` at the end of the run */
export function untilProcessEnds(): { signal: AbortSignal; release: () => void } {
	listen();
	const run = new AbortController();
	runs.add(run);
	if (isEnding) run.abort(processEnds);
	return { signal: run.signal, release: () => runs.delete(run) };
}
