import PQueue from 'p-queue';

/** @returns the tasks of each lane, in input order */
function lanesOf<Task>(tasks: Task[], laneOf: (task: Task) => string | number | undefined) {
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
 * @param work must not reject
 * @param before awaited before each task, outside the concurrency, so that a lane that pauses holds back no other; must
 * not reject
 */
export async function inLanes<Task>(
	tasks: Task[],
	laneOf: (task: Task) => string | number | undefined,
	concurrency: number,
	work: (task: Task) => Promise<void>,
	before?: (task: Task) => Promise<void>,
): Promise<void> {
	const lanes = lanesOf(tasks, laneOf);
	if (before) {
		const queue = new PQueue({ concurrency });
		const workOn = async (lane: Task[]) => {
			for (const task of lane) {
				await before(task);
				await queue.add(async () => await work(task));
			}
		};
		await Promise.all(lanes.map(workOn));
		return;
	}
	// A list that gets shorter saves memory in a long run.
	lanes.reverse();
	const workOnNext = async () => {
		for (let lane = lanes.pop(); lane; lane = lanes.pop())
			for (const task of lane) await work(task);
	};
	await Promise.all(Array.from({ length: concurrency }, workOnNext));
}
