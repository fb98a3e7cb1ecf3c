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
import { inLanes } from '../../nodes/MessagingIntegration/delivery/inLanes';

interface Task {
	/** None: waits for no other. */
	lane: string | undefined;
	/** Turns of the event loop that the work takes. */
	turns: number;
	place: number;
}

const anyTasks = array(
	record({ lane: option(constantFrom('a', 'b', 'c', ''), { nil: undefined }), turns: nat(4) }),
	{ maxLength: 60 },
).map((tasks) => tasks.map((task, place): Task => ({ ...task, place })));
const anyConcurrency = integer({ min: 1, max: 64 });

/** Works on the tasks and notes what began, and who was at work then. */
async function observed(tasks: Task[], concurrency: number) {
	const begun: Array<{ task: Task; others: Task[] }> = [];
	const atWork = new Set<Task>();
	await inLanes(
		tasks,
		({ lane }) => lane,
		concurrency,
		async (task) => {
			begun.push({ task, others: [...atWork] });
			atWork.add(task);
			for (let turn = 0; turn < task.turns; turn++)
				await new Promise((resolve) => setImmediate(resolve));
			atWork.delete(task);
		},
	);
	expect(atWork.size).toBe(0);
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

it('every task is worked on once', async () => {
	await holds((begun, tasks) => {
		const places = begun.map(({ task }) => task.place).sort((a, b) => a - b);
		expect(places).toEqual(tasks.map(({ place }) => place));
	});
});

it('the tasks of a lane are worked on in their order', async () => {
	await holds((begun) => {
		for (const lane of ['a', 'b', 'c', '']) {
			const places = begun.filter(({ task }) => task.lane === lane).map(({ task }) => task.place);
			expect(places).toEqual([...places].sort((a, b) => a - b));
		}
	});
});

it('never two of a lane at once', async () => {
	await holds((begun) => {
		for (const { task, others } of begun) {
			if (task.lane !== undefined) expect(others.map(({ lane }) => lane)).not.toContain(task.lane);
		}
	});
});

it('never more at once than allowed', async () => {
	await holds((begun, _, concurrency) => {
		for (const { others } of begun) expect(others.length).toBeLessThan(concurrency);
	});
});

it('as many at once as allowed, where they wait for no other', async () => {
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

it('one at a time keeps the order of tasks that wait for no other', async () => {
	const tasks = Array.from(
		{ length: 20 },
		(_, place): Task => ({ lane: undefined, turns: place % 3, place }),
	);
	const begun = await observed(tasks, 1);
	expect(begun.map(({ task }) => task.place)).toEqual(tasks.map(({ place }) => place));
});

it('nothing to do is done at once', async () => {
	expect(await observed([], 8)).toEqual([]);
});
