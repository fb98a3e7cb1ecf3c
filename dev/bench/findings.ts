import { median } from './median';
import type { Series } from './rounds';
import type { Subject } from './subjects';
import type { Run } from './track';

/** A line of the table: what was found against what was wished for. */
export interface Finding {
	case: string;
	what: string;
	found: string;
	/** Empty where the figure is there to explain another. */
	goal: string;
	met?: boolean;
}

export type Figure = (run: Run) => number;
export const time: Figure = ({ time }) => time;
export const cpu: Figure = ({ cpu }) => cpu;

/** The median of a figure over the runs of a series. */
function middle(all: Series[], name: string, subject: Subject, figure: Figure): number | undefined {
	const series = all.find((one) => one.case === name && one.subject === subject);
	return series && median(series.runs.map(figure));
}

/** A ratio of medians and its goal: `over` divided by `under`. */
export function ratio(
	name: string,
	what: string,
	[over, under]: [Subject, Subject],
	goal: { most: number } | { least: number },
	figure = time,
) {
	return (all: Series[]): Finding[] => {
		const above = middle(all, name, over, figure);
		const below = middle(all, name, under, figure);
		if (above === undefined || below === undefined) return [];
		const found = above / below;
		const met = 'most' in goal ? found <= goal.most : found >= goal.least;
		const wished = 'most' in goal ? `at most ${goal.most}` : `at least ${goal.least}`;
		return [{ case: name, what, found: found.toFixed(2), goal: wished, met }];
	};
}
