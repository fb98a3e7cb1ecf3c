import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const folder = join(__dirname, 'nodes');

/** Builds the bench's own nodes for n8n to load (N8N_CUSTOM_EXTENSIONS); their types begin with `CUSTOM.`. */
export async function buildBenchNodes(outdir: string): Promise<void> {
	await build({
		entryPoints: readdirSync(folder)
			.filter((name) => name.endsWith('.node.ts'))
			.map((name) => join(folder, name)),
		outdir,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node24',
		logLevel: 'warning',
	});
}
