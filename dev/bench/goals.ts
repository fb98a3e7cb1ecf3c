import type { Series } from './case';
import type { Measurement } from './nodes/measuring';

type Figure = (run: Measurement) => number | undefined;
const time: Figure = ({ time }) => time;
export const cpu: Figure = ({ cpu }) => cpu;
export const live: Figure = ({ live }) => live;

export function median(values: ReadonlyArray<number | undefined>): number {
	const sorted = values.map((value) => value ?? NaN).sort((a, b) => a - b);
	const middle = (sorted.length - 1) / 2;
	return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}

const runsOf = (series: Series[], subject: string) =>
	series.find((one) => one.subject === subject)?.runs ?? [];

/** The median of a subject's figure. */
export function medianOf(series: Series[], subject: string, figure = time): number {
	return median(runsOf(series, subject).map(figure));
}

/** One subject's median divided by another's. */
export function ratio(over: string, under: string, figure = time) {
	return (series: Series[]) => medianOf(series, over, figure) / medianOf(series, under, figure);
}

/** How much the resident memory of n8n grew at most during a run (MiB). */
export function growth(series: Series[], subject: string): number {
	const runs = runsOf(series, subject);
	return Math.max(...runs.map(({ peak, resident }) => peak - resident)) / 2 ** 20;
}
