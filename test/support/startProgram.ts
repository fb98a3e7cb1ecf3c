import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { freePort } from '../n8n/ports';
import { Problem } from '../n8n/Problem';
import { ProcessGroup } from '../n8n/ProcessGroup';
import { until } from './until';

/** @throws Problem with the command that installs what is missing */
export function missingPackage(debianPackage: string): never {
	throw new Problem(
		`These tests need ${debianPackage}. Run: apt-get update && apt-get install -y --no-install-recommends ${debianPackage}`,
	);
}

/** Debian installs servers in /usr/sbin, which is not in every user's PATH. */
export function pathOf(program: string, debianPackage: string): string {
	const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
	const folder = folders.find((one) => existsSync(join(one, program)));
	return folder ? join(folder, program) : missingPackage(debianPackage);
}

async function isOpen(port: number): Promise<boolean> {
	const socket = connect(port, '127.0.0.1');
	try {
		await once(socket, 'connect');
		return true;
	} catch {
		return false;
	} finally {
		socket.destroy();
	}
}

/** Waits until a program is ready. @throws Problem with the end of its log if it exits before that */
export async function untilReady(
	name: string,
	group: ProcessGroup,
	isReady: () => boolean | Promise<boolean>,
	patience?: number,
): Promise<void> {
	const look = async () => {
		if (group.end) throw new Problem(`${group.tail()}\n${name} ${group.end}.`);
		return await isReady();
	};
	await until(`A ready ${name}`, look, patience);
}

/**
 * Starts a program of a Debian package that listens on a port. Everything that it writes is in `folder`.
 * @param start writes the configuration and returns arguments that keep the program in the foreground
 */
export async function startProgram(
	program: string,
	debianPackage: string,
	start: (port: number, folder: string) => string[] | Promise<string[]>,
) {
	const path = pathOf(program, debianPackage);
	const folder = await mkdtemp(join(tmpdir(), `messaging-${program}-`));
	const port = await freePort();
	const log = join(folder, 'output.log');
	const group = new ProcessGroup(path, await start(port, folder), log, { cwd: folder });
	const stop = async () => {
		await group.stop();
		await rm(folder, { recursive: true, force: true });
	};
	try {
		await untilReady(program, group, async () => await isOpen(port));
	} catch (error) {
		await stop();
		throw error;
	}
	return { url: `http://127.0.0.1:${port}`, port: String(port), folder, log, stop };
}
