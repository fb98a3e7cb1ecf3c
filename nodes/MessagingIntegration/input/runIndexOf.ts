import type { IExecuteFunctions } from 'n8n-workflow';

/** The index of this run of the node, from 0. An expression would cost the first run of a process several milliseconds. */
export function runIndexOf(context: IExecuteFunctions): number {
	return Number(context.getWorkflowDataProxy(0).$runIndex);
}
