import type { Case, Goal, Series } from './case';
import { median } from './goals';

const round = (value: number) => Math.round(value).toLocaleString('en');

/** One row for each subject, with the median and range of its runs. */
function subjectRow({ subject, runs }: Series, count: number): string[] {
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
export function rowsOf({ title, goals, count }: Case, series: Series[]): string[][] {
	const subjects = series.map((one) => subjectRow(one, count));
	const rows = [...subjects, ...goals.map((goal) => goalRow(goal, series))];
	return rows.map((row, place) => [place === 0 ? title : '', ...row]);
}
