import { step } from '../start/progress';
import type { Case } from './cases';
import type { Stage } from './stage';
import type { Subject } from './subjects';
import { Track, type Run } from './track';

/** All runs of one subject under one load. */
export interface Series {
	case: string;
	subject: Subject;
	count: number;
	runs: Run[];
}

/** Code is compiled and connections are known before the first run that counts. */
const warmUp = 1000;

/**
 * Runs a case: one round after the other, in each every subject in turn, so that what else
 * the machine does falls on all alike.
 */
export async function runCase(stage: Stage, chosen: Case, rounds: number): Promise<Series[]> {
	const { name, subjects, loads, saved } = chosen;
	const tracks: Array<{ track: Track; subject: Subject }> = [];
	await step(`${chosen.title}: warming up`, async () => {
		for (const subject of subjects) {
			const track = await Track.build(stage, name, subject, chosen, saved);
			await track.run({ ...loads[0], count: Math.min(warmUp, loads[0]?.count ?? warmUp) });
			tracks.push({ track, subject });
		}
	});
	// The smaller loads first: a process does not give back all the memory that a large one took.
	const lanes = loads.flatMap((load) =>
		tracks.map(({ track, subject }) => ({ track, load, series: { case: name, subject, count: load.count, runs: [] as Run[] } })),
	);
	for (let round = 1; round <= rounds; round++) {
		await step(`${chosen.title}: round ${round} of ${rounds}`, async () => {
			for (const { track, load, series } of lanes) {
				series.runs.push(await track.run(load));
			}
		});
	}
	return lanes.map(({ series }) => series);
}
