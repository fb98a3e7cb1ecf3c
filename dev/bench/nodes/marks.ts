import { readFileSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Each node is a separate bundle, so they share this through the global object.
const shared = globalThis as {
	benchStart?: { wall: number; cpu: NodeJS.CpuUsage; resident: number; heap: number };
};

/** Garbage of the previous run must cost this one neither time nor memory. */
function collectGarbage(): void {
	setFlagsFromString('--expose-gc');
	(runInNewContext('gc') as () => void)();
}

/** Calls a function that works only on Linux; returns undefined elsewhere. */
function onLinux<Result>(act: () => Result): Result | undefined {
	try {
		return act();
	} catch {
		return undefined;
	}
}

export function markStart(): void {
	collectGarbage();
	// Resets the peak of resident memory (proc(5), clear_refs).
	onLinux(() => writeFileSync('/proc/self/clear_refs', '5'));
	const { rss: resident, heapUsed: heap } = process.memoryUsage();
	shared.benchStart = { wall: performance.now(), cpu: process.cpuUsage(), resident, heap };
}

/**
 * What happened since the start: wall time and CPU time of all threads of n8n (both ms); resident memory at the start
 * and its peak since then (the peak only on Linux); heap in use after a collection, minus that at the start (bytes).
 */
export function markEnd() {
	const start = shared.benchStart;
	if (!start) throw new Error('No start was marked.');
	const wall = performance.now() - start.wall;
	const { user, system } = process.cpuUsage(start.cpu);
	const peak = onLinux(
		() => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024,
	);
	shared.benchStart = undefined;
	collectGarbage();
	return {
		wall,
		cpu: (user + system) / 1000,
		resident: start.resident,
		peak,
		heapKept: process.memoryUsage().heapUsed - start.heap,
	};
}
