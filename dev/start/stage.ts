import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { keys } from '../sandbox/accounts';
import { startSandbox, type Sandbox } from '../sandbox/server';
import { localFolder } from './checkout';
import { installNode, packNode } from './community-node';
import { credentialType, exampleFiles, importExample, publishExample, type PublishedExample } from './example';
import { N8nApi } from './n8n-api';
import { startN8n, type N8n } from './n8n-process';
import type { StartOptions } from './options';
import { checkPort, freePort } from './ports';
import { step } from './progress';

export interface Place {
	/** n8n's user folder. Emptied first. */
	folder: string;
	n8nPort: number;
	sandboxPort: number;
}

/** Everything of the main job, up and running. */
export interface Stage {
	sandbox: Sandbox;
	n8n: N8n;
	api: N8nApi;
	/** The form, in two nodes (upload, then send) and in one. */
	examples: { twoNodes: PublishedExample; oneNode: PublishedExample };
}

const forms = { twoNodes: 'form-to-message.json', oneNode: 'form-to-message-one-node.json' };

/** Ports, the user's or free ones, and a folder named after n8n's: no other run has that while this one does. */
export async function choosePlace(options: StartOptions): Promise<Place> {
	const n8nPort = options.n8nPort ?? (await freePort());
	const sandboxPort = options.sandboxPort ?? (await freePort());
	await checkPort(n8nPort, 'n8n', '--n8n-port');
	await checkPort(sandboxPort, 'the sandbox', '--sandbox-port');
	return { folder: join(localFolder, `start-${n8nPort}`), n8nPort, sandboxPort };
}

/** @param atEnd is given what undoes each part, as soon as the part is there */
export async function setUp(place: Place, atEnd: (undo: () => Promise<void>) => void): Promise<Stage> {
	const { folder, n8nPort, sandboxPort } = place;
	await rm(folder, { recursive: true, force: true });

	const sandbox = await step('Starting the sandbox', () => startSandbox({ port: sandboxPort }));
	atEnd(() => sandbox.close());

	await step('Packing the node and installing it as the Community Nodes screen does', async () =>
		installNode(await packNode(join(folder, 'package')), folder),
	);
	const n8n = await step('Starting n8n', () => startN8n({ folder, port: n8nPort }));
	atEnd(() => n8n.stop());

	const api = new N8nApi(n8n.url);
	const examples = await step('Creating the login and the credential, importing the examples and publishing the forms', async () => {
		await api.setUpOwner();
		const credential = await api.createCredential(credentialType, 'Sandbox', { baseUrl: sandbox.url, apiKey: keys.all.key });
		const credentials = { [credentialType]: credential };
		for (const file of exampleFiles()) {
			if (!Object.values(forms).includes(file)) await importExample(api, file, credentials);
		}
		return {
			twoNodes: await publishExample(api, forms.twoNodes, credentials),
			oneNode: await publishExample(api, forms.oneNode, credentials),
		};
	});
	return { sandbox, n8n, api, examples };
}
