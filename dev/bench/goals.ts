import type { Run, Series } from './case';

export type Figure = (run: Run) => number;
export const time: Figure = ({ time }) => time;
export const cpu: Figure = ({ cpu }) => cpu;
export const heapKept: Figure = ({ heapKept }) => heapKept;

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const at = (place: number) => sorted[place] ?? NaN;
	const middle = Math.floor(sorted.length / 2);
	return sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2;
}

const of = (series: Series[], subject: string) => series.filter((one) => one.subject === subject);

/** The series of another case. */
export const caseOf = (all: Series[], name: string) => all.filter((one) => one.case === name);

/** The median of a subject's figure per item, for each number of items. */
export function perItem(own: Series[], subject: string, figure = time): number[] {
	return of(own, subject).map(({ count, runs }) => median(runs.map(figure)) / count);
}

/** One subject's median divided by another's. */
export function ratio(over: string, under: string, figure = time) {
	return (own: Series[]) =>
		(perItem(own, over, figure)[0] ?? NaN) / (perItem(own, under, figure)[0] ?? NaN);
}

/** How much the resident memory of a subject's own n8n grew at most since the first run that counts began (MiB). */
export function growth(own: Series[], subject: string): number {
	const runs = of(own, subject).flatMap(({ runs }) => runs);
	return (
		(Math.max(...runs.map(({ peak = NaN }) => peak)) -
			Math.min(...runs.map(({ resident }) => resident))) /
		2 ** 20
	);
}

/**
 * How much resident memory grew per item, for each number of items (bytes). A process keeps the memory that it once
 * took, so later runs seem to need less. So this compares the lowest peak with the lowest start in this case.
 */
export function growthPerItem(own: Series[], subject: string): number[] {
	const before = Math.min(...own.flatMap(({ runs }) => runs.map(({ resident }) => resident)));
	return of(own, subject).map(
		({ count, runs }) => (Math.min(...runs.map(({ peak = NaN }) => peak)) - before) / count,
	);
}

export const spread = (values: number[]) =>
	values.length === 0 ? NaN : Math.max(...values) / Math.min(...values);
export const last = (values: number[]) => values.at(-1) ?? NaN;
export const listed = (values: number[], digits: number) =>
	values.map((value) => value.toFixed(digits)).join(' / ');
