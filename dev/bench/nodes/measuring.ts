import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { INodeTypeDescription } from 'n8n-workflow';

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

/**
 * Starts to measure what n8n does from now on. undici tells when the first request begins and the last one ends.
 * @returns a function that ends it and returns the wall time and the CPU time of all threads (ms); resident memory at
 * the start and its peak (the peak only on Linux), and memory in use at its largest minus that at the start (all
 * bytes)
 */
export function startMeasuring(count: number) {
	// Garbage of the previous run must cost this one neither time nor memory.
	const before = inUse();
	const spent = { time: 0, cpu: 0 };
	let [wall, usage] = [performance.now(), process.cpuUsage()];
	const start = () => ([wall, usage] = [performance.now(), process.cpuUsage()]);
	const stop = () => {
		const { user, system } = process.cpuUsage(usage);
		spent.time += performance.now() - wall;
		spent.cpu += (user + system) / 1000;
	};
	let live: number | undefined;
	const measureLive = () => {
		if (count < many) return;
		stop();
		live = Math.max(live ?? 0, inUse() - before);
		start();
	};
	let [begun, answered] = [0, 0];
	const begins = () => {
		begun++;
		if (begun === 1 || begun === count / 2) measureLive();
	};
	const answers = () => {
		if (++answered === count) measureLive();
	};
	subscribe('undici:request:create', begins);
	subscribe('undici:request:trailers', answers);

	const linux = process.platform === 'linux';
	// Resets the peak of resident memory (proc(5), clear_refs).
	if (linux) writeFileSync('/proc/self/clear_refs', '5');
	const resident = process.memoryUsage().rss;
	start();
	return () => {
		stop();
		const status = linux ? readFileSync('/proc/self/status', 'utf8') : '';
		unsubscribe('undici:request:create', begins);
		unsubscribe('undici:request:trailers', answers);
		return {
			...spent,
			resident,
			peak: Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024,
			live,
		};
	};
}

export type Measurement = ReturnType<ReturnType<typeof startMeasuring>>;

/** Each node is a separate bundle, so they share this through the global object. */
export const shared = globalThis as { endMeasuring?: () => Measurement };

/** The description of a node that only the benchmark uses. Each field is a text. */
export const descriptionOf = (name: string, fields: string[]): INodeTypeDescription => ({
	name,
	displayName: name,
	defaults: { name },
	description: 'For the benchmark only',
	group: ['transform'],
	version: 1,
	inputs: ['main'],
	outputs: ['main'],
	properties: fields.map((field) => ({
		displayName: field,
		name: field,
		type: 'string',
		default: '',
	})),
});
