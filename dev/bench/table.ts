import { cases } from './cases';
import type { Finding } from './findings';
import { median } from './median';
import type { Series } from './rounds';

function rows(head: string[], body: string[][]): string {
	const widths = head.map((title, column) => Math.max(title.length, ...body.map((row) => row[column]?.length ?? 0)));
	const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
	return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

const titleOf = (name: string) => cases.find((one) => one.name === name)?.title ?? name;

/** Median and range of every series, as Markdown. */
export function timesTable(all: Series[]): string {
	const body = all.map(({ case: name, subject, count, runs }) => {
		const times = runs.map(({ time }) => time);
		const cpu = median(runs.map((run) => run.cpu)) / count;
		const range = `${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))}`;
		const items = count.toLocaleString('en');
		return [titleOf(name), subject, items, `${Math.round(median(times))}`, range, (median(times) / count).toFixed(3), Number.isNaN(cpu) ? '' : cpu.toFixed(3)];
	});
	return rows(['case', 'node', 'items', 'ms', 'range', 'ms an item', 'CPU ms an item'], body);
}

/** Undefined: there was no goal. */
const verdict = (met?: boolean) => (met === undefined ? '' : met ? 'met' : 'missed');

export function goalsTable(findings: Finding[]): string {
	const body = findings.map(({ case: name, what, found, goal, met }) => [titleOf(name), what, found, goal, verdict(met)]);
	return rows(['case', 'figure', 'found', 'goal', ''], body);
}
