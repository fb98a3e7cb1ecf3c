import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Slots } from '../requests/slots';

/** Everything else that n8n does waits meanwhile (ms). */
const longestTurn = 20;

/**
 * Calls a function for each number below `count`, in order, and lets n8n do other work every few milliseconds.
 * @param signal ends it early
 */
export async function inTurns(
	count: number,
	act: (index: number) => void,
	signal?: AbortSignal,
): Promise<void> {
	// Several begin with a turn of their own, because the caller may have used up this one. One cannot be divided.
	let turn = count > 1 ? -Infinity : performance.now();
	for (let index = 0; index < count; index++) {
		if (performance.now() - turn > longestTurn) {
			await nextTurn();
			turn = performance.now();
			if (signal?.aborted) return;
		}
		act(index);
	}
}

/** @returns the tasks of each lane, in input order */
function lanesOf<Task>(
	tasks: Task[],
	laneOf: (task: Task) => string | number | undefined,
): Task[][] {
	const lanes = new Map<unknown, Task[]>();
	for (const task of tasks) {
		const lane = laneOf(task) ?? task;
		const earlier = lanes.get(lane);
		if (earlier) earlier.push(task);
		else lanes.set(lane, [task]);
	}
	return [...lanes.values()];
}

/**
 * Works on all tasks: several lanes at once, the tasks of one lane one after the other, in input order.
 * @param laneOf the lane of a task; undefined if the task waits for no other
 * @param slots each task in progress has one
 * @param work must not reject
 */
export async function inLanes<Task>(
	tasks: Task[],
	laneOf: (task: Task) => string | number | undefined,
	slots: Slots,
	work: (task: Task) => Promise<void>,
): Promise<void> {
	const lanes = lanesOf(tasks, laneOf);
	let begun = 0;
	const workers = new Set<Promise<void>>();
	const workOnNext = async () => {
		await slots.take();
		// A task that lent its slot gets one before further lanes begin.
		for (let lane = lanes[begun++]; lane; lane = slots.areAwaited ? undefined : lanes[begun++])
			for (const task of lane) await work(task);
		slots.free();
	};
	const start = () => {
		const worker = workOnNext().finally(() => workers.delete(worker));
		workers.add(worker);
	};
	slots.onLent = () => begun < lanes.length && start();
	for (let count = 0; count < slots.count; count++) start();
	while (workers.size > 0) await Promise.all(workers);
}
