import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { markdownTable } from 'markdown-table';
import { root } from '../../test/n8n/checkout';
import { n8nProgram } from '../../test/n8n/n8nProgram';

/** What the figures depend on, apart from the code. */
export function machine(): string {
	const manifest = join(root, 'dev', 'n8n', 'node_modules', 'n8n', 'package.json');
	const n8n = (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
	const node = execFileSync(n8nProgram().node, ['--version'], { encoding: 'utf8' }).trim();
	const date = new Date().toISOString().slice(0, 10);
	const [load = 0] = loadavg();
	return `${date}: n8n ${n8n} on Node.js ${node}; ${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()} ${release()} ${arch()}, load ${load.toFixed(2)}`;
}

/** The rows as a table in Markdown. */
export const tableOf = (rows: string[][]) =>
	markdownTable([['case', 'node or figure', 'found', 'per item', 'goal', ''], ...rows]);

/** Replaces the table of the results. @returns the path of their page */
export function writeDown(table: string, about: string): string {
	const page = 'dev/bench/results.md';
	const text = readFileSync(join(root, page), 'utf8');
	const marked = `<!-- table -->\n\n${table}\n\n${about}\n\n<!-- end of table -->`;
	const replaced = text.replace(/<!-- table -->[^]*<!-- end of table -->/, () => marked);
	writeFileSync(join(root, page), replaced);
	return page;
}
