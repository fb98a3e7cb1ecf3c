import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './checkout';
import { untilPublished } from './form';
import type { N8nApi, Workflow, WorkflowFile } from './N8nApi';
import { Problem } from './Problem';

/** As n8n names the node of a community package. */
export const nodeType = 'n8n-nodes-messaging-integration.messagingIntegration';
/** As n8n names the same where an AI agent uses it. */
export const toolType = `${nodeType}Tool`;
export const credentialType = 'messagingIntegrationApi';

/** The credential that a user chooses in a node of the examples. */
const credentialTypes: Readonly<Record<string, string>> = {
	[nodeType]: credentialType,
	[toolType]: credentialType,
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 'openAiApi',
	'n8n-nodes-base.webhook': 'httpHeaderAuth',
};

/** Credentials of n8n by their type. */
export type Credentials = Readonly<Record<string, { id: string; name: string }>>;

export interface PublishedExample {
	workflow: Workflow;
	/** Where the workflow's form is shown and submitted. */
	formUrl: string;
}

const folder = join(root, 'examples');

/** The names of all files of examples/. */
export function exampleFiles(): string[] {
	return readdirSync(folder).sort();
}

/** A workflow of examples/ as the file has it. */
export async function readExample(file: string): Promise<WorkflowFile> {
	return JSON.parse(await readFile(join(folder, file), 'utf8')) as WorkflowFile;
}

/** Imports a workflow of examples/, with a credential in each node that wants one of those given. */
export async function importExample(api: N8nApi, file: string, credentials: Credentials): Promise<Workflow> {
	const example = await readExample(file);
	for (const node of example.nodes) {
		const type = credentialTypes[node.type] ?? '';
		const credential = credentials[type];
		if (credential) node.credentials = { [type]: credential };
	}
	return await api.createWorkflow(example);
}

/** Imports one that starts with a form, publishes it and waits until its form is there. */
export async function publishExample(api: N8nApi, file: string, credentials: Credentials): Promise<PublishedExample> {
	const { nodes } = await readExample(file);
	const form = nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger');
	const path = (form?.parameters.options as { path?: string } | undefined)?.path;
	if (!path) throw new Problem(`examples/${file} has no form with a path.`);
	const workflow = await api.publish(await importExample(api, file, credentials));
	const formUrl = `${api.url}/form/${path}`;
	await untilPublished(formUrl);
	return { workflow, formUrl };
}
