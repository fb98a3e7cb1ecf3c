// A fault of the service is not multiplied: what it leaves in doubt is what was on its way, and the few that ask.
import { deliver, Journal, type Verdict } from '../../nodes/MessagingIntegration/delivery';
import { seededRandom } from '../unit/support/seededRandom';
import { VirtualTime } from '../support/virtualTime';
import { because, type Why } from './support/reasons';
import {
	accepted,
	oneMessage,
	policy,
	refused,
	slowDown,
	taskOf,
	unanswered,
	worldOf,
} from './support/world';

const second = 1000;

/** Sends messages to different people. The service answers in 20 ms. @param answer by the time (ms) at which a request comes */
async function send(count: number, answer: (at: number, item: number) => Verdict<Why>, more = {}) {
	const time = new VirtualTime(seededRandom(1));
	const asked: number[] = [];
	const world = worldOf(time);
	const deliveries = Array.from({ length: count }, (_, item) =>
		oneMessage(item, async () => {
			asked.push(time.now());
			await time.sleep(20);
			return answer(time.now() - 20, item);
		}),
	);
	const journal = new Journal({}, taskOf(count), world);
	const delivered = deliver(deliveries, { ...policy, ...more }, journal, world);
	await time.until(delivered);
	const { results } = await delivered;
	const failed = results.flatMap((all) => all.filter(({ state }) => state === 'failed'));
	const are = (delivery: string) =>
		failed.filter((one) => (one as { delivery: string }).delivery === delivery).length;
	return { asked, unknown: are('unknown'), notSent: are('notSent'), ended: time.now() };
}

const serverError: Verdict<Why> = {
	is: 'perhaps',
	mayRepeat: true,
	why: because('serviceFailed'),
};

it.each([
	['a proxy answers 502', serverError],
	['connections are reset', unanswered],
	['the service asks to slow down, and some are in doubt', undefined],
])(
	'of 300 messages, an outage of three seconds leaves few in doubt, and the others go: %s',
	async (_, fault) => {
		const slow = slowDown(0);
		const { unknown, notSent, asked } = await send(
			300,
			(at, item) =>
				at < second || at > 4 * second ? accepted : (fault ?? (item % 2 ? slow : serverError)),
			{ atOnce: 4 },
		);
		// 4 on their way, 2 that began before the third was known, and 5 that ask: at once, after 0.1, 0.7, 2.1 and 3.1 s.
		expect(unknown).toBeLessThanOrEqual(4 + 2 + 5);
		expect(notSent).toBe(0);
		expect(asked.filter((at) => at > second && at < 4 * second).length).toBeLessThanOrEqual(20);
	},
);

it('goes on at full speed as soon as one message is accepted', async () => {
	const { ended } = await send(300, (at) => (at < 3 * second ? serverError : accepted));
	expect(ended).toBeLessThan(8 * second);
});

it('if the service stays away for five minutes, the rest is not sent, and that is certain', async () => {
	const { unknown, notSent, asked, ended } = await send(300, () => unanswered, { atOnce: 8 });
	expect(unknown + notSent).toBe(300);
	expect(unknown).toBe(asked.length);
	expect(asked.length).toBeLessThanOrEqual(8 + 3 + 20);
	expect(ended).toBeLessThan(330 * second);
});

it('a refusal of one message shows that the service works: two doubts, a refusal and two doubts are no fault', async () => {
	const { ended, asked } = await send(300, (_, item) => (item % 3 === 2 ? refused : serverError), {
		atOnce: 1,
	});
	expect(asked).toHaveLength(300);
	expect(ended).toBeLessThan(300 * 25);
});

it('the run of a node that stops at the first failure ends as ever', async () => {
	const { ended, asked } = await send(300, () => serverError, { atOnce: 8, continues: false });
	expect(asked.length).toBeLessThanOrEqual(8);
	expect(ended).toBeLessThan(second);
});
