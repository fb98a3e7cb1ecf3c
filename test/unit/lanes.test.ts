import { array, assert, asyncProperty, boolean, constantFrom, integer, record } from 'fast-check';

import type { Shown } from '../../nodes/MessagingIntegration/run/instanceLanes';
import { inLanes } from './limits/inLanes';
import { VirtualTime } from './limits/virtualTime';
import { seededRandom } from './support/seededRandom';

const anyTask = record({
	lane: constantFrom('a', 'b', 'c', undefined),
	instance: constantFrom('one', 'two'),
	file: constantFrom('f', 'g', undefined),
	/** How long each attempt takes (ms), and how often the service asks to slow down before it accepts. */
	takes: integer({ min: 0, max: 3 }),
	refusals: integer({ min: 0, max: 3 }),
	retryAfter: constantFrom(0, 1, 1000),
	isFile: boolean(),
	end: constantFrom<Shown>('answered', 'answered', 'unanswered', 'unsent'),
});

type Options = Parameters<typeof inLanes<number>>[1];

/** Works on the numbers below `count` in virtual time. */
async function worked(count: number, options: Partial<Options> & Pick<Options, 'workOn'>) {
	const clock = new VirtualTime(seededRandom(7));
	const givenUp: number[] = [];
	const numbers = Array.from({ length: count }, (_, number) => number);
	await clock.until(
		inLanes(numbers, {
			concurrency: 8,
			placeOf: (number) => ({ instance: '', lane: number }),
			isUploaded: () => false,
			giveUp: (number) => givenUp.push(number),
			clock,
			signal: new AbortController().signal,
			...options,
			workOn: async (number, isProbe) => {
				await clock.sleep(1);
				return await options.workOn(number, isProbe);
			},
		}),
	);
	return { givenUp, now: clock.now() };
}

it.each([undefined, () => 5])(
	'each task ends once, alone in its lane and with its file, in the order of its lane (pause: %p)',
	async (pause) => {
		await assert(
			asyncProperty(
				array(anyTask, { maxLength: 30 }),
				integer({ min: 1, max: 5 }),
				async (given, concurrency) => {
					const tasks = given.map((task, place) => ({ ...task, place }));
					const clock = new VirtualTime(seededRandom(1));
					const uploaded = new Set<string>();
					const ended: number[] = [];
					const busy: string[] = [];
					let most = 0;
					const nameOf = ({ lane, instance }: (typeof tasks)[0]) => lane && `${instance} ${lane}`;
					const fileOf = ({ file, instance }: (typeof tasks)[0]) => file && `${instance} ${file}`;
					await clock.until(
						inLanes(tasks, {
							concurrency,
							...(pause && { pause }),
							placeOf: (task) => ({
								instance: task.instance,
								lane: nameOf(task),
								file: fileOf(task),
							}),
							isUploaded: (_, file) => uploaded.has(file),
							workOn: async (task) => {
								const file = fileOf(task);
								const held = [`place ${task.place}`, nameOf(task)];
								if (file !== undefined && !uploaded.has(file)) held.push(file);
								for (const name of held) if (name !== undefined) busy.push(name);
								expect(new Set(busy).size).toBe(busy.length);
								most = Math.max(most, busy.filter((name) => name.startsWith('place')).length);
								await clock.sleep(task.takes);
								for (const name of held) if (name !== undefined) busy.splice(busy.indexOf(name), 1);
								if (task.refusals-- > 0)
									return { retryAfter: task.retryAfter, isFile: task.isFile };
								if (file !== undefined) uploaded.add(file);
								ended.push(task.place);
								return task.end;
							},
							giveUp: () => {
								throw new Error('nothing is refused for long');
							},
							clock,
							signal: new AbortController().signal,
						}),
					);
					expect(most).toBeLessThanOrEqual(concurrency);
					expect([...ended].sort((a, b) => a - b)).toEqual(tasks.map(({ place }) => place));
					for (const lane of ['one a', 'one b', 'two c']) {
						const places = ended.filter((place) => tasks[place] && nameOf(tasks[place]) === lane);
						expect(places).toEqual([...places].sort((a, b) => a - b));
					}
				},
			),
			{ numRuns: 100 },
		);
	},
);

it('while a recipient waits, its task has not begun: others use its place', async () => {
	const begun: number[] = [];
	await worked(3, {
		concurrency: 1,
		workOn: async (number) => {
			begun.push(number);
			const isRefused = number === 0 && begun.length === 1;
			return await Promise.resolve(isRefused ? { retryAfter: 60_000, isFile: false } : 'answered');
		},
	});
	expect(begun[0]).toBe(0);
	expect(begun.slice(1, 3).sort()).toEqual([1, 2]);
	expect(begun.at(-1)).toBe(0);
});

it('everything refused for an hour is asked less and less often, from all over the list, and given up after five minutes', async () => {
	const asked: number[] = [];
	const { givenUp, now } = await worked(300, {
		workOn: async (number) => {
			asked.push(number);
			return await Promise.resolve({ retryAfter: 3_600_000, isFile: false });
		},
	});
	expect(givenUp).toHaveLength(300);
	expect(asked.length).toBeGreaterThan(20);
	expect(asked.length).toBeLessThan(120);
	expect(Math.max(...asked)).toBeGreaterThan(200);
	expect(now).toBeGreaterThanOrEqual(5 * 60_000);
	expect(now).toBeLessThan(5.1 * 60_000);
});

it.each([
	['refuses for an hour', 30, 3_600_000],
	['refuses without saying for how long', 30, 0],
	['refuses the second of two for a minute', 1, 60_000],
])('who waits is given up when it is time, if a service %s', async (_, accepted, retryAfter) => {
	let giveUpAt = Infinity;
	const { givenUp, now } = await worked(2 * accepted, {
		workOn: async (number) => {
			if (number >= accepted) return await Promise.resolve({ retryAfter, isFile: false });
			giveUpAt = 10_000;
			return await Promise.resolve('answered');
		},
		giveUpAt: () => giveUpAt,
	});
	expect(givenUp.sort((a, b) => a - b)).toEqual(
		Array.from(Array(accepted), (_, at) => accepted + at),
	);
	expect(now).toBeLessThan(10_100);
});

it('a file that the service wants only in an hour fails the tasks that need it, and no others', async () => {
	let uploads = 0;
	const { givenUp, now } = await worked(40, {
		placeOf: (number) => ({ instance: '', lane: number, ...(number % 2 && { file: 'f' }) }),
		workOn: async (number) => {
			uploads += number % 2;
			return await Promise.resolve(
				number % 2 ? { retryAfter: 3_600_000, isFile: true } : 'answered',
			);
		},
	});
	expect(uploads).toBeLessThan(4);
	expect(givenUp).toHaveLength(20);
	expect(now).toBeLessThan(10_000);
});

it('no task begins after the signal aborts', async () => {
	const stop = new AbortController();
	let begun = 0;
	await worked(50, {
		signal: stop.signal,
		workOn: async () => {
			if (++begun === 10) stop.abort();
			return await Promise.resolve('answered');
		},
	});
	expect(begun).toBeLessThanOrEqual(17);
});

it('20,000 people, every fifth refused, need no more CPU than one after the other', async () => {
	const asked = new Set<number>();
	let looks = 0;
	const { givenUp } = await worked(20_000, {
		isUploaded: () => (looks++, true),
		placeOf: (number) => ({ instance: '', lane: number, file: 'f' }),
		workOn: async (number) => {
			const isRefused = number % 5 === 3 && !asked.has(number);
			asked.add(number);
			return await Promise.resolve(isRefused ? { retryAfter: 60_000, isFile: false } : 'answered');
		},
	});
	expect(givenUp).toEqual([]);
	// It looks at a task only when it can begin, so that the work grows in proportion to the list.
	expect(looks).toBeLessThan(30_000);
});

it.each<[string, number, Shown]>([
	['is reported late, after a slow database,', 10, 'answered'],
	['comes late, from a slow service,', 2500, 'answered'],
	['never comes', 2500, 'unanswered'],
])(
	'an answer to a request from before the first refusal that %s does not end the silence',
	async (_, answers, end) => {
		const answeredAt = new Map<number, number>();
		const asked: number[] = [];
		const clock = new VirtualTime(seededRandom(7));
		await clock.until(
			inLanes(
				Array.from({ length: 40 }, (_, number) => number),
				{
					concurrency: 8,
					placeOf: (number) => ({ instance: '', lane: number }),
					isUploaded: () => false,
					answeredAt: (number) => answeredAt.get(number),
					workOn: async (number) => {
						const isAccepted = number < 4;
						await clock.sleep(isAccepted ? answers * (number + 1) : 60);
						answeredAt.set(number, clock.now());
						if (!isAccepted) asked.push(clock.now());
						await clock.sleep(isAccepted ? 500 * (number + 1) : 1);
						return isAccepted ? end : { retryAfter: 0, isFile: false };
					},
					giveUp: () => undefined,
					clock,
					signal: new AbortController().signal,
				},
			),
		);
		const askedWithin = (time: number) => asked.filter((at) => at < (asked[0] ?? 0) + time).length;
		const inProgressAtFirst = 4;
		expect(askedWithin(2000)).toBeLessThanOrEqual(inProgressAtFirst + 3);
		expect(askedWithin(60_000)).toBeLessThanOrEqual(inProgressAtFirst + 12);
	},
);

it('an error in the work ends it after the tasks in progress, and is not lost', async () => {
	let begun = 0;
	const work = worked(50, {
		concurrency: 4,
		workOn: async () => {
			if (++begun === 2) throw new Error('a defect');
			return await Promise.resolve('answered');
		},
	});
	await expect(work).rejects.toThrow('a defect');
	expect(begun).toBeLessThanOrEqual(6);
});

it('the second message to a recipient who may have only one a day fails at once, not when all others are sent', async () => {
	let accepted = 0;
	let atFailure = Infinity;
	await worked(200, {
		placeOf: (number) => ({ instance: '', lane: Math.max(number, 1) }),
		workOn: async (number) =>
			await Promise.resolve(
				number === 1 ? { retryAfter: 86_400_000, isFile: false } : (accepted++, 'answered'),
			),
		giveUp: () => (atFailure = accepted),
	});
	expect(accepted).toBe(199);
	expect(atFailure).toBeLessThan(100);
});
