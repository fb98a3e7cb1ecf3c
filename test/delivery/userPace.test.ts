import { deliver, Journal } from '../../nodes/MessagingIntegration/delivery';
import { UserPace } from '../../nodes/MessagingIntegration/delivery/pacing/UserPace';
import { VirtualTime } from '../support/virtualTime';
import { answers, executions } from './support/executions';
import { accepted, oneMessage, policy, taskOf, worldOf } from './support/world';

const paceOf = (perMinute: number) =>
	new UserPace({ perMinute, pause: undefined }, new VirtualTime(() => 0), {
		repeated: 0,
		slowed: 0,
		pauses: 0,
	});

/** When each message begins that may (ms). */
function begun(perMinute: number, unsent: boolean[]): number[] {
	const pace = paceOf(perMinute);
	let now = 5000;
	return unsent.map((isUnsent) => {
		now += pace.wait(now, false);
		pace.begin(now);
		if (isUnsent) pace.unsent(now);
		return now - 5000;
	});
}

it('messages go evenly spread over the minute', () => {
	expect(begun(20, [false, false, false])).toEqual([0, 3000, 6000]);
	expect(begun(Infinity, [false, false])).toEqual([0, 0]);
});

it('a message that is not sent, for example because of its key, takes no turn', () => {
	expect(begun(20, [true, true, false, true, false])).toEqual([0, 0, 0, 3000, 3000]);
});

it('in a list, a message that its Send Once Key skips takes no turn', async () => {
	const time = new VirtualTime(() => 0);
	const run = executions(time);
	const message = (item: number, key: string, request = answers(accepted)) =>
		oneMessage(item, request, { once: { key, content: '' } });
	await run([message(0, 'a'), message(1, 'b')]);
	const start = time.now();
	await run(
		[message(0, 'a'), message(1, 'b'), message(2, 'c')],
		{ perMinute: 1 },
		{ execution: '2' },
	);
	expect(time.now() - start).toBeLessThan(60_000);
});

it('between three messages there are two pauses', async () => {
	const time = new VirtualTime(() => 0);
	const deliveries = [0, 1, 2].map((item) => oneMessage(item, answers(accepted)));
	const world = worldOf(time);
	const journal = new Journal({}, taskOf(3), world);
	const done = deliver(deliveries, { ...policy, pause: { min: 10, max: 10 } }, journal, world);
	await time.until(done);
	expect((await done).counts.pauses).toBe(2);
});

it.each([
	[0, 5000],
	[0.5, 5500],
	[1, 6000],
])('a pause is at least "Min" and at most "Max", as chance decides: %d', (chance, wait) => {
	const counts = { repeated: 0, slowed: 0, pauses: 0 };
	const policy = { perMinute: Infinity, pause: { min: 5000, max: 6000 } };
	const pace = new UserPace(policy, new VirtualTime(() => chance), counts);
	pace.begin(0);
	pace.sent(0);
	expect(pace.wait(0, false)).toBe(wait);
});

it('a message that ends late without a request does not bring two others closer together', () => {
	const pace = paceOf(60);
	pace.begin(0);
	pace.begin(1000);
	pace.unsent(0);
	expect(pace.wait(1000, false)).toBe(1000);
});
