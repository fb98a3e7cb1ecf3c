import { randomInt } from 'node:crypto';
import fc from 'fast-check';

import type { WhenUnsure } from '../../nodes/MessagingIntegration/api/ending';
import type { Ending } from './keyedExecutions';
import { ending, keyedExecutions } from './keyedExecutions';

const { execution, within, behaveAs, accepted, reset } = keyedExecutions();

const milliseconds = (max: number) => fc.nat({ max });
const sleep = async (delay: number) => await new Promise((resolve) => setTimeout(resolve, delay));

const plan = fc.record({
	executions: fc.array(
		fc.record({
			begins: milliseconds(4000),
			takes: milliseconds(9000),
			how: fc.constantFrom<Ending>(
				'accepted',
				'notSent',
				'accepted, but in doubt',
				'lost in doubt',
			),
			whenUnsure: fc.constantFrom<WhenUnsure>('fail', 'resend', 'countAsSent'),
			/** Before which of its statements it is killed, if at all. */
			killedAt: fc.option(fc.nat({ max: 40 }), { freq: 3 }),
		}),
		{ minLength: 2, maxLength: 5 },
	),
	/** When the database fails, how long, and which statements it then carries out anyway. */
	outage: fc.record({ begins: milliseconds(9000), takes: milliseconds(2500) }),
	isRun: fc.infiniteStream(fc.boolean()),
	/** How long statements take. */
	delays: fc.infiniteStream(milliseconds(60)),
});

/** A test that hangs shows it, too. To use another one: `SEED=11 npx jest sendOnceInterleaved`. */
const seed = Number(process.env.SEED ?? randomInt(2 ** 31));

it(`whatever executions with one key do at the same time, nobody sends what another one sends, has sent or left in doubt (seed ${seed})`, async () => {
	await fc.assert(
		fc.asyncProperty(plan, async ({ executions, outage, isRun, delays }) => {
			reset();
			const start = Date.now();
			const isOut = () => {
				const now = Date.now() - start - outage.begins;
				return now >= 0 && now < outage.takes;
			};
			const dead = new Set<unknown>();
			const statements = new Map<unknown, number>();
			const killedAt = new Map<unknown, number | null>();
			behaveAs(async ({ workflow }, run) => {
				const count = statements.get(workflow) ?? 0;
				statements.set(workflow, count + 1);
				await sleep(delays.next().value);
				if (count === killedAt.get(workflow)) dead.add(workflow);
				if (dead.has(workflow)) return await new Promise(() => undefined);
				if (!isOut()) return run();
				if (isRun.next().value) run();
				throw new Error('Connection terminated');
			});
			const requests: Array<{ workflow: unknown; end?: Ending }> = [];
			let isCounted = false;
			const mayCount = executions.some(({ whenUnsure }) => whenUnsure === 'countAsSent');
			const results = executions.map(async ({ begins, takes, how, ...one }) => {
				const { workflow, send } = execution(one);
				killedAt.set(workflow, one.killedAt);
				await sleep(begins);
				const result = await send(async () => {
					for (const other of requests) {
						if (one.whenUnsure === 'resend') {
							if (!dead.has(other.workflow))
								expect(['accepted', undefined]).not.toContain(other.end);
						} else expect(other.end).toBe('notSent');
					}
					const request: (typeof requests)[number] = { workflow };
					requests.push(request);
					await sleep(takes);
					return (request.end = how);
				});
				// Nobody reads what a killed execution says.
				if (dead.has(workflow)) return result;
				isCounted ||= result === 'countedAsSent';
				expect(result).toMatch(
					/^(sent|skipped|countedAsSent|notSent: notSent|unknown: (unknown|A message.*))$/,
				);
				if (result === 'skipped') expect(accepted() > 0 || mayCount).toBe(true);
				return result;
			});
			const all = Promise.all(results).then(String);
			const failure = new Promise<string>((_, reject) => void all.catch(reject));
			failure.catch(() => undefined);
			await within(60, Promise.race([all, failure]));
			behaveAs();
			const later = await within(10, execution().send(ending('accepted')));
			const ends = requests.map(({ end }) => end);
			if (dead.size > 0) expect(later).not.toBe('not over');
			else if (ends.includes('accepted') || isCounted) expect(later).toBe('skipped');
			else
				expect(later).toEqual(
					ends.every((end) => end === 'notSent') ? 'sent' : expect.stringMatching(/^unknown/),
				);
		}),
		{ numRuns: 50, seed },
	);
});
