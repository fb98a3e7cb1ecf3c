import { type Case, randomOf } from './cases';
import { simulate, type Wrap } from './simulate';

/** A line of the table. */
export interface Measured {
	name: string;
	/** The least share of what is possible, over latencies and seeds. */
	reached: number;
	/** Seconds until the last request was accepted, and until the run ended: the longest. */
	accepted: number;
	ended: number;
	/** Refusals: the most. */
	refused: number;
	/** Requests that the service would have accepted at some time: the most that failed. */
	lost: number;
}

/** The time that the way to the service takes, if nothing limits the run (ms). */
function wayOf({ messages, concurrency = 8 }: Case, latency: number): number {
	const lanes = new Map<string, number>();
	for (const { instance, to } of messages) {
		const lane = `${instance} ${to}`;
		lanes.set(lane, (lanes.get(lane) ?? 0) + 1);
	}
	const most = Math.max(...lanes.values());
	return (latency + 3) * Math.max(most, Math.ceil(messages.length / concurrency));
}

export async function measure(wrap: Wrap, row: Case): Promise<Measured> {
	const { name, messages, possible, runs = 1, refused = 0, limit, says, concurrency } = row;
	const line: Measured = { name, reached: Infinity, accepted: 0, ended: 0, refused: 0, lost: 0 };
	for (const latency of row.latencies ?? [5])
		for (const seed of row.seeds ?? [1]) {
			const random = randomOf(seed + latency);
			const ran = await simulate(wrap, {
				runs: Array.from({ length: runs }, () => messages),
				limit: limit(random),
				says,
				concurrency,
				latency,
				seed: seed * 7919 + latency,
			});
			const best = Math.max(possible, wayOf(row, latency));
			line.reached = Math.min(line.reached, best / ran.duration);
			line.accepted = Math.max(line.accepted, ran.duration / 1000);
			line.ended = Math.max(line.ended, ran.ended / 1000);
			line.refused = Math.max(line.refused, ran.refused);
			line.lost = Math.max(line.lost, runs * (messages.length - refused) - ran.accepted);
		}
	return line;
}
