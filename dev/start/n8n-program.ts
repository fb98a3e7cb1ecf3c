import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './checkout';
import { Problem } from './problem';

const modules = join(root, 'dev', 'n8n', 'node_modules');

/** Where the n8n of dev/n8n is and the Node to run it with: n8n 2.41 needs 24, this process may be an older one. */
export function n8nProgram(): { node: string; script: string } {
	const script = join(modules, 'n8n', 'bin', 'n8n');
	if (!existsSync(script)) throw new Problem('n8n is not installed. Run: node dev/install.mjs --n8n');
	const { platform, arch } = process;
	const packages = [`node-${platform === 'win32' ? 'win' : platform}-${arch}`, `node-bin-${platform}-${arch}`];
	const program = platform === 'win32' ? 'node.exe' : 'node';
	const installed = packages.map((name) => join(modules, name, 'bin', program)).find((path) => existsSync(path));
	return { node: installed ?? process.execPath, script };
}
