import type { N8nApi } from './n8n-api';

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
	const { error, lastNodeExecuted } = (readFlatted(data) as RunData).resultData ?? {};
	if (!error) return `execution ${newest.id} has the status "${status}"`;
	const node = error.node?.name ?? lastNodeExecuted ?? 'a node';
	return `execution ${newest.id} failed in "${node}": ${[error.message, error.description].filter(Boolean).join(' ')}`;
}

/**
 * Reads flatted's format, in which n8n gives executions: an array whose first entry is the value, and in which
 * every string inside an entry is the index of another entry.
 */
export function readFlatted(text: string): unknown {
	const entries = JSON.parse(text) as unknown[];
	const read = new Map<number, unknown>();
	const at = (index: number): unknown => {
		if (read.has(index)) return read.get(index);
		const entry = entries[index];
		if (typeof entry !== 'object' || entry === null) return entry;
		const value: Record<string, unknown> | unknown[] = Array.isArray(entry) ? [] : {};
		read.set(index, value);
		for (const [key, inner] of Object.entries(entry)) {
			(value as Record<string, unknown>)[key] = typeof inner === 'string' ? at(Number(inner)) : inner;
		}
		return value;
	};
	return at(0);
}
