import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { localFolder } from '../start/checkout';
import { installNode, packNode } from '../start/community-node';
import { credentialType } from '../start/example';
import { N8nApi } from '../start/n8n-api';
import { startN8n } from '../start/n8n-process';
import { step } from '../start/progress';
import { buildBenchNodes } from './bench-nodes';
import { makeFiles } from './files';
import { startReceiver, type Addresses, type Receiver } from './receiver';
import { startReports, type Reports } from './reports';
import type { Credentials } from './subjects';

/** Everything a run needs, up and running. */
export interface Stage {
	api: N8nApi;
	receiver: Receiver;
	reports: Reports;
	credentials: Credentials;
	/** Where profiles are put. */
	folder: string;
	/** Where the files to upload are. */
	files: string;
}

type Undo = () => unknown;

let stages = 0;

/** @param atEnd is given what undoes each part, as soon as the part is there */
export async function setUp(atEnd: (undo: Undo) => void): Promise<Stage> {
	const folder = join(localFolder, `bench-${process.pid}-${++stages}`);
	const nodes = join(folder, 'bench-nodes');
	const files = join(folder, 'files');
	await rm(folder, { recursive: true, force: true });

	const receiver = await startReceiver();
	atEnd(() => receiver.stop());
	const reports = await startReports();
	atEnd(() => reports.close());

	await step('Packing the node and installing it as the Community Nodes screen does', async () => {
		await installNode(await packNode(join(folder, 'package')), folder);
		await buildBenchNodes(nodes);
		await makeFiles(files);
	});
	const env = { N8N_CUSTOM_EXTENSIONS: nodes, N8N_RESTRICT_FILE_ACCESS_TO: files, N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' };
	const n8n = await step('Starting n8n', () => startN8n({ folder, env }));
	atEnd(() => n8n.stop());

	const api = new N8nApi(n8n.url);
	await api.setUpOwner();
	return { api, receiver, reports, credentials: await createCredentials(api, receiver.addresses), folder, files };
}

async function createCredentials(api: N8nApi, addresses: Addresses): Promise<Credentials> {
	const pair = async (over: keyof Addresses) => {
		const baseUrl = addresses[over];
		const apiKey = 'bench-key-0123456789';
		return {
			service: await api.createCredential(credentialType, over, { baseUrl, apiKey, allowUnauthorizedCerts: true }),
			telegram: await api.createCredential('telegramApi', `Telegram, ${over}`, { baseUrl, accessToken: '1:bench' }),
		};
	};
	return { plain: await pair('plain'), tls: await pair('tls'), far: await pair('far') };
}
