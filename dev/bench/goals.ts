import { fileGoals } from './file-goals';
import { cpu, type Figure, type Finding, ratio, time } from './findings';
import { median } from './median';
import type { Series } from './rounds';
import type { Subject } from './subjects';

/** A figure per item, at each number of items. */
function perItem(all: Series[], subject: Subject, figure: Figure): number[] {
	const series = all.filter((one) => one.case === 'scale' && one.subject === subject);
	return series.map(({ count, runs }) => median(runs.map(figure)) / count);
}

/**
 * How far resident memory grew per item, at each number of items. A process keeps what it once took, so that a later
 * run seems to need less: the lowest peak of a load is held against the least that the process had in this case.
 */
function growth(all: Series[], subject: Subject): number[] {
	const scale = all.filter((one) => one.case === 'scale');
	const before = Math.min(...scale.flatMap(({ runs }) => runs.map(({ resident }) => resident)));
	const peaks = scale.filter((one) => one.subject === subject);
	return peaks.map(({ count, runs }) => (Math.min(...runs.map(({ peak = NaN }) => peak)) - before) / count);
}

const spread = (values: number[]) => Math.max(...values) / Math.min(...values);
const list = (values: number[], digits: number, unit: string) => values.map((value) => `${value.toFixed(digits)} ${unit}`).join(' / ');

/** How the time of an item and the memory change with their number. */
function scaling(all: Series[]): Finding[] {
	const times = perItem(all, 'ours', time);
	if (times.length === 0) return [];
	const floor = perItem(all, 'floor', time);
	const above = times.map((ms, place) => ms / (floor[place] ?? NaN));
	const memory = growth(all, 'ours');
	const ofFloor = growth(all, 'floor');
	const kept = perItem(all, 'ours', ({ heapKept }) => heapKept);
	// Fewer items do not fill what the process takes for itself, so the bound is held against the most items.
	const largest = memory.at(-1) ?? NaN;
	const bound = (all.find((one) => one.case === 'scale')?.runs[0]?.payload ?? NaN) + 2048;
	const line = (what: string, found: string, goal = '', met?: boolean): Finding => ({ case: 'scale', what, found, goal, met });
	return [
		line(`time per item: ${list(times, 3, 'ms')}`, spread(times).toFixed(2), 'at most 1.25', spread(times) <= 1.25),
		line(`the floor's: ${list(floor, 3, 'ms')}`, spread(floor).toFixed(2)),
		line(`ours / the floor: ${list(above, 2, '')}`, spread(above).toFixed(2)),
		line(`peak memory growth per item: ${list(memory, 0, 'B')}`, `${largest.toFixed(0)} B`, `at most ${bound} B`, largest <= bound),
		line(`the floor's: ${list(ofFloor, 0, 'B')}`, `${(ofFloor.at(-1) ?? NaN).toFixed(0)} B`),
		line(`heap kept per item: ${list(kept, 0, 'B')}`, `${(kept.at(-1) ?? NaN).toFixed(0)} B`),
	];
}

/** What a Send Once Key adds to a send, with so many kept. */
function keyCosts(all: Series[]): Finding[] {
	const series = all.filter((one) => one.case === 'keys');
	const [without = NaN, ...withKeys] = series.map(({ count, runs }) => median(runs.map(time)) / count);
	return withKeys.map((ms, place) => {
		const kept = series[place + 1]?.subject.replace('ours, ', '');
		return { case: 'keys', what: `a key's cost per send, ${kept}`, found: `${(ms - without).toFixed(2)} ms`, goal: '' };
	});
}

const goals: Array<(all: Series[]) => Finding[]> = [
	ratio('tls', 'time of ours / of the floor', ['ours', 'floor'], { most: 1.15 }),
	ratio('tls', 'times faster than HTTP Request', ['HTTP Request', 'ours'], { least: 2.2 }),
	ratio('tls', 'CPU per send / of HTTP Request', ['ours', 'HTTP Request'], { most: 0.4 }, cpu),
	ratio('constant', 'times faster than HTTP Request', ['HTTP Request', 'ours'], { least: 3.5 }),
	ratio('plain', 'times faster than HTTP Request', ['HTTP Request', 'ours'], { least: 1.6 }),
	ratio('plain', 'times faster than Telegram', ['Telegram', 'ours'], { least: 2.9 }),
	ratio('far-one', 'times faster than a plain loop', ['plain loop', 'ours'], { least: 3 }),
	ratio('far-many', 'times faster than a plain loop, default options', ['plain loop', 'ours'], { least: 20 }),
	ratio('far-many', 'times faster than a plain loop, 16 at once', ['plain loop', 'ours, 16 at once'], { least: 20 }),
	scaling,
	...fileGoals,
	keyCosts,
];

export function findings(all: Series[]): Finding[] {
	return goals.flatMap((goal) => goal(all));
}
