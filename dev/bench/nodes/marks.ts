import { readFileSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What passed between the node in front of the one that is measured and the node behind it. */
export interface Passed {
	wall: number;
	/** Of the whole n8n process, all its threads (ms). */
	cpu: number;
	/** Resident memory at the start, and its highest until the end (bytes). The latter on Linux only. */
	resident: number;
	peak?: number;
	/** Heap still in use after a collection, less what it was at the start: mostly the output (bytes). */
	heapKept: number;
}

interface Start {
	wall: number;
	cpu: NodeJS.CpuUsage;
	resident: number;
	heap: number;
	profiler?: Session;
}

// Each node is a bundle of its own, so they meet in a place of the process.
const shared = globalThis as { benchStart?: Start };

/** Garbage of the run before is nobody's time and nobody's memory. */
function collectGarbage(): void {
	setFlagsFromString('--expose-gc');
	(runInNewContext('gc') as () => void)();
}

/** Forgets the peak so far: Linux then counts anew (proc(5), clear_refs). */
function forgetPeak(): void {
	try {
		writeFileSync('/proc/self/clear_refs', '5');
	} catch {
		// Other systems have no such thing: the peak is not told there.
	}
}

function readPeak(): number | undefined {
	try {
		const status = readFileSync('/proc/self/status', 'utf8');
		return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
	} catch {
		return undefined;
	}
}

export function markStart(profile: boolean): void {
	collectGarbage();
	forgetPeak();
	const { rss, heapUsed } = process.memoryUsage();
	let profiler: Session | undefined;
	if (profile) {
		profiler = new Session();
		profiler.connect();
		profiler.post('Profiler.enable');
		profiler.post('Profiler.setSamplingInterval', { interval: 200 });
		profiler.post('Profiler.start');
	}
	shared.benchStart = { wall: performance.now(), cpu: process.cpuUsage(), resident: rss, heap: heapUsed, profiler };
}

/** @param profileTo the file for the profile, where one was begun */
export function markEnd(profileTo: string): Passed {
	const start = shared.benchStart;
	if (!start) throw new Error('No start was marked.');
	const wall = performance.now() - start.wall;
	const { user, system } = process.cpuUsage(start.cpu);
	const highest = readPeak();
	start.profiler?.post('Profiler.stop', (_, { profile }) => writeFileSync(profileTo, JSON.stringify(profile)));
	start.profiler?.disconnect();
	shared.benchStart = undefined;
	collectGarbage();
	return {
		wall,
		cpu: (user + system) / 1000,
		resident: start.resident,
		...(highest !== undefined && { peak: highest }),
		heapKept: process.memoryUsage().heapUsed - start.heap,
	};
}
