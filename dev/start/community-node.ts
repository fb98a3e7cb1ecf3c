import { mkdirSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { npmCommand } from '../npm-command.cjs';
import { root, shown } from './checkout';
import { Problem } from './problem';
import { ProcessGroup } from './process-group';

/** Packs this package as it would be published. It has to be built before. @returns the tarball's path */
export async function packNode(destination: string): Promise<string> {
	mkdirSync(destination, { recursive: true });
	for (const name of await tarballs(destination)) await rm(join(destination, name));
	await npm(['pack', '--ignore-scripts', '--pack-destination', destination], root, join(destination, 'npm-pack.log'));
	const [name] = await tarballs(destination);
	if (!name) throw new Problem(`npm pack made no tarball in ${shown(destination)}.`);
	return join(destination, name);
}

/**
 * Installs a packed node where n8n's Community Nodes screen puts it; n8n loads it when it starts.
 * Asks no registry: the package has no dependencies, and n8n itself provides its peer.
 * @param userFolder n8n's user folder (N8N_USER_FOLDER)
 * @returns name and version of what is now installed
 */
export async function installNode(tarball: string, userFolder: string): Promise<string> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	mkdirSync(nodes, { recursive: true });
	const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-bin-links', '--no-package-lock'];
	await npm(['install', tarball, '--legacy-peer-deps', ...quiet, '--prefix', nodes], nodes, join(userFolder, 'npm-install.log'));
	const manifest = await readFile(join(root, 'package.json'), 'utf8');
	const { name } = JSON.parse(manifest) as { name: string };
	const installed = await readFile(join(nodes, 'node_modules', name, 'package.json'), 'utf8');
	return `${name}@${(JSON.parse(installed) as { version: string }).version}`;
}

async function tarballs(folder: string): Promise<string[]> {
	return (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
}

async function npm(args: readonly string[], cwd: string, log: string): Promise<void> {
	const [command, ...before] = npmCommand();
	const group = new ProcessGroup(command, [...before, ...args], log, { cwd, env: process.env });
	const end = await group.ended;
	if (end !== 'ended with exit code 0') {
		throw new Problem(`${group.tail()}\nnpm ${args[0]} ${end}. Everything it said is in ${shown(log)}.`);
	}
}
