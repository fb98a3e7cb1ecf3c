import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { localFolder, shown } from '../../test/n8n/checkout';
import {
	credentialType,
	exampleFiles,
	importExample,
	publishExample,
	type PublishedExample,
} from '../../test/n8n/examples';
import { N8nApi } from '../../test/n8n/N8nApi';
import { choosePort } from '../../test/n8n/ports';
import type { AtEnd } from '../../test/n8n/runCommand';
import { startN8n, type N8n } from '../../test/n8n/startN8n';
import { installPacked } from '../installPacked';
import { step } from '../step.mjs';
import { keys } from '../sandbox/accounts';
import { startSandbox, type Sandbox } from '../sandbox/startSandbox';

export interface StartOptions {
	/** Submit the form, check what arrives, end. */
	once: boolean;
	/** By default any free one. */
	n8nPort?: number;
	sandboxPort?: number;
}

/** What `npm start` has started. */
export interface Started {
	sandbox: Sandbox;
	n8n: N8n;
	api: N8nApi;
	/** The form that takes any number of files, and the one with a picture; the form whose workflow asks a person. */
	examples: Record<keyof typeof forms, PublishedExample>;
}

const forms = {
	severalFiles: 'form-to-message.json',
	oneNode: 'form-to-message-one-node.json',
	holiday: 'holiday-request.json',
};

export async function setUp(options: StartOptions, atEnd: AtEnd): Promise<Started> {
	const port = await choosePort(options.n8nPort, 'n8n', '--n8n-port');
	const sandboxPort = await choosePort(options.sandboxPort, 'the sandbox', '--sandbox-port');
	// Named after n8n's port, which no other run can have at the same time.
	const folder = join(localFolder, `start-${port}`);
	await rm(folder, { recursive: true, force: true });
	atEnd(async () => {
		const log = join(folder, 'n8n.log');
		if (process.exitCode && existsSync(log)) console.error(`What n8n said is in ${shown(log)}.`);
		else if (options.once) await rm(folder, { recursive: true, force: true, maxRetries: 10 });
	});
	const sandbox = await step('Starting the sandbox', () => startSandbox({ port: sandboxPort }));
	atEnd(() => sandbox.close());
	await installPacked(folder);
	const n8n = await step('Starting n8n', () => startN8n({ folder, port }));
	atEnd(() => n8n.stop());

	const api = new N8nApi(n8n.url);
	const examples = await step(
		'Creating the login and the credential, importing the examples and publishing the forms',
		async () => {
			await api.setUpOwner();
			const credential = await api.createCredential(credentialType, 'Sandbox', {
				baseUrl: sandbox.url,
				apiKey: keys.all.key,
			});
			const credentials = { [credentialType]: credential };
			const others = exampleFiles().filter((file) => !Object.values(forms).includes(file));
			for (const file of others) await importExample(api, file, credentials);
			return {
				severalFiles: await publishExample(api, forms.severalFiles, credentials),
				oneNode: await publishExample(api, forms.oneNode, credentials),
				holiday: await publishExample(api, forms.holiday, credentials),
			};
		},
	);
	return { sandbox, n8n, api, examples };
}
