import type { Case } from './case';
import { randomOf } from './cases';
import { recipient } from './limits';
import { simulate } from './simulate';

/** A line of the table: the worst of all latencies and seeds. */
export interface Measured {
	name: string;
	/** Seconds that the limits allow, and that it took until the last message was accepted and until the run ended. */
	possible: number;
	accepted: number;
	ended: number;
	/** The share of what is possible. */
	reached: number;
	refused: number;
	/** Messages that the service would have accepted at some time. */
	lost: number;
}

/** The time that the way to the service takes, if nothing limits the run (ms). */
function wayOf({ messages, concurrency = 8 }: Case, latency: number): number {
	const lanes = new Map<string, number>();
	for (const message of messages)
		lanes.set(recipient(message), (lanes.get(recipient(message)) ?? 0) + 1);
	const most = Math.max(...lanes.values());
	return (latency + 3) * Math.max(most, Math.ceil(messages.length / concurrency));
}

/** Runs a case for all of its latencies and seeds, or only for the first. */
export async function measure(row: Case, all: boolean): Promise<Measured> {
	const { name, messages, possible, runs = 1, refused = 0, limit, says, concurrency } = row;
	const line = { name, possible: 0, reached: Infinity, accepted: 0, ended: 0, refused: 0, lost: 0 };
	const conditions = (row.latencies ?? [5]).flatMap((latency) =>
		(row.seeds ?? [1]).map((seed) => ({ latency, seed })),
	);
	for (const { latency, seed } of all ? conditions : conditions.slice(0, 1)) {
		const ran = await simulate({
			runs: Array.from({ length: runs }, () => messages),
			limit: limit(randomOf(seed + latency)),
			says,
			concurrency,
			latency,
			seed: seed * 7919 + latency,
			starts: row.starts,
			fault: row.fault,
		});
		const best = Math.max(possible, wayOf(row, latency));
		line.possible = Math.max(line.possible, best / 1000);
		line.reached = Math.min(line.reached, ran.duration > 0 ? best / ran.duration : 1);
		line.accepted = Math.max(line.accepted, ran.duration / 1000);
		line.ended = Math.max(line.ended, ran.ended / 1000);
		line.refused = Math.max(line.refused, ran.refused);
		line.lost = Math.max(line.lost, runs * (messages.length - refused) - ran.accepted);
	}
	return line;
}
