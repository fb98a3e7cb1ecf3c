import { seededRandom } from '../unit/support/seededRandom';
import type { Case } from './cases';
import { simulate } from './simulate';

/** How often chance decides anew. */
const seeds = Array.from({ length: 10 }, (_, at) => at + 1);
/** ms */
const latency = 10;

const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** What a case reached, as a mean of all seeds. */
export interface Measured {
	/** Until the last message was accepted (s). */
	seconds: number;
	/** Refusals for each message. */
	refusals: number;
	/** The latest end of a run (s). */
	ended: number;
	/** Messages that the service would have accepted at some time, at the most. */
	lost: number;
}

export async function measure(row: Case): Promise<Measured> {
	const { messages, runs = 1, refused = 0, limit, says, starts } = row;
	const count = runs * messages.length;
	const all = await Promise.all(
		seeds.map(
			async (seed) =>
				await simulate({
					runs: Array.from({ length: runs }, () => messages),
					limit: limit(seededRandom((seed + latency) * 7919)),
					says,
					latency,
					seed: seed * 7919 + latency,
					starts,
				}),
		),
	);
	return {
		seconds: meanOf(all.map(({ duration }) => duration / 1000)),
		refusals: meanOf(all.map((one) => one.refused / count)),
		ended: Math.max(...all.map(({ ended }) => ended / 1000)),
		lost: Math.max(...all.map(({ accepted }) => count - runs * refused - accepted)),
	};
}
