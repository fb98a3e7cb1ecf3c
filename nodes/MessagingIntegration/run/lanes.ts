import { setImmediate as nextTurn } from 'node:timers/promises';

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

/** Limits how many tasks are in progress. A task takes a slot, and lends it to others while it waits for something. */
export class Slots {
	private taken = 0;
	private readonly waiting: Array<() => void> = [];
	/** Called when a task lends its slot and no other waits for one. */
	onLent = () => {};

	constructor(readonly count: number) {}

	get areAwaited(): boolean {
		return this.waiting.length > 0;
	}

	/** As `lend`, but only to a task that began before: no other begins meanwhile. */
	async lendIfAwaited(wait: () => Promise<unknown>): Promise<void> {
		if (this.areAwaited) await this.lend(wait);
		else await wait();
	}

	async take(): Promise<void> {
		if (this.taken < this.count) this.taken++;
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	free(): void {
		const next = this.waiting.shift();
		if (next) next();
		else this.taken--;
	}

	/** Others may use the caller's slot meanwhile. The caller has one again when this ends, also if `wait` throws. */
	async lend(wait: () => Promise<unknown>): Promise<void> {
		const isLent = !this.areAwaited;
		this.free();
		if (isLent) this.onLent();
		try {
			await wait();
		} finally {
			await this.take();
		}
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
