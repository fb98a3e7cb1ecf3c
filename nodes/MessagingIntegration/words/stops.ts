// Tests: test/unit/pageOfWords.test.ts
/** n8n looks for the word "canceled": it then counts the run as canceled, not as failed, and saves nothing of it. */
export const whatStopped = {
	canceled: 'The execution was canceled',
	processEnds: 'n8n was shut down',
	workflowTimeout: "The workflow's timeout ended the run",
};

/** What ends a run before it is done: somebody stops the execution, n8n is shut down, or the workflow takes too long. */
export type WhyStopped = keyof typeof whatStopped;

/** What to do after such a stop. If a person stopped the execution, the line that counts says it. */
export const afterStop: Record<WhyStopped, string | undefined> = {
	canceled: undefined,
	processEnds: 'Retry this execution when n8n runs again: it sends what was certainly not sent.',
	workflowTimeout:
		'Retry this execution: it sends what was certainly not sent. "Timeout Workflow" in the settings of the workflow gives it more time.',
};
