import {
	array,
	assert,
	asyncProperty,
	constantFrom,
	integer,
	nat,
	option,
	record,
} from 'fast-check';
import { inLanes, Slots } from '../../nodes/MessagingIntegration/run/lanes';

interface Task {
	/** undefined: waits for no other task. */
	lane: string | undefined;
	/** How many turns of the event loop the task takes. */
	turns: number;
	place: number;
}

const anyTasks = array(
	record({ lane: option(constantFrom('a', 'b', 'c', ''), { nil: undefined }), turns: nat(4) }),
	{ maxLength: 60 },
).map((tasks) => tasks.map((task, place): Task => ({ ...task, place })));
const anyConcurrency = integer({ min: 1, max: 64 });

/** Runs the tasks. @returns each task in the order of its start, with the tasks that were running then */
async function observed(tasks: Task[], concurrency: number) {
	const begun: Array<{ task: Task; others: Task[] }> = [];
	const running = new Set<Task>();
	await inLanes(
		tasks,
		({ lane }) => lane,
		new Slots(concurrency),
		async (task) => {
			begun.push({ task, others: [...running] });
			running.add(task);
			for (let turn = 0; turn < task.turns; turn++)
				await new Promise((resolve) => setImmediate(resolve));
			running.delete(task);
		},
	);
	expect(running.size).toBe(0);
	return begun;
}

const holds = async (
	check: (begun: Awaited<ReturnType<typeof observed>>, tasks: Task[], concurrency: number) => void,
) =>
	await assert(
		asyncProperty(anyTasks, anyConcurrency, async (tasks, concurrency) => {
			check(await observed(tasks, concurrency), tasks, concurrency);
		}),
	);

it('every task runs once', async () => {
	await holds((begun, tasks) => {
		const places = begun.map(({ task }) => task.place).sort((a, b) => a - b);
		expect(places).toEqual(tasks.map(({ place }) => place));
	});
});

it('the tasks of a lane run in order', async () => {
	await holds((begun) => {
		for (const lane of ['a', 'b', 'c', '']) {
			const places = begun.filter(({ task }) => task.lane === lane).map(({ task }) => task.place);
			expect(places).toEqual([...places].sort((a, b) => a - b));
		}
	});
});

it('two tasks of a lane never run at once', async () => {
	await holds((begun) => {
		for (const { task, others } of begun) {
			if (task.lane !== undefined) expect(others.map(({ lane }) => lane)).not.toContain(task.lane);
		}
	});
});

it('no more tasks run at once than allowed', async () => {
	await holds((begun, _, concurrency) => {
		for (const { others } of begun) expect(others.length).toBeLessThan(concurrency);
	});
});

it('as many tasks run at once as allowed if they have no lane', async () => {
	const tasks = Array.from(
		{ length: 40 },
		(_, place): Task => ({ lane: undefined, turns: 3, place }),
	);
	for (const concurrency of [1, 2, 8, 40, 64]) {
		const most = Math.max(
			...(await observed(tasks, concurrency)).map(({ others }) => others.length + 1),
		);
		expect(most).toBe(Math.min(concurrency, tasks.length));
	}
});

it('tasks without a lane run in order with a concurrency of 1', async () => {
	const tasks = Array.from(
		{ length: 20 },
		(_, place): Task => ({ lane: undefined, turns: place % 3, place }),
	);
	const begun = await observed(tasks, 1);
	expect(begun.map(({ task }) => task.place)).toEqual(tasks.map(({ place }) => place));
});

it('an empty list is done at once', async () => {
	expect(await observed([], 8)).toEqual([]);
});
