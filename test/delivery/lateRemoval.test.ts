import {
	type Delivery,
	deliver,
	Journal,
	type Marks,
	type Policy,
	type Request,
	type Result,
	type Verdict,
	type World,
} from '../../nodes/MessagingIntegration/delivery';
import { VirtualTime } from '../support/virtualTime';
import { seededRandom } from '../unit/support/seededRandom';
import { accepted, oneMessage, policy, taskOf, unanswered, worldOf } from './support/world';
import { Life } from './world/life';
import { Store } from './world/store';

const refused: Verdict = {
	...{ is: 'failed', processed: 'no', mayRepeat: false, heard: 'answer' },
	why: { reason: 'refused', facts: {} },
};
const second = 1000;

/** Three executions with one Send Once Key. The first one's database carries its last statement out much too late. */
class Executions {
	readonly time = new VirtualTime(seededRandom(1));
	private readonly store = new Store(
		this.time,
		() => undefined,
		() => undefined,
	);
	/** How many messages the service was asked to send. */
	requests = 0;

	/** @param answer of the service @param alter what is different for its database */
	async execute(
		id: string,
		answer: Verdict,
		whenUnsure: Policy['whenUnsure'],
		alter: (marks: Marks, life: Life) => Partial<Marks> = () => ({}),
	): Promise<Result | undefined> {
		const life = new Life(id, this.time);
		const marks = this.store.marksOf(life);
		const world: World = worldOf(this.time, {
			...{ clock: life, newId: () => `${id} ${this.time.random()}` },
			marks: { ...marks, ...alter(marks, life) },
		});
		const request: Request = async () => {
			this.requests++;
			await life.sleep(10);
			return answer;
		};
		const once = { key: 'order 1', content: 'Hello' };
		const deliveries: Delivery[] = [oneMessage(0, request, { once })];
		const journal = new Journal({}, taskOf(1, { execution: id }), world.newId);
		const { results } = await deliver(deliveries, { ...policy, whenUnsure }, journal, world);
		return results[0]?.at(-1);
	}

	/** Was refused, so it gives the key back, and is killed while the database hangs. */
	beginRefused(): void {
		void this.execute('1', refused, 'fail', (_, life) => ({
			remove: async (name, owner) => {
				life.isDead = true;
				await this.time.sleep(20 * second);
				await this.store.marksOf(new Life('database', this.time)).remove(name, owner);
			},
		}));
	}
}

it.each([
	['was sent', accepted, { state: 'skipped' }],
	['may have arrived', unanswered, { state: 'failed', delivery: 'unknown' }],
])(
	'what %s with a key goes to nobody again, though an execution before it gave the key back much later',
	async (_, verdict, expected) => {
		const executions = new Executions();
		const { time } = executions;
		executions.beginRefused();
		await time.until(time.sleep(second));
		const other = executions.execute('2', verdict, 'resend');
		await time.until(other);
		await time.until(time.sleep(30 * second));
		expect(executions.requests).toBe(2);
		const third = executions.execute('3', accepted, 'fail');
		await time.until(third);
		expect(await third).toMatchObject(expected);
		expect(executions.requests).toBe(2);
	},
);

it('if nobody took the key over meanwhile, the next execution sends', async () => {
	const executions = new Executions();
	const { time } = executions;
	executions.beginRefused();
	await time.until(time.sleep(30 * second));
	const next = executions.execute('2', accepted, 'fail');
	await time.until(next);
	expect(await next).toMatchObject({ state: 'sent' });
});
