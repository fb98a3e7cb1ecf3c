import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { markdownTable } from 'markdown-table';
import { root } from '../../test/n8n/checkout';
import { n8nProgram } from '../../test/n8n/n8nProgram';
import type { Case, Goal, Series } from './case';
import { median } from './goals';

const round = (value: number) => Math.round(value).toLocaleString('en');

/** What the figures depend on, apart from the code. */
export function machine(): string {
	const manifest = join(root, 'dev', 'n8n', 'node_modules', 'n8n', 'package.json');
	const n8n = (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
	const node = execFileSync(n8nProgram().node, ['--version'], { encoding: 'utf8' }).trim();
	const date = new Date().toISOString().slice(0, 10);
	const [load = 0] = loadavg();
	return `${date}: n8n ${n8n} on Node.js ${node}; ${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()} ${release()} ${arch()}, load ${load.toFixed(2)}`;
}

/** One row for each subject, with the median and range of its runs. */
function subjectRow({ subject, count, runs }: Series): string[] {
	const times = runs.map(({ time }) => time);
	const cpu = median(runs.map((run) => run.cpu)) / count;
	const range = `${round(median(times))} ms (${round(Math.min(...times))} to ${round(Math.max(...times))})`;
	const perItem = `${(median(times) / count).toFixed(3)} ms, CPU ${cpu.toFixed(3)} ms`;
	return [`${subject}: ${count.toLocaleString('en')} items`, range, perItem, '', ''];
}

function goalRow({ what, value, unit, most, least }: Goal, series: Series[]): string[] {
	const found = value(series);
	const words = (figure: number) => {
		if (unit === undefined) return figure.toFixed(2);
		return `${unit === 'ms' ? Number(figure.toPrecision(3)) : round(figure)} ${unit}`;
	};
	const goal = `at ${least === undefined ? 'most' : 'least'} ${words(most ?? least ?? NaN)}`;
	if (!Number.isFinite(found)) return [what, 'not measured', '', goal, ''];
	const isMet = found <= (most ?? found) && found >= (least ?? found);
	return [what, words(found), '', goal, isMet ? 'met' : 'missed'];
}

/** The rows of a case: first the subjects, then the goals. */
export function rowsOf({ title, goals }: Case, series: Series[]): string[][] {
	const rows = [...series.map(subjectRow), ...goals.map((goal) => goalRow(goal, series))];
	return rows.map((row, place) => [place === 0 ? title : '', ...row]);
}

/** What docs say of a case: how long this node and HTTP Request took, if both did, and each goal that was missed. */
export function inShort({ title, goals, counts, subjects }: Case, series: Series[]) {
	const compared = series.filter(({ subject }) => /^(ours|HTTP Request)/.test(subject));
	const times = compared.map(({ subject, count, runs }) => {
		const seconds = median(runs.map(({ time }) => time)) / 1000;
		const items = counts.length > 1 ? ` (${count.toLocaleString('en')})` : '';
		const who = subject.replace(/^ours/, 'this node');
		return `${who}${items}: ${Number(seconds.toPrecision(2)).toLocaleString('en')} s`;
	});
	const rows = goals.map((goal) => goalRow(goal, series)).filter((row) => row.at(-1) !== 'met');
	return {
		row: Object.keys(subjects).some((name) => name.startsWith('HTTP'))
			? `- **${title}**: ${times.join('; ')}`
			: '',
		goals: goals.length,
		missed: rows.map(([what, found, , goal]) => `- ${title}: ${what}: ${found} (${goal})`),
	};
}

/** The rows as a table in Markdown. */
export const tableOf = (rows: string[][]) =>
	markdownTable([['case', 'node or figure', 'found', 'per item', 'goal', ''], ...rows]);

function replaceTable(page: string, words: string): void {
	const text = readFileSync(join(root, page), 'utf8');
	const marked = `<!-- table -->\n\n${words}\n\n<!-- end of table -->`;
	const replaced = text.replace(/<!-- table -->[^]*<!-- end of table -->/, () => marked);
	writeFileSync(join(root, page), replaced);
}

/** Replaces the table of all figures, and the one in docs. @returns the paths of both pages */
export function writeDown(
	table: string,
	about: string,
	cases: Array<ReturnType<typeof inShort>>,
): string {
	const [results, page] = ['dev/bench/results.md', 'docs/performance.md'] as const;
	replaceTable(results, `${table}\n\n${about}`);
	const missed = cases.flatMap((one) => one.missed);
	const all = cases.reduce((sum, { goals }) => sum + goals, 0);
	const said = `${all - missed.length} of ${all} goals are met${missed.length > 0 ? '; missed' : ''}:`;
	const rows = cases.flatMap(({ row }) => row || []).join('\n');
	replaceTable(page, [rows, said, missed.join('\n')].join('\n\n').trim());
	return `${results} and ${page}`;
}
