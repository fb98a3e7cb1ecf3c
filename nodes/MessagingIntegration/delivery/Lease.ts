// Tests: test/engine/sendOnce.test.ts
import { key as numbers } from './numbers';
import type { World } from './World';

/** The signs of life of an attempt, which other executions look at: beats in a mark that only this process writes. */
export class Lease<Why> {
	private last: Promise<unknown> | undefined;
	private readonly endBeats: () => void;

	/** @param name of the mark */
	constructor(
		private readonly world: World<Why>,
		private readonly name: string,
	) {
		const beat = async () => await world.marks.beat(name);
		this.endBeats = world.clock.every(numbers.heartbeat, () => {
			this.last = this.last ? this.last.then(beat) : beat();
		});
	}

	/** Others look for its end elsewhere, so the mark can go. */
	end(): void {
		this.endBeats();
		void this.last?.then(async () => await this.world.marks.endBeats(this.name));
	}
}

/**
 * Waits while another execution shows that it works.
 * @param name of the mark in which it does
 * @param isOver whether its attempt has ended
 * @returns undefined if it has ended; if it has shown nothing for so long that it counts as dead, how often it had
 * @throws Error of n8n's database, or the signal's reason
 */
export async function whileAlive<Why>(
	{ marks, clock }: World<Why>,
	name: string,
	isOver: () => Promise<boolean>,
	signal: AbortSignal,
): Promise<number | undefined> {
	let lastBeats = 0;
	// Counted, not measured: an n8n that was blocked for a while has not looked meanwhile.
	let silentPolls = 0;
	for (;;) {
		if (await isOver()) return undefined;
		const beats = await marks.count(name, signal);
		silentPolls = beats === lastBeats ? silentPolls + 1 : 0;
		lastBeats = beats;
		if (silentPolls * numbers.poll > numbers.longestSilence) return lastBeats;
		await clock.sleep(numbers.poll, signal);
	}
}
