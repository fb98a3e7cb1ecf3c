import { step } from '../start/progress';
import type { Case } from './cases';
import { curl } from './curl';
import type { Stage } from './stage';
import type { Subject } from './subjects';
import { type Load, type Run, Track } from './track';

/** All runs of one subject under one load. */
export interface Series {
	case: string;
	subject: Subject;
	count: number;
	runs: Run[];
}

/** What can be run again and again. */
export interface Runner {
	run: (load: Load) => Promise<Run>;
}

/** Code is compiled and connections are known before the first run that counts. */
const usualWarmUp = 1000;

/** A load with the number of requests that it takes a subject. */
export function asked({ requests }: Case, subject: Subject, load: Load): Load {
	return { ...load, requests: requests?.(subject, load.count) };
}

/** A subject of a case after a run that does not count. */
export async function warm(stage: Stage, name: string, subject: Subject, chosen: Case): Promise<Runner> {
	const { loads, saved, warmUp, anew } = chosen;
	const most = warmUp?.(subject) ?? usualWarmUp;
	const runner = subject === 'curl' ? curl(stage, chosen) : await Track.build(stage, name, subject, chosen, saved);
	const count = anew ? most : Math.min(most, loads[0]?.count ?? most);
	if (count > 0) await runner.run(asked(chosen, subject, { ...loads[0], count }));
	return runner;
}

/**
 * Runs a case: one round after the other, in each every subject in turn, so that what else
 * the machine does falls on all alike.
 */
export async function runCase(stage: Stage, chosen: Case, rounds: number): Promise<Series[]> {
	const { name, subjects, loads } = chosen;
	const tracks: Array<{ track: Runner; subject: Subject }> = [];
	await step(`${chosen.title}: warming up`, async () => {
		for (const subject of subjects) {
			tracks.push({ track: await warm(stage, name, subject, chosen), subject });
		}
	});
	// The smaller loads first: a process does not give back all the memory that a large one took.
	const lanes = loads.flatMap((load) =>
		tracks.map(({ track, subject }) => ({ track, load, series: { case: name, subject, count: load.count, runs: [] as Run[] } })),
	);
	for (let round = 1; round <= rounds; round++) {
		await step(`${chosen.title}: round ${round} of ${rounds}`, async () => {
			for (const { track, load, series } of lanes) {
				const runner = chosen.anew ? await warm(stage, `${name}-${round}`, series.subject, chosen) : track;
				series.runs.push(await runner.run(asked(chosen, series.subject, load)));
			}
		});
	}
	return lanes.map(({ series }) => series);
}
