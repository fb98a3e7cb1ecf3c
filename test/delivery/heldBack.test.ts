// Who waits, holds nothing that others need, and whoever cannot be sent holds nobody back if the node continues.
import {
	type Delivery,
	deliver,
	type Failure,
	Journal,
	type Policy,
	type Result,
	type World,
} from '../../nodes/MessagingIntegration/delivery';
import { VirtualTime } from '../support/virtualTime';
import { seededRandom } from '../unit/support/seededRandom';
import { because, type Why } from './support/reasons';
import {
	accepted,
	oneMessage,
	policy,
	type Request,
	slowDown,
	stepOf,
	taskOf,
	unanswered,
	worldOf,
} from './support/world';

const minute = 60_000;

/** @param execution n8n's id of it */
async function resultsOf(
	deliveries: Array<Delivery<Why>>,
	world: World<Why>,
	execution = '1',
	settings: Partial<Policy> = {},
): Promise<Array<Result<Why> | undefined>> {
	const task = taskOf(deliveries.length, { execution });
	const journal = new Journal({}, task, world);
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

it('a text whose rest is given up holds its Send Once Key no longer than that, so another execution can send the rest', async () => {
	const time = new VirtualTime(seededRandom(3));
	const world = worldOf(time);
	const names = ['1/2', '2/2'];
	const textOf = (request: (name: string) => Request): Delivery<Why> => ({
		...oneMessage(0, request('')),
		once: { key: 'order 1', content: names.join() },
		parts: names.join(),
		steps: names.map((name) => stepOf(request(name), name)),
	});
	/** The service wants nothing more for a day. */
	const first = textOf((name) => async () => {
		await time.sleep(10);
		return name === '1/2' ? accepted : slowDown(24 * 60 * minute);
	});
	// The run goes on for a long time, with another instance.
	const slow = oneMessage(1, async () => await time.sleep(30 * minute).then(() => accepted), {
		instance: 'other',
	});
	const one = resultsOf([first, slow], world);
	const sent: string[] = [];
	const second = textOf((name) => async () => {
		sent.push(name);
		return await time.sleep(10).then(() => accepted);
	});
	const other = time.sleep(minute).then(async () => {
		const results = await resultsOf([second], world, '2');
		return { results, at: time.now() };
	});
	await time.until(Promise.all([one, other]));
	expect(sent).toEqual(['2/2']);
	expect((await other).at).toBeLessThan(10 * minute);
	expect((await one)[0]).toMatchObject({ state: 'failed', delivery: 'notSent' });
});

it('a message that may have arrived stays in doubt, though the service then refuses it until it is given up', async () => {
	const time = new VirtualTime(seededRandom(3));
	const world = worldOf(time);
	let requests = 0;
	const request: Request = async () => {
		await time.sleep(10);
		return ++requests === 1 ? { ...unanswered, mayRepeat: true } : slowDown(0);
	};
	const settings: Partial<Policy> = { whenUnsure: 'resend' };
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
		const why = because('textEmpty');
		const cannot: Failure<Why> = { delivery: 'notSent', origin: 'input', why };
		const deliveries = [oneMessage(0, request, { cannot }), oneMessage(1, request)];
		const results = resultsOf(deliveries, world, '1', { continues });
		await time.until(results);
		expect(await results).toMatchObject([{ state: 'failed' }, { state }]);
	},
);
