import { parse } from 'flatted';
import type { N8nApi } from './N8nApi';

interface RunData {
	resultData?: {
		lastNodeExecuted?: string;
		error?: { message?: string; description?: string; node?: { name?: string } };
	};
}

/** Says how the newest execution of a workflow ended: the failing node and its message, or its status. */
export async function lastExecution(api: N8nApi, workflowId: string): Promise<string> {
	const [newest] = await api.executions(workflowId);
	if (!newest) return 'n8n has no execution of the workflow';
	const { data, status } = await api.execution(newest.id);
	const { error, lastNodeExecuted } = (parse(data) as RunData).resultData ?? {};
	if (!error) return `execution ${newest.id} has the status "${status}"`;
	const node = error.node?.name ?? lastNodeExecuted ?? 'a node';
	return `execution ${newest.id} failed in "${node}": ${[error.message, error.description].filter(Boolean).join(' ')}`;
}
