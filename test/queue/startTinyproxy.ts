import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../n8n/ports';
import { ProcessGroup } from '../n8n/ProcessGroup';
import { isOpen } from '../isOpen';
import { untilReady } from './service';

export interface ForwardProxy {
	/** `http://127.0.0.1:PORT` */
	url: string;
	/** The first lines of the requests, such as `CONNECT host:port`, in order of arrival. */
	asked(): Promise<string[]>;
	stop(): Promise<void>;
}

/** Starts Debian's tinyproxy, with its log and configuration in its own folder. */
export async function startTinyproxy(): Promise<ForwardProxy> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-queue-tinyproxy-'));
	const port = await freePort();
	const configuration = join(folder, 'tinyproxy.conf');
	const log = join(folder, 'tinyproxy.log');
	await writeFile(
		configuration,
		`Port ${port}\nListen 127.0.0.1\nAllow 127.0.0.1\nLogLevel Connect\nTimeout 60\n`,
	);
	const group = new ProcessGroup('tinyproxy', ['-d', '-c', configuration], log, { cwd: folder });
	const stop = async () => {
		await group.stop();
		await rm(folder, { recursive: true, force: true });
	};
	try {
		await untilReady('tinyproxy', group, async () => await isOpen(port));
	} catch (error) {
		await stop();
		throw error;
	}
	return {
		url: `http://127.0.0.1:${port}`,
		asked: async () => {
			const lines = (await readFile(log, 'utf8')).matchAll(
				/Request \(file descriptor \d+\): (\S+ \S+)/g,
			);
			return [...lines].map(([, request]) => request ?? '');
		},
		stop,
	};
}
