import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { untilReady } from '../support/startProgram';
import { fetchN8n } from './fetchN8n';
import { n8nEnvironment } from './n8nEnvironment';
import { n8nProgram } from './n8nProgram';
import { freePort } from './ports';
import { ProcessGroup } from './ProcessGroup';

export interface N8nOptions {
	/** One of dev/versions; by default the one in dev/n8n. */
	version?: string;
	/** n8n's user folder: database, settings, community nodes and log. Created if missing, never emptied. */
	folder: string;
	/** The port of the editor, or of a worker's health check; by default any free one. */
	port?: number;
	/** n8n's command line, `['worker', '--concurrency=5']` for a worker. */
	args?: readonly string[];
	/** Added to n8n's environment and overrides it, e.g. N8N_DEFAULT_BINARY_DATA_MODE. */
	env?: Readonly<Record<string, string>>;
}

export interface N8n {
	/** Without a trailing slash. */
	url: string;
	folder: string;
	log: string;
	group: ProcessGroup;
	/** Ends n8n and everything that it started. */
	stop(): Promise<void>;
}

/** Starts n8n and waits until it accepts requests. @throws Problem with the end of its log if it exits before that */
export async function startN8n(options: N8nOptions): Promise<N8n> {
	const { version, folder, args = ['start'], env = {} } = options;
	mkdirSync(folder, { recursive: true });
	const program = n8nProgram(version);
	const port = options.port ?? (await freePort());
	const place = { folder, port, brokerPort: await freePort(port), node: program.node };
	const log = join(folder, 'n8n.log');
	const url = `http://127.0.0.1:${port}`;
	const environment = { ...n8nEnvironment(place), ...program.env, ...env };
	const group = new ProcessGroup(program.node, [program.script, ...args], log, {
		cwd: folder,
		env: environment,
	});
	const isReady = async () =>
		(await fetchN8n(`${url}/healthz/readiness`, { signal: AbortSignal.timeout(2000) })).ok;
	try {
		await untilReady('n8n', group, async () => await isReady().catch(() => false), 300);
	} catch (error) {
		await group.stop();
		throw error;
	}
	return { url, folder, log, group, stop: () => group.stop() };
}
