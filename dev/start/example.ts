import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './checkout';
import { waitForForm } from './form';
import type { N8nApi, Workflow, WorkflowFile } from './n8n-api';
import { Problem } from './problem';

/** As n8n names the node of a community package. */
export const nodeType = 'n8n-nodes-messaging-integration.messagingIntegration';
export const credentialType = 'messagingIntegrationApi';

export interface PublishedExample {
	workflow: Workflow;
	/** Where the workflow's form is shown and submitted. */
	formUrl: string;
}

/** Imports a workflow of examples/, with the credential in each of our nodes, publishes it and waits until its form is there. */
export async function publishExample(
	api: N8nApi,
	file: string,
	credential: { id: string; name: string },
): Promise<PublishedExample> {
	const example = JSON.parse(await readFile(join(root, 'examples', file), 'utf8')) as WorkflowFile;
	for (const node of example.nodes) {
		if (node.type === nodeType) node.credentials = { [credentialType]: credential };
	}
	const form = example.nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger');
	const path = (form?.parameters.options as { path?: string } | undefined)?.path;
	if (!path) throw new Problem(`examples/${file} has no form with a path.`);
	const workflow = await api.publish(await api.createWorkflow(example));
	const formUrl = `${api.url}/form/${path}`;
	await waitForForm(formUrl);
	return { workflow, formUrl };
}
