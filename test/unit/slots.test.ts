import { array, assert, asyncProperty, boolean, constantFrom, integer, record } from 'fast-check';

import { inLanes, Slots } from '../../nodes/MessagingIntegration/run/lanes';

const turn = async () => await new Promise<void>((resolve) => setImmediate(resolve));
async function turns(count: number): Promise<void> {
	for (let at = 0; at < count; at++) await turn();
}

const anyTask = record({
	lane: constantFrom('a', 'b', 'c', undefined),
	before: integer({ min: 0, max: 3 }),
	/** How long the task lends its slot, each time. */
	lends: array(integer({ min: 0, max: 4 }), { maxLength: 3 }),
	/** Whether the wait ends early, as it does when the execution is stopped. */
	isStopped: boolean(),
	after: integer({ min: 0, max: 3 }),
});

describe.each(['no pauses', 'Pause Between Messages'])('with %s', (mode) => {
	it('no more tasks are in progress than allowed, whatever they lend, and each ends once, alone in its lane and in its order', async () => {
		await assert(
			asyncProperty(
				array(anyTask, { maxLength: 30 }),
				integer({ min: 1, max: 5 }),
				async (given, count) => {
					const tasks = given.map((task, place) => ({ ...task, place }));
					const slots = new Slots(count);
					const ended: number[] = [];
					let most = 0;
					let busy = 0;
					const lanes: string[] = [];
					let isAlone = true;
					const work = async (length: number) => {
						most = Math.max(most, ++busy);
						await turns(length);
						busy--;
					};
					await inLanes(
						tasks,
						({ lane }) => lane,
						slots,
						async ({ lane, before, lends, isStopped, after, place }) => {
							if (lane !== undefined && lanes.push(lane) !== new Set(lanes).size) isAlone = false;
							if (mode !== 'no pauses') await slots.lend(async () => await turns(before));
							await work(after);
							for (const length of lends) {
								const wait = async () => {
									await turns(length);
									if (isStopped) throw new Error('stopped');
								};
								await slots.lend(wait).catch(() => undefined);
								await work(after);
							}
							if (lane !== undefined) lanes.splice(lanes.indexOf(lane), 1);
							ended.push(place);
						},
					);
					expect(isAlone).toBe(true);
					expect(most).toBeLessThanOrEqual(count);
					expect([...ended].sort((a, b) => a - b)).toEqual(tasks.map(({ place }) => place));
					for (const lane of ['a', 'b', 'c']) {
						const places = ended.filter((place) => tasks[place]?.lane === lane);
						expect(places).toEqual([...places].sort((a, b) => a - b));
					}
					// Every slot is free again.
					await Promise.all(Array.from({ length: count }, async () => await slots.take()));
					expect(slots.areAwaited).toBe(false);
				},
			),
			{ numRuns: 100 },
		);
	});

	it('other lanes use the slot of a task that waits for the service', async () => {
		const ended: string[] = [];
		const slots = new Slots(1);
		let endWait = () => {};
		await inLanes(
			['waits', 'b', 'c'],
			(name) => name,
			slots,
			async (name) => {
				if (mode !== 'no pauses') await slots.lend(turn);
				if (name === 'waits')
					await slots.lend(async () => await new Promise<void>((resolve) => (endWait = resolve)));
				ended.push(name);
				if (name === 'c') endWait();
			},
		);
		expect(ended).toEqual(['b', 'c', 'waits']);
	});
});

it('a task that gets its slot back comes before tasks that have not begun', async () => {
	const begun: string[] = [];
	const slots = new Slots(1);
	await inLanes(
		['lends', 'b', 'c', 'd'],
		(name) => name,
		slots,
		async (name) => {
			if (name === 'lends') await slots.lend(turn);
			begun.push(name);
			await turns(5);
		},
	);
	expect(begun).toEqual(['b', 'lends', 'c', 'd']);
});
