import type { Goal, Run, Series } from './case';

type Figure = (run: Run) => number | undefined;
const time: Figure = ({ time }) => time;
export const cpu: Figure = ({ cpu }) => cpu;
export const live: Figure = ({ live }) => live;

export function median(values: ReadonlyArray<number | undefined>): number {
	const sorted = values.map((value) => value ?? NaN).sort((a, b) => a - b);
	const middle = (sorted.length - 1) / 2;
	return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}

const of = (series: Series[], subject: string) => series.filter((one) => one.subject === subject);

/** The series of another case. */
export const caseOf = (all: Series[], name: string) => all.filter((one) => one.case === name);

/** The median of a subject's figure per item, for each number of items. */
export function perItem(own: Series[], subject: string, figure = time): number[] {
	return of(own, subject).map(({ count, runs }) => median(runs.map(figure)) / count);
}

/** The median of a subject's figure for the largest number of items. */
export function ofAll(own: Series[], subject: string, figure = time): number {
	return median(of(own, subject).at(-1)?.runs.map(figure) ?? []);
}

/** One subject's median divided by another's. */
export function ratio(over: string, under: string, figure = time) {
	return (own: Series[]) => ofAll(own, over, figure) / ofAll(own, under, figure);
}

/** How much the resident memory of a subject's own n8n grew at most since the first run that counts began (MiB). */
export function growth(own: Series[], subject: string): number {
	const runs = of(own, subject).flatMap(({ runs }) => runs);
	const start = Math.min(...runs.map(({ resident }) => resident));
	return (Math.max(...runs.map(({ peak }) => peak)) - start) / 2 ** 20;
}

export const spread = (values: number[]) => Math.max(...values) / Math.min(...values);
export const listed = (values: number[], digits: number) =>
	values.map((value) => value.toFixed(digits)).join(' / ');

type Figures = [what: Goal['what'], value: Goal['value'], unit?: Goal['unit']];

export const atMost = (most: number, ...[what, value, unit]: Figures): Goal => ({
	...{ what, value, unit, most },
});
export const atLeast = (least: number, ...[what, value, unit]: Figures): Goal => ({
	...{ what, value, unit, least },
});
