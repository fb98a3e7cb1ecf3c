import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { root } from './checkout';
import { fetchPublished } from './form';
import type { N8nApi, Workflow, WorkflowFile } from './N8nApi';
import { Problem } from './Problem';

/** n8n's name for the node of the community package. */
export const nodeType = 'n8n-nodes-messaging-integration.messagingIntegration';
/** n8n's name for the same node as a tool of an AI agent. */
export const toolType = `${nodeType}Tool`;
/** n8n's name for the same node as the human review of an AI agent's tool. */
export const reviewType = `${nodeType}HitlTool`;
export const credentialType = 'messagingIntegrationApi';

/** The type of the credential that a user chooses in a node of the examples, by the node's type. */
const credentialTypes: Readonly<Record<string, string>> = {
	[nodeType]: credentialType,
	[toolType]: credentialType,
	[reviewType]: credentialType,
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 'openAiApi',
	'n8n-nodes-base.webhook': 'httpHeaderAuth',
};

/** n8n's credentials by type. */
export type Credentials = Readonly<Record<string, { id: string; name: string }>>;

export interface PublishedExample {
	workflow: Workflow;
	/** The URL that shows the workflow's form and takes its submissions. */
	formUrl: string;
}

const folder = join(root, 'examples');

/** The names of all files in examples/. */
export function exampleFiles(): string[] {
	return readdirSync(folder)
		.filter((file) => file.endsWith('.json'))
		.sort();
}

/** A workflow in examples/, unchanged. */
export async function readExample(file: string): Promise<WorkflowFile> {
	return JSON.parse(await readFile(join(folder, file), 'utf8')) as WorkflowFile;
}

/** What the editor saves for an instance that nobody has chosen yet. */
export const notChosen = { __rl: true, mode: 'list', value: '' };

/** The first instance of the sandbox, as a user chooses it from the list. */
const instanceId = { __rl: true, mode: 'list', value: 'demo', cachedResultName: 'Demo phone' };

/** Imports a workflow from examples/. As the notes ask, chooses the given credentials, and the instance where it is empty. */
export async function importExample(
	api: N8nApi,
	file: string,
	credentials: Credentials,
	change: (example: WorkflowFile) => void = () => {},
): Promise<Workflow> {
	const example = await readExample(file);
	for (const node of example.nodes) {
		// As the editor does while it imports; without it, the paths of n8n 1 are others.
		node.webhookId = randomUUID();
		const type = credentialTypes[node.type] ?? '';
		const credential = credentials[type];
		if (credential) node.credentials = { [type]: credential };
		const { parameters } = node;
		if (isDeepStrictEqual(parameters.instanceId, notChosen)) parameters.instanceId = instanceId;
	}
	change(example);
	return await api.createWorkflow(example);
}

/** Imports a workflow that starts with a form, publishes it and waits until its form is available. */
export async function publishExample(
	api: N8nApi,
	file: string,
	credentials: Credentials,
): Promise<PublishedExample> {
	const { nodes } = await readExample(file);
	const form = nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger');
	const path = (form?.parameters.options as { path?: string } | undefined)?.path;
	if (!path) throw new Problem(`examples/${file} has no form with a path.`);
	const workflow = await api.publish(await importExample(api, file, credentials));
	const formUrl = `${api.url}/form/${path}`;
	await fetchPublished(formUrl);
	return { workflow, formUrl };
}
