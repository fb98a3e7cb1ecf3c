import { mkdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { npmCommand } from '../../dev/npmCommand.cjs';
import { root, shown } from './checkout';
import { Problem } from './Problem';
import { ProcessGroup } from './ProcessGroup';

/** Packs this package, which must be built. @param destination an empty folder @returns the path of the tarball */
export async function packNode(destination: string): Promise<string> {
	mkdirSync(destination, { recursive: true });
	await npm(
		['pack', '--ignore-scripts', '--pack-destination', destination],
		root,
		join(destination, 'npm-pack.log'),
	);
	const name = (await readdir(destination)).find((file) => file.endsWith('.tgz'));
	if (!name) throw new Problem(`npm pack made no tarball in ${shown(destination)}.`);
	return join(destination, name);
}

/**
 * Installs a packed node where n8n's Community Nodes screen puts it. n8n loads it when it starts.
 * Uses no registry: the package has no dependencies, and n8n itself provides its peer dependency.
 * @param userFolder n8n's user folder (N8N_USER_FOLDER)
 */
export async function installNode(tarball: string, userFolder: string): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	mkdirSync(nodes, { recursive: true });
	const quiet = [
		'--ignore-scripts',
		'--no-audit',
		'--no-fund',
		'--no-bin-links',
		'--no-package-lock',
	];
	await npm(
		['install', tarball, '--legacy-peer-deps', ...quiet, '--prefix', nodes],
		nodes,
		join(userFolder, 'npm-install.log'),
	);
}

async function npm(args: readonly string[], cwd: string, log: string): Promise<void> {
	const [command, ...before] = npmCommand();
	const group = new ProcessGroup(command, [...before, ...args], log, { cwd, env: process.env });
	const end = await group.ended;
	if (end !== 'ended with exit code 0') {
		throw new Problem(
			`${group.tail()}\nnpm ${args[0]} ${end}. Everything it said is in ${shown(log)}.`,
		);
	}
}
