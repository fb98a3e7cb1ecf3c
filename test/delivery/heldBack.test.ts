// Who waits, holds nothing that others need, and whoever cannot be sent holds nobody back if the node continues.
import {
	type Delivery,
	deliver,
	type Failure,
	Journal,
	type Policy,
	type Request,
	type Result,
	type World,
} from '../../nodes/MessagingIntegration/delivery';
import { VirtualTime } from '../support/virtualTime';
import { seededRandom } from '../unit/support/seededRandom';
import {
	accepted,
	oneMessage,
	policy,
	slowDown,
	taskOf,
	unanswered,
	worldOf,
} from './support/world';

const minute = 60_000;

/** @param execution n8n's id of it */
async function resultsOf(
	deliveries: Delivery[],
	world: World,
	execution = '1',
	settings: Partial<Policy> = {},
): Promise<Array<Result | undefined>> {
	const task = taskOf(deliveries.length, { execution });
	const journal = new Journal({}, task, world.newId);
	const { results } = await deliver(deliveries, { ...policy, ...settings }, journal, world);
	return results.map((of) => of.at(-1));
}

it('while the service asks one execution to wait, another one with the same Send Once Key can send', async () => {
	const time = new VirtualTime(seededRandom(3));
	const world = worldOf(time);
	const once = { key: 'order 1', content: 'Hello' };
	let isFirst = true;
	const refused: Request = async () => {
		await time.sleep(10);
		if (!isFirst) return accepted;
		isFirst = false;
		return slowDown(minute);
	};
	const sent: { at?: number } = {};
	const accepting: Request = async () => {
		await time.sleep(10);
		sent.at = time.now();
		return accepted;
	};
	const one = resultsOf([oneMessage(0, refused, { once })], world);
	const other = time
		.sleep(1000)
		.then(async () => await resultsOf([oneMessage(0, accepting, { once })], world, '2'));
	await time.until(Promise.all([one, other]));
	expect(sent.at).toBeLessThan(minute / 2);
	expect(await other).toMatchObject([{ state: 'sent' }]);
	expect(await one).toMatchObject([{ state: 'skipped' }]);
});

it('a message that may have arrived stays in doubt, though the service then refuses it until it is given up', async () => {
	const time = new VirtualTime(seededRandom(3));
	const world = worldOf(time);
	let requests = 0;
	const request: Request = async () => {
		await time.sleep(10);
		return ++requests === 1 ? { ...unanswered, mayRepeat: true } : slowDown(0);
	};
	const settings: Partial<Policy> = { whenUnsure: 'resend', maxTries: 3 };
	const results = resultsOf([oneMessage(0, request)], world, '1', settings);
	await time.until(results);
	expect(requests).toBeGreaterThan(2);
	expect(await results).toMatchObject([{ state: 'failed', delivery: 'unknown' }]);
});

it.each([
	[true, 'sent'],
	[false, 'notBegun'],
])(
	'if the node continues on errors (%s), what stands behind an item that cannot be sent is %s',
	async (continues, state) => {
		const time = new VirtualTime(seededRandom(3));
		const world = worldOf(time);
		const request: Request = async () => await Promise.resolve(accepted);
		const why = { reason: 'textEmpty', facts: {} };
		const cannot: Failure = { delivery: 'notSent', origin: 'input', why };
		const deliveries = [oneMessage(0, request, { cannot }), oneMessage(1, request)];
		const results = resultsOf(deliveries, world, '1', { continues });
		await time.until(results);
		expect(await results).toMatchObject([{ state: 'failed' }, { state }]);
	},
);
