import {
	credentialType,
	type Credentials,
	importExample,
	publishExample,
} from '../../n8n/examples';
import type { Workflow, WorkflowFile } from '../../n8n/N8nApi';
import { executeWorkflow } from './inTheEditor';
import { realN8n } from './realN8n';

/** The header that lets a caller into the webhooks of the examples. */
export const secret = { name: 'X-Secret', value: 'only-for-the-tests' };
export const secretHeader = { [secret.name]: secret.value };

/** What the sandbox answers to a message. */
export const accepted = expect.objectContaining({ status: 'accepted' });

/** A real n8n for the tests of one file, in which examples are run. */
export function runningExamples() {
	const n8n = realN8n();
	let credentials: Credentials;

	beforeAll(async () => {
		credentials = {
			[credentialType]: n8n().credential,
			httpHeaderAuth: await n8n().api.createCredential('httpHeaderAuth', 'Header', secret),
		};
	});

	// Another test may publish the same example, and so the same path.
	const published: Workflow[] = [];
	afterEach(async () => {
		for (const workflow of published.splice(0)) await n8n().api.unpublish(workflow);
	});

	return {
		n8n,
		credentials: () => credentials,
		/** Publishes an example until the end of the test. @param change what a user changes before */
		publish: async (file: string, change?: (example: WorkflowFile) => void): Promise<Workflow> => {
			const { api } = n8n();
			const workflow = await api.publish(await importExample(api, file, credentials, change));
			published.push(workflow);
			return workflow;
		},
		/** The same for an example with a form. @returns the address of the form */
		publishForm: async (file: string): Promise<string> => {
			const { workflow, formUrl } = await publishExample(n8n().api, file, credentials);
			published.push(workflow);
			return formUrl;
		},
		/** Imports an example and runs it from its trigger. @param change what a user changes before */
		execute: async (file: string, change?: (example: WorkflowFile) => void): Promise<Workflow> => {
			const workflow = await importExample(n8n().api, file, credentials, change);
			await executeWorkflow(n8n(), workflow);
			return workflow;
		},
		/** What the sandbox was asked for, in order. */
		operations: async (): Promise<unknown[]> =>
			(await n8n().sandbox.requests()).map(({ operation }) => operation),
	};
}

/** A test that runs an example; its name says what the example does. */
export function example(file: string, does: string, run: (file: string) => Promise<void>): void {
	it(`${file} ${does}`, async () => await run(file));
}
