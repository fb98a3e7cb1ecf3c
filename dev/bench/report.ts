import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { markdownTable } from 'markdown-table';
import { root } from '../../test/n8n/checkout';
import { n8nProgram } from '../../test/n8n/n8nProgram';
import { barChart } from './barChart';
import type { Case, Series } from './case';
import { median, ofAll } from './goals';

/** A figure of a case and its goal, as printed. */
interface Finding {
	case: string;
	what: string;
	found: string;
	/** Empty if the figure explains another one. */
	goal: string;
	met?: boolean;
}

const round = (value: number) => Math.round(value).toLocaleString('en');

/** What the figures depend on, apart from the code. */
export function machine() {
	const manifest = readFileSync(
		join(root, 'dev', 'n8n', 'node_modules', 'n8n', 'package.json'),
		'utf8',
	);
	return {
		processor: cpus()[0]?.model.trim() ?? 'unknown',
		cores: cpus().length,
		memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
		system: `${platform()} ${release()} ${arch()}`,
		loadOfLastMinute: Number((loadavg()[0] ?? 0).toFixed(2)),
		n8n: (JSON.parse(manifest) as { version: string }).version,
		nodeOfN8n: execFileSync(n8nProgram().node, ['--version'], { encoding: 'utf8' }).trim(),
	};
}

/** The figures of a case and their goals. */
function findingsOf({ name, goals }: Case, all: Series[]): Finding[] {
	const own = all.filter((one) => one.case === name);
	return goals.map(({ what, value, unit, most, least }) => {
		const number = value(own, all);
		const isMeasured = Number.isFinite(number);
		const shown = (figure: number) => {
			if (unit === undefined) return figure.toFixed(2);
			return `${unit === 'ms' ? Number(figure.toPrecision(3)) : round(figure)} ${unit}`;
		};
		const bound = most ?? least;
		const isMet = number <= (most ?? number) && number >= (least ?? number);
		return {
			case: name,
			what: typeof what === 'string' ? what : what(own, all),
			found: isMeasured ? shown(number) : 'not measured',
			goal: bound === undefined ? '' : `at ${bound === most ? 'most' : 'least'} ${shown(bound)}`,
			...(isMeasured && bound !== undefined && { met: isMet }),
		};
	});
}

/** One row for each subject, with the median and range of its runs. */
function subjectRow({ subject, count, runs }: Series): string[] {
	const times = runs.map(({ time }) => time);
	const cpu = median(runs.map((run) => run.cpu)) / count;
	const range = `${round(median(times))} ms (${round(Math.min(...times))} to ${round(Math.max(...times))})`;
	const perItem = `${(median(times) / count).toFixed(3)} ms, CPU ${cpu.toFixed(3)} ms`;
	return [`${subject}: ${count.toLocaleString('en')} items`, range, perItem, '', ''];
}

function goalRow({ what, found, goal, met }: Finding): string[] {
	const verdict = met === undefined ? '' : met ? 'met' : 'missed';
	return [what, found, '', goal, verdict];
}

/** @returns the figures as a Markdown table, by case: first the subjects, then the goals */
export function tableOf(cases: Case[], all: Series[]): string {
	const rows = cases.flatMap((one) => {
		const subjects = all.filter((series) => series.case === one.name).map(subjectRow);
		const goals = findingsOf(one, all).map(goalRow);
		return [...subjects, ...goals].map((row, place) => [place === 0 ? one.title : '', ...row]);
	});
	return markdownTable([['case', 'node or figure', 'found', 'per item', 'goal', ''], ...rows]);
}

/** The subjects of the chart, and what it calls them. */
const bars = {
	ours: 'This node',
	'only sending': 'A loop that only sends',
	'HTTP Request': 'HTTP Request, key typed into a header',
	'HTTP Request, credential': 'HTTP Request with the credential',
};

/** Replaces the saved figures of all cases, and the table and the chart in docs. @returns the files' paths */
export function keep(
	cases: Case[],
	series: Series[],
	about: { date: string; rounds: number; machine: object },
): string[] {
	const files = ['dev/bench/results/latest.json', 'docs/performance.md', 'docs/images/speed.svg'];
	const [results = '', page = '', picture = ''] = files.map((file) => join(root, file));
	const findings = cases.flatMap((one) => findingsOf(one, series));
	writeFileSync(results, `${JSON.stringify({ ...about, findings, series })}\n`);
	const table = `<!-- table -->\n\n${tableOf(cases, series)}\n\n<!-- end of table -->`;
	const text = readFileSync(page, 'utf8');
	writeFileSync(
		page,
		text.replace(/<!-- table -->[^]*<!-- end of table -->/, () => table),
	);
	const times = Object.entries(bars).map(([subject, label]): [string, number] => [
		label,
		ofAll(
			series.filter((one) => one.case === 'tls'),
			subject,
		) / 1000,
	]);
	writeFileSync(picture, barChart('2,000 messages over TLS, seconds', times));
	return [results, page, picture];
}
