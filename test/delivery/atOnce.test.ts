import { deliver, Journal, type Verdict } from '../../nodes/MessagingIntegration/delivery';
import { AtOnce } from '../../nodes/MessagingIntegration/delivery/pacing/AtOnce';
import { simulate } from '../limits/simulate';
import { people } from '../limits/cases';
import { VirtualTime } from '../support/virtualTime';
import { seededRandom } from '../unit/support/seededRandom';
import type { Why } from './support/reasons';
import { oneMessage, policy, taskOf, worldOf } from './support/world';

/** A service that answers each request after `latency`, and does `workers` at the same time. */
async function most(latency: number, work: number, count = 400) {
	let free = 0;
	let inProgress = 0;
	let highest = 0;
	const ran = await simulate({
		runs: [people(count)],
		says: true,
		concurrency: 0,
		latency,
		limit: { wait: () => 0, take: () => undefined },
		queue: (now) => {
			inProgress++;
			highest = Math.max(highest, inProgress);
			const begin = Math.max(free, now);
			free = begin + work;
			return free - now;
		},
		left: () => void inProgress--,
	});
	return { highest, ...ran };
}

it.each([
	[1, 1],
	[5, 1],
	[20, 1],
	[500, 1],
	[5, 20],
	[20, 20],
	[100, 20],
	[20, 300],
	[100, 300],
])(
	'a service that does one request after the other, %d ms each, and is %d ms away, is never asked more than 16 at once',
	async (work, latency) => {
		expect((await most(latency, work, 200)).highest).toBeLessThanOrEqual(16);
	},
);

it('after a refusal, half as many go at once, and never less than 8', async () => {
	const atOnce = new AtOnce(undefined);
	for (let answers = 0; answers < 200; answers++) atOnce.answered(40);
	expect(atOnce.limit).toBe(128);
	const limits = [1, 2, 3, 4, 5].map(() => (atOnce.refused(), atOnce.limit));
	expect(limits).toEqual([64, 32, 16, 8, 8]);
});

it('a number that the user gives holds', () => {
	const atOnce = new AtOnce(3);
	atOnce.answered(1);
	atOnce.refused();
	expect(atOnce.limit).toBe(3);
});

it('uploads begin with 8 at once, too, and go up to 128', async () => {
	const time = new VirtualTime(seededRandom(1));
	let inProgress = 0;
	let highest = 0;
	const request = async (): Promise<Verdict<Why>> => {
		highest = Math.max(highest, ++inProgress);
		await time.sleep(40);
		inProgress--;
		return { is: 'accepted', answers: [{}], took: 40 };
	};
	const files = Array.from({ length: 400 }, (_, item) =>
		oneMessage(item, request, { lane: undefined }),
	);
	const world = worldOf(time);
	const journal = new Journal({}, taskOf(files.length, { isSending: false }), world);
	const automatic = { ...policy, atOnce: undefined };
	await time.until(deliver(files, automatic, journal, world));
	expect(highest).toBe(128);
	expect(time.now()).toBeLessThan(250);
});

// Besides what the processor needs for them.
it('400 messages to a service that is 300 ms away take less than 1.5 s, and 200 that is 40 ms away less than 0.17 s', async () => {
	expect((await most(300, 0)).duration).toBeLessThan(1500);
	expect((await most(40, 0, 200)).duration).toBeLessThan(170);
});
