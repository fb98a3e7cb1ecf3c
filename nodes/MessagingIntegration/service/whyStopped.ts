/** What ends a run before it is done: somebody stops the execution, n8n is asked to end, or the workflow takes too long. */
export type WhyStopped = 'canceled' | 'processEnds' | 'workflowTimeout';

/** Why a signal aborted. n8n's own signal, which has another reason, aborts only if somebody stops the execution. */
export const whyStopped = ({ reason }: { reason?: unknown }): WhyStopped =>
	reason === 'processEnds' || reason === 'workflowTimeout' ? reason : 'canceled';
