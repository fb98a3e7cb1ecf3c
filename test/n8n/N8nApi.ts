import { randomUUID } from 'node:crypto';
import { until } from '../support/until';
import { fetchN8n } from './fetchN8n';
import { Problem } from './Problem';

/** The owner of each new n8n here. That n8n is for this machine only, so the password may be public. */
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

/** The parts of n8n's workflow JSON that imports need. All other fields are passed on unchanged. */
export interface WorkflowFile {
	name: string;
	nodes: WorkflowNode[];
	connections: object;
	settings?: object;
	pinData?: object;
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

/** The session of a logged-in browser. n8n binds it to the browser that started it. */
export interface Session {
	/** n8n's URL, without a trailing slash. */
	url: string;
	cookie: string;
	browserId: string;
}

/** n8n's own REST interface, the one that its editor uses. */
export class N8nApi {
	readonly session: Session;

	/** @param session one that is logged in, by default a new one */
	constructor(
		readonly url: string,
		session: Omit<Session, 'url'> = { cookie: '', browserId: randomUUID() },
	) {
		this.session = { ...session, url };
	}

	/** Waits until calls are answered. n8n 1 says that it is ready a moment before its REST interface is. */
	async ready(): Promise<void> {
		const isReady = async () => (await fetchN8n(`${this.url}/rest/settings`)).ok;
		await until('The interface of n8n', isReady, 240);
	}

	/** Makes `owner` the owner of a new n8n and logs in. */
	async setUpOwner(): Promise<void> {
		await this.ready();
		await this.call('POST', '/owner/setup', owner);
	}

	/** @returns how nodes refer to the credential */
	async createCredential(
		type: string,
		name: string,
		data: object,
	): Promise<{ id: string; name: string }> {
		const { id } = await this.call<{ id: string }>('POST', '/credentials', { type, name, data });
		return { id, name };
	}

	async createWorkflow(workflow: WorkflowFile): Promise<Workflow> {
		// n8n 1 requires `active`; all later versions accept it.
		return await this.call<Workflow>('POST', '/workflows', { ...workflow, active: false });
	}

	/**
	 * Publishes a version; from then on its triggers accept calls. Webhooks and forms need up to a second more.
	 * n8n checks the nodes of models by regular expressions, and gives up after 250 ms, as on a busy machine. It then refuses
	 * the workflow and names no parameter. So this sends the request again, at most twice.
	 */
	async publish({ id, versionId }: Workflow, again = 2): Promise<Workflow> {
		try {
			const published = await this.call<Workflow>('POST', `/workflows/${id}/activate`, {
				versionId,
			});
			await until('A published workflow', async () => !(await this.isBeingPublished(id)));
			return published;
		} catch (error) {
			const wasSlow = String(error).includes('Error validating node parameters');
			if (!wasSlow || again === 0) throw error;
			return await this.publish({ id, versionId }, again - 1);
		}
	}

	/**
	 * Whether n8n still has to do what it has confirmed: until then, the workflow cannot be called by another one. n8n 2.41
	 * does this in the background. Older versions have no such path.
	 */
	private async isBeingPublished(id: string): Promise<boolean> {
		const path = `/workflows/${id}/publication-status`;
		try {
			return (await this.call<{ status: string }>('GET', path)).status === 'in_progress';
		} catch (error) {
			if (error instanceof Problem && error.message.includes(': 404 ')) return false;
			throw error;
		}
	}

	/** Its triggers no longer accept calls, and its paths are free again. */
	async unpublish({ id }: Workflow): Promise<void> {
		await this.call('POST', `/workflows/${id}/deactivate`, {});
	}

	/** The newest 100, newest first. @param status only executions with one of these statuses */
	async executions(workflowId: string, ...status: string[]): Promise<ExecutionSummary[]> {
		const filter = encodeURIComponent(
			JSON.stringify({ workflowId, ...(status.length > 0 && { status }) }),
		);
		const { results } = await this.call<{ results: ExecutionSummary[] }>(
			'GET',
			`/executions?limit=100&filter=${filter}`,
		);
		// n8n gives those that run first. Behind one on a worker that is stopped, a new one in the queue would not be seen.
		return results.sort((one, other) => Number(other.id) - Number(one.id));
	}

	/** A complete execution. `data` is in the format of the package flatted, whose `parse` reads it. */
	async execution(id: string): Promise<ExecutionSummary & { data: string }> {
		return await this.call('GET', `/executions/${id}`);
	}

	/** @param loadWorkflow whether to use the workflow as it is saved now @returns the retry, after its end */
	async retry(id: string, loadWorkflow = false): Promise<ExecutionSummary> {
		return await this.call('POST', `/executions/${id}/retry`, { loadWorkflow });
	}

	/** @param path after /rest @throws Problem with the method, path, status and message if n8n refuses */
	async call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
		const headers = {
			'browser-id': this.session.browserId,
			cookie: this.session.cookie,
			...(body && { 'content-type': 'application/json' }),
		};
		const response = await fetchN8n(`${this.url}/rest${path}`, {
			method,
			headers,
			body: body && JSON.stringify(body),
		});
		const text = await response.text();
		if (!response.ok)
			throw new Problem(
				`n8n refused ${method} /rest${path}: ${response.status} ${messageIn(text)}`,
			);
		const session = response.headers
			.getSetCookie()
			.find((cookie) => cookie.startsWith('n8n-auth='));
		if (session) this.session.cookie = session.split(';', 1)[0] ?? '';
		return (JSON.parse(text) as { data: Answer }).data;
	}
}

/** n8n's refusals contain a stack besides the message. */
function messageIn(text: string): string {
	try {
		return (JSON.parse(text) as { message?: string }).message ?? text;
	} catch {
		return text;
	}
}
