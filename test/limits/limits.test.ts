import { assert, asyncProperty, boolean, constantFrom, integer, record } from 'fast-check';

import { cases, people } from './cases';
import {
	fixedWindow,
	forEach,
	recipient,
	refusing,
	slidingWindow,
	together,
	tokenBucket,
} from './limits';
import { measure } from './measure';
import { seededRandom } from '../unit/support/seededRandom';
import { simulate } from './simulate';

it.each(cases)(
	'$name: all is accepted that can be, in at most $seconds s, with at most $refusals refusals a message',
	async (one) => {
		const { seconds, refusals, ended, lost } = await measure(one);
		expect(lost).toBe(0);
		expect(seconds).toBeLessThanOrEqual(one.seconds);
		expect(refusals).toBeLessThanOrEqual(one.refusals);
		// Who accepts nothing for five minutes is given up.
		if (one.seconds === 0) expect(ended).toBeLessThanOrEqual(301);
	},
);

const ran = async (
	messages: ReturnType<typeof people>,
	limit: Parameters<typeof simulate>[0]['limit'],
	more: Partial<Parameters<typeof simulate>[0]> = {},
) => await simulate({ runs: [messages], limit, says: true, ...more });

it.each([true, false])(
	'two executions with the same keys send each message once, as soon as one execution would, with Retry-After: %s',
	async (says) => {
		for (let seed = 1; seed <= 20; seed++) {
			const list = people(30);
			const conditions = { runs: [list, list], limit: tokenBucket(5, 5), says, keyed: true, seed };
			const { accepted, failed, ended } = await simulate(conditions);
			expect([accepted, failed]).toEqual([30, 0]);
			// One execution alone takes 5 s.
			expect(ended).toBeLessThan(15_000);
		}
	},
);

it('a refused message never takes the turn of one that was not', async () => {
	const { arrivals } = await ran(people(100), tokenBucket(5, 1));
	const refused = new Set<string>();
	const firstAgain = arrivals.findIndex(({ accepted, message }) => {
		const isAgain = refused.has(message.to);
		if (!accepted) refused.add(message.to);
		return isAgain;
	});
	expect(refused.size).toBeGreaterThan(0);
	expect(new Set(arrivals.slice(0, firstAgain).map(({ message }) => message.to)).size).toBe(100);
});

it('neighbours at the top of a list who are refused hold back nobody else, whatever chance decides', async () => {
	const limit = () => refusing(({ to }) => Number(to) < 50, 60_000);
	for (let seed = 1; seed <= 40; seed++) {
		const { arrivals } = await ran(people(350), limit(), { seed });
		const accepted = arrivals.filter((arrival) => arrival.accepted);
		expect(accepted).toHaveLength(300);
		expect(accepted.at(-1)?.at).toBeLessThan(20_000);
	}
});

/** @param since when the instance accepts nothing any more (ms) */
function expectFewRefusals(
	arrivals: Awaited<ReturnType<typeof ran>>['arrivals'],
	since: number,
	latency: number,
): void {
	const refused = arrivals.filter(({ accepted, at }) => !accepted && at >= since);
	// What is on its way when the first answer comes is not held back.
	const known = (refused[0]?.at ?? 0) + latency + 12;
	const within = (time: number) =>
		refused.filter(({ at }) => at >= known && at < known + time).length;
	expect(within(2000)).toBeLessThanOrEqual(3);
	expect(within(60_000)).toBeLessThanOrEqual(12);
	expect(within(300_000)).toBeLessThanOrEqual(20);
}

it('a limit of one recipient that is over does not let others ask an instance that accepts nothing more often', async () => {
	const down = 20_000;
	const limit = {
		wait: (now: number, { to }: { to: string }) => {
			if (now >= down) return 30_000;
			return to === '3' ? Math.max(0, 5000 - now) : 0;
		},
		take: () => undefined,
	};
	const latency = 200;
	const { arrivals } = await ran(people(1200), limit, { latency });
	expect(arrivals.filter(({ accepted, at }) => !accepted && at < down)).toHaveLength(1);
	expectFewRefusals(arrivals, down, latency);
});

it('while an instance accepts nothing, at most 3 messages ask in two seconds, 12 in a minute, 20 in five', async () => {
	const refusals = record({
		before: constantFrom(0, 1, 30),
		count: constantFrom(1, 8, 300),
		each: constantFrom(1, 3),
		hour: constantFrom(1000, 3_600_000),
		says: boolean(),
		latency: constantFrom(2, 300, 2000),
		concurrency: constantFrom(1, 8, 64),
		seed: integer({ min: 1, max: 1e6 }),
	});
	await assert(
		asyncProperty(refusals, async ({ before, count, each, hour, ...more }) => {
			let accepted = 0;
			const limit = {
				wait: () => (accepted < before ? 0 : hour),
				take: () => void accepted++,
			};
			const { arrivals } = await ran(people(count, each), limit, more);
			expectFewRefusals(arrivals, 0, more.latency);
		}),
		{ numRuns: 100 },
	);
});

it("a recipient's limit holds back nobody else", async () => {
	const { arrivals } = await ran(
		people(60, 2),
		forEach(recipient, () => tokenBucket(1 / 6, 1)),
	);
	const reached = new Set(arrivals.filter(({ at }) => at < 500).map(({ message }) => message.to));
	expect(reached.size).toBe(60);
});

const conditions = record({
	perSecond: integer({ min: 1, max: 20 }),
	burst: integer({ min: 1, max: 40 }),
	says: boolean(),
	kind: constantFrom('bucket', 'fixed', 'sliding', 'random'),
	each: constantFrom(1, 1, 4),
	latency: constantFrom(1, 20, 300),
	concurrency: constantFrom(1, 8, 64),
	seed: integer({ min: 1, max: 1e6 }),
});

it('an ordinary limit for everybody fails no message', async () => {
	await assert(
		asyncProperty(conditions, async ({ perSecond, burst, kind, each, ...more }) => {
			const limit =
				kind === 'bucket'
					? tokenBucket(perSecond, burst)
					: kind === 'sliding'
						? slidingWindow(perSecond * 5, 5000)
						: fixedWindow(perSecond, 1000);
			const random = seededRandom(more.seed);
			// Others use up a part of the limit, at random.
			const others = refusing(() => kind === 'random' && random() < 0.3, 1000);
			const { failed } = await ran(people(100 / each, each), together(others, limit), more);
			expect(failed).toBe(0);
		}),
		{ numRuns: 12 },
	);
});

it.each([1, 2])(
	'people with four messages each, who share a limit of %d a second, do not fail for its sake',
	async (perSecond) => {
		const limit = tokenBucket(perSecond, 37);
		const { failed } = await ran(people(25, 4), limit, { concurrency: 64, latency: 1 });
		expect(failed).toBe(0);
	},
);

it('a message whose turn always comes when the limit is used up does not fail', async () => {
	const more = { concurrency: 1, latency: 300, seed: 962_627 };
	expect((await ran(people(100), tokenBucket(2, 2), more)).failed).toBe(0);
});

it('an ordinary limit for each recipient fails no message', async () => {
	await assert(
		asyncProperty(conditions, async ({ perSecond, burst, each, ...more }) => {
			const limit = forEach(recipient, () => tokenBucket(1 / perSecond, Math.min(burst, 5)));
			const { failed } = await ran(people(30, each + 1), limit, more);
			expect(failed).toBe(0);
		}),
		{ numRuns: 12 },
	);
});

it.each([true, false])(
	'a long list that shares a limit of 20 a minute is refused once for two messages at most, with Retry-After: %s',
	async (says) => {
		const { refused, failed } = await ran(people(1000), tokenBucket(1 / 3, 20), { says });
		expect(failed).toBe(0);
		expect(refused).toBeLessThan(500);
	},
);

it('messages that are always refused fail, and no others', async () => {
	await assert(
		asyncProperty(conditions, async ({ perSecond, ...more }) => {
			const every = perSecond + 4;
			const bad = refusing(({ to }) => Number(to) % every === 0, perSecond * 1000);
			const { failed } = await ran(people(200), bad, more);
			expect(failed).toBe(Math.ceil(200 / every));
		}),
		{ numRuns: 12 },
	);
});
