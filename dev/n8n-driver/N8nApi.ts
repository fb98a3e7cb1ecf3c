import { randomUUID } from 'node:crypto';
import pWaitFor from 'p-wait-for';
import { Problem } from './Problem';

/** The owner that is set up on a new n8n here: for this machine only, so it may be known. */
export const owner = {
	email: 'owner@n8n.localhost',
	password: 'Only-for-this-machine-1',
	firstName: 'Local',
	lastName: 'Owner',
};

export interface Workflow {
	id: string;
	versionId: string;
	[field: string]: unknown;
}

/** The parts of n8n's workflow JSON that imports need; all other fields are passed on as they are. */
export interface WorkflowFile {
	name: string;
	nodes: WorkflowNode[];
	connections: object;
	settings?: object;
}

export interface WorkflowNode {
	name: string;
	type: string;
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
	[field: string]: unknown;
}

export interface ExecutionSummary {
	id: string;
	status: string;
	startedAt: string;
	stoppedAt: string;
	[field: string]: unknown;
}

/** n8n's own REST interface, the one its editor uses, as one logged-in browser. */
export class N8nApi {
	private cookie = '';

	/** n8n binds a session to the browser that began it. */
	private readonly browserId = randomUUID();

	/** @param url of n8n, without a slash at its end */
	constructor(readonly url: string) {}

	/** Makes `owner` the owner of an n8n that has none yet, and is logged in with that. */
	async setUpOwner(): Promise<void> {
		// n8n 1 calls itself ready a moment before it has a REST interface.
		await pWaitFor(async () => (await fetch(`${this.url}/rest/settings`)).ok, { interval: 100, timeout: 60_000 });
		await this.call('POST', '/owner/setup', owner);
	}

	/** @returns what names the credential in a node */
	async createCredential(type: string, name: string, data: object): Promise<{ id: string; name: string }> {
		const { id } = await this.call<{ id: string }>('POST', '/credentials', { type, name, data });
		return { id, name };
	}

	async createWorkflow(workflow: WorkflowFile): Promise<Workflow> {
		// n8n 1 wants to be told; all later ones take it.
		return await this.call<Workflow>('POST', '/workflows', { ...workflow, active: false });
	}

	/** Publishes the version given: from then on its triggers take what comes. Webhooks and forms need up to a second more. */
	async publish({ id, versionId }: Workflow): Promise<Workflow> {
		return await this.call<Workflow>('POST', `/workflows/${id}/activate`, { versionId });
	}

	/** Newest first. @param status only executions with one of these */
	async executions(workflowId: string, ...status: string[]): Promise<ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId, ...(status.length > 0 && { status }) }));
		const { results } = await this.call<{ results: ExecutionSummary[] }>('GET', `/executions?filter=${filter}`);
		return results;
	}

	/** One execution whole; `data` is in flatted's format, which `parse` of the package flatted reads. */
	async execution(id: string): Promise<ExecutionSummary & { data: string }> {
		return await this.call('GET', `/executions/${id}`);
	}

	/** @param path behind /rest @throws Problem with the method, path, status and message when n8n refuses */
	async call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
		const headers = { 'browser-id': this.browserId, cookie: this.cookie, ...(body && { 'content-type': 'application/json' }) };
		const response = await fetch(`${this.url}/rest${path}`, { method, headers, body: body && JSON.stringify(body) });
		const text = await response.text();
		if (!response.ok) throw new Problem(`n8n refused ${method} /rest${path}: ${response.status} ${messageIn(text)}`);
		const session = response.headers.getSetCookie().find((cookie) => cookie.startsWith('n8n-auth='));
		if (session) this.cookie = session.split(';', 1)[0] ?? '';
		return (JSON.parse(text) as { data: Answer }).data;
	}
}

/** n8n's refusals carry a stack beside the message. */
function messageIn(text: string): string {
	try {
		return (JSON.parse(text) as { message?: string }).message ?? text;
	} catch {
		return text;
	}
}
