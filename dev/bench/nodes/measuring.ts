import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** From this many items on, memory in use is measured during the run. The collections for that are not timed. */
const many = 100_000;

/** Memory in use after a collection (bytes). What only weak references hold needs a second one. */
function inUse(): number {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	collect();
	collect();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

/** Calls a function that works only on Linux; returns undefined elsewhere. */
function onLinux<Result>(act: () => Result): Result | undefined {
	try {
		return act();
	} catch {
		return undefined;
	}
}

/**
 * Starts to measure what n8n does from now on. undici tells when the first request begins and the last one ends.
 * @returns a function that ends it and returns the wall time and the CPU time of all threads (ms); resident memory at
 * the start and its peak (the peak only on Linux), and memory in use at its largest minus that at the start (all
 * bytes); the longest block of the event loop before the first request, until the last answer, and after it (ms)
 */
export async function startMeasuring(count: number) {
	// Garbage of the previous run must cost this one neither time nor memory.
	const before = inUse();
	const blocks: [number, number, number] = [0, 0, 0];
	let phase: 0 | 1 | 2 = 0;
	let turn = performance.now();
	const endTurn = () => {
		const now = performance.now();
		blocks[phase] = Math.max(blocks[phase], now - turn);
		turn = now;
	};
	const clock = setInterval(endTurn, 1);
	await sleep(5);

	let live: number | undefined;
	let [wall, cpu] = [performance.now(), process.cpuUsage()];
	const spent = () => {
		const { user, system } = process.cpuUsage(cpu);
		return { time: performance.now() - wall, cpu: (user + system) / 1000 };
	};
	let until = { time: 0, cpu: 0 };
	const measureLive = () => {
		if (count < many) return;
		const { time, cpu: used } = spent();
		until = { time: until.time + time, cpu: until.cpu + used };
		live = Math.max(live ?? 0, inUse() - before);
		[wall, cpu, turn] = [performance.now(), process.cpuUsage(), performance.now()];
	};
	let [begun, answered] = [0, 0];
	const begins = () => {
		if (++begun === 1) phase = 1;
		if (begun === 1 || begun === count / 2) measureLive();
	};
	const answers = () => {
		if (++answered !== count) return;
		measureLive();
		phase = 2;
	};
	subscribe('undici:request:create', begins);
	subscribe('undici:request:trailers', answers);

	// Resets the peak of resident memory (proc(5), clear_refs).
	onLinux(() => writeFileSync('/proc/self/clear_refs', '5'));
	const resident = process.memoryUsage().rss;
	[wall, cpu] = [performance.now(), process.cpuUsage()];
	return async () => {
		const { time, cpu: used } = spent();
		const status = onLinux(() => readFileSync('/proc/self/status', 'utf8')) ?? '';
		unsubscribe('undici:request:create', begins);
		unsubscribe('undici:request:trailers', answers);
		// A block counts once the event loop turns again.
		await sleep(5);
		clearInterval(clock);
		return {
			time: until.time + time,
			cpu: until.cpu + used,
			resident,
			peak: Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024,
			live,
			blocks,
		};
	};
}

export type Measurement = Awaited<ReturnType<Awaited<ReturnType<typeof startMeasuring>>>>;

/** Each node is a separate bundle, so they share this through the global object. */
export const shared = globalThis as { endMeasuring?: () => Promise<Measurement> };
