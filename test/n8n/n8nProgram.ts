import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedNode } from '../../dev/installedNode.cjs';
import { root } from './checkout';
import { Problem } from './Problem';

const usual = join(root, 'dev', 'n8n');
const versions = join(root, 'dev', 'versions');

export interface N8nProgram {
	/** The Node.js to run n8n with, because the current one may be too old or too new for it. */
	node: string;
	script: string;
	/** Environment variables that this version of n8n needs. */
	env: Readonly<Record<string, string>>;
}

interface Manifest {
	config?: Record<string, string>;
	dependencies: { n8n: string };
}

/** The versions of n8n that can be installed here, oldest first; the last is the one in dev/n8n. */
export function n8nVersions(): string[] {
	return [...readdirSync(versions).sort(), manifest(usual).dependencies.n8n];
}

/** @param version one of dev/versions; by default the one in dev/n8n */
export function n8nProgram(version = manifest(usual).dependencies.n8n): N8nProgram {
	const isUsual = version === manifest(usual).dependencies.n8n;
	const folder = isUsual ? usual : join(versions, version);
	const script = join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
	if (!existsSync(script)) {
		throw new Problem(
			`n8n ${version} is not installed. Run: node dev/install.mjs --n8n${isUsual ? '' : `=${version}`}`,
		);
	}
	const node = installedNode(folder, usual) ?? process.execPath;
	return { node, script, env: manifest(folder).config ?? {} };
}

function manifest(folder: string): Manifest {
	return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}
