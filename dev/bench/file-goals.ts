import { type Finding, ratio } from './findings';
import type { Series } from './rounds';
import type { Subject } from './subjects';

const MiB = 1024 * 1024;

/** How far resident memory of an n8n of its own grew at most, from before the first run that counts (MiB). */
function growth(all: Series[], name: string, subject: Subject): number {
	const runs = all.find((one) => one.case === name && one.subject === subject)?.runs ?? [];
	const peak = Math.max(...runs.map(({ peak = NaN }) => peak));
	return (peak - Math.min(...runs.map(({ resident }) => resident))) / MiB;
}

/** How much more memory one thing takes than another. */
function more(name: string, what: string, over: [string, Subject], under: [string, Subject], most: number) {
	return (all: Series[]): Finding[] => {
		const found = growth(all, ...over) - growth(all, ...under);
		if (!Number.isFinite(found)) return [];
		return [{ case: name, what, found: `${found.toFixed(0)} MiB`, goal: `at most ${most} MiB`, met: found <= most }];
	};
}

function shareOfMemory(all: Series[]): Finding[] {
	const [ours, theirs] = [growth(all, 'large', 'ours'), growth(all, 'large', 'HTTP Request')];
	const found = ours / theirs;
	if (!Number.isFinite(found)) return [];
	const what = `extra memory of HTTP Request's (${ours.toFixed(0)} of ${theirs.toFixed(0)} MiB)`;
	return [{ case: 'large', what, found: found.toFixed(2), goal: 'at most 0.25', met: found <= 0.25 }];
}

export const fileGoals: Array<(all: Series[]) => Finding[]> = [
	more('huge', 'more memory than only reading it', ['huge', 'ours'], ['huge', 'no upload'], 64),
	more('eight', 'more memory than one of 1 GiB', ['eight', 'ours'], ['huge', 'ours'], 64),
	ratio('large', 'times faster than HTTP Request', ['HTTP Request', 'ours'], { least: 2 }),
	shareOfMemory,
	ratio('large', "of curl's throughput", ['curl', 'ours'], { least: 0.6 }),
	// That it is a single upload is checked in every run: more requests would be an error.
	ratio('picture', 'times faster than HTTP Request, with one upload', ['HTTP Request', 'ours'], { least: 20 }),
];
