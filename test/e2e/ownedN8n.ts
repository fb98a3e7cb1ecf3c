import { join } from 'node:path';

import { installNode, packNode } from '../n8n/communityNode';
import { N8nApi } from '../n8n/N8nApi';
import { type N8n, startN8n } from '../n8n/startN8n';

/** A real n8n with the packed node installed and an owner. */
export interface OwnedN8n {
	api: N8nApi;
	/** Like a power cut. Sessions stay valid. */
	killAndStart: () => Promise<void>;
	stop: () => Promise<void>;
}

export interface N8nSettings {
	/** Additional environment variables, such as N8N_DEFAULT_BINARY_DATA_MODE. */
	env?: Record<string, string>;
	/** A version in dev/versions; by default the one in dev/n8n. */
	version?: string;
	/** The node; by default it is packed now. */
	tarball?: string;
}

/** A time zone in which it is about noon, so that no test runs across midnight: keys of examples contain the day. */
function zoneAtNoon(): string {
	const hour = new Date().getUTCHours();
	// West of Greenwich is positive in these names.
	return `Etc/GMT${hour < 12 ? '-' : '+'}${Math.abs(hour - 12)}`;
}

/** @param folder n8n's user folder, which the caller removes */
export async function startOwnedN8n(
	folder: string,
	{ env, version, tarball }: N8nSettings,
): Promise<OwnedN8n> {
	const settings = { GENERIC_TIMEZONE: zoneAtNoon(), ...env };
	const start = async (port?: number) => await startN8n({ folder, env: settings, version, port });
	await installNode(tarball ?? (await packNode(join(folder, 'package'))), folder);
	let n8n: N8n = await start();
	const api = new N8nApi(n8n.url);
	try {
		await api.setUpOwner();
	} catch (error) {
		// Open handles would keep jest from exiting.
		await n8n.stop();
		throw error;
	}
	return {
		api,
		killAndStart: async () => {
			n8n.group.kill();
			await n8n.group.ended;
			n8n = await start(Number(new URL(n8n.url).port));
			await api.ready();
		},
		stop: async () => await n8n.stop(),
	};
}
