import type { Case } from './case';
import { randomOf } from './cases';
import { type Simulated, simulate } from './simulate';

/** How often chance decides anew. */
const seeds = Array.from({ length: 10 }, (_, at) => at + 1);

export interface Mean {
	mean: number;
	/** How far the mean would be off by chance (its standard error). */
	error: number;
}

function meanOf(values: number[]): Mean {
	const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
	const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
	return { mean, error: Math.sqrt(squares) / values.length };
}

/** What a case reached with all latencies and seeds. */
export interface Measured {
	/** Until the last message was accepted (s). */
	accepted: Mean;
	/** Refusals for each message. */
	refusals: Mean;
	/** The latest acceptance and the latest end (s), and the most refusals. */
	worst: { accepted: number; ended: number; refused: number };
	/** Messages that the service would have accepted at some time, of all. */
	lost: number;
}

export async function measure(row: Case): Promise<Measured> {
	const { messages, runs = 1, refused = 0, limit, says, concurrency, starts, fault } = row;
	const all: Simulated[] = [];
	for (const latency of row.latencies ?? [5])
		for (const seed of seeds)
			all.push(
				await simulate({
					runs: Array.from({ length: runs }, () => messages),
					limit: limit(randomOf(seed + latency)),
					says,
					concurrency,
					latency,
					seed: seed * 7919 + latency,
					starts,
					fault,
				}),
			);
	const worst = (of: (one: Simulated) => number) => Math.max(...all.map(of));
	return {
		accepted: meanOf(all.map(({ duration }) => duration / 1000)),
		refusals: meanOf(all.map((one) => one.refused / (runs * messages.length))),
		worst: {
			accepted: worst(({ duration }) => duration) / 1000,
			ended: worst(({ ended }) => ended) / 1000,
			refused: worst((one) => one.refused),
		},
		lost: worst(({ accepted }) => runs * (messages.length - refused) - accepted),
	};
}
