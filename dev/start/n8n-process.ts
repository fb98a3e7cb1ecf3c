import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { n8nEnvironment } from './n8n-environment';
import { n8nProgram } from './n8n-program';
import { freePort } from './ports';
import { Problem } from './problem';
import { ProcessGroup } from './process-group';

export interface N8nOptions {
	/** One of dev/versions; that of dev/n8n if left out. */
	version?: string;
	/** n8n's user folder: database, settings, community nodes and log. Made if missing, never emptied. */
	folder: string;
	/** Of the editor, or of a worker's health check; any free one if left out. */
	port?: number;
	/** n8n's command line; `['worker', '--concurrency=5']` for a worker. */
	args?: readonly string[];
	/** Added to, and stronger than, what n8n is told anyway, e.g. N8N_DEFAULT_BINARY_DATA_MODE. */
	env?: Readonly<Record<string, string>>;
	/** Seconds until an n8n that is not ready counts as failed. */
	patience?: number;
}

export interface N8n {
	/** Without a slash at its end. */
	url: string;
	folder: string;
	log: string;
	group: ProcessGroup;
	/** Ends n8n and all it started. */
	stop(): Promise<void>;
}

/** Starts an n8n and waits until it takes requests. @throws Problem with the end of its log */
export async function startN8n(options: N8nOptions): Promise<N8n> {
	const { version, folder, args = ['start'], env = {}, patience = 120 } = options;
	mkdirSync(folder, { recursive: true });
	const program = n8nProgram(version);
	const port = options.port ?? (await freePort());
	const place = { folder, port, brokerPort: await freePort(), node: program.node };
	const log = join(folder, 'n8n.log');
	const url = `http://127.0.0.1:${port}`;
	const group = new ProcessGroup(program.node, [program.script, ...args], log, {
		cwd: folder,
		env: { ...n8nEnvironment(place), ...program.env, ...env },
	});
	const deadline = Date.now() + patience * 1000;
	while (!(await isReady(url))) {
		const late = Date.now() > deadline;
		if (group.end || late) {
			await group.stop();
			const what = group.end && !late ? group.end : `was not ready after ${patience} s`;
			throw new Problem(`${group.tail()}\nn8n ${what}.`);
		}
		await delay(200);
	}
	return { url, folder, log, group, stop: () => group.stop() };
}

async function isReady(url: string): Promise<boolean> {
	try {
		const { ok } = await fetch(`${url}/healthz/readiness`, { signal: AbortSignal.timeout(2000) });
		return ok;
	} catch {
		return false;
	}
}
