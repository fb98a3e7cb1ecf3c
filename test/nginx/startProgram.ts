import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { Problem } from '../n8n/Problem';
import { freePort } from '../n8n/ports';
import { ProcessGroup } from '../n8n/ProcessGroup';
import { isOpen } from '../isOpen';
import { until } from '../until';

/** Debian installs servers in /usr/sbin, which is not in every user's PATH. */
function pathOf(program: string, debianPackage: string): string {
	const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
	const folder = folders.find((one) => existsSync(join(one, program)));
	if (folder) return join(folder, program);
	throw new Problem(
		`The tests behind proxies need ${debianPackage}. Run: apt-get update && apt-get install -y --no-install-recommends ${debianPackage}`,
	);
}

/** A running proxy. Everything that it writes is in `folder`. */
export interface RunningProgram {
	/** `http://127.0.0.1:PORT` */
	url: string;
	path: string;
	folder: string;
	stop: () => Promise<void>;
}

/** @param start writes the configuration and returns arguments that keep the program in the foreground */
export async function startProgram(
	program: string,
	debianPackage: string,
	start: (port: number, folder: string) => Promise<string[]>,
): Promise<RunningProgram> {
	const path = pathOf(program, debianPackage);
	const folder = await mkdtemp(join(tmpdir(), `messaging-${program}-`));
	const port = await freePort();
	const group = new ProcessGroup(path, await start(port, folder), join(folder, 'output.log'), {
		cwd: folder,
	});
	const stop = async () => {
		await group.stop();
		await rm(folder, { recursive: true, force: true });
	};
	try {
		await until(`A ready ${program}`, async () => {
			if (group.end) throw new Error(`${group.tail()}\n${program} ${group.end}.`);
			return await isOpen(port);
		});
	} catch (error) {
		await stop();
		throw error;
	}
	return { url: `http://127.0.0.1:${port}`, path, folder, stop };
}
