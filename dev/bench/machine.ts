import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from '../start/checkout';
import { n8nProgram } from '../start/n8n-program';

/** What figures depend on besides the code. */
export interface Machine {
	processor: string;
	cores: number;
	memory: string;
	system: string;
	/** Load average of the minute before: above 0 something else was running too. */
	loadBefore: number;
	n8n: string;
	nodeOfN8n: string;
	nodeOfBench: string;
}

export function machine(): Machine {
	const manifest = readFileSync(join(root, 'dev', 'n8n', 'node_modules', 'n8n', 'package.json'), 'utf8');
	return {
		processor: cpus()[0]?.model.trim() ?? 'unknown',
		cores: cpus().length,
		memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
		system: `${platform()} ${release()} ${arch()}`,
		loadBefore: Math.round((loadavg()[0] ?? 0) * 100) / 100,
		n8n: (JSON.parse(manifest) as { version: string }).version,
		nodeOfN8n: execFileSync(n8nProgram().node, ['--version'], { encoding: 'utf8' }).trim(),
		nodeOfBench: process.version,
	};
}
