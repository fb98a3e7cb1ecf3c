import { inTurns } from '../../nodes/MessagingIntegration/run/inTurns';
import { readItems } from '../../nodes/MessagingIntegration/run/readItems';

/** Takes longer than a turn. */
function work() {
	const end = performance.now() + 30;
	while (performance.now() < end);
}

it('no further item follows once the execution is stopped', async () => {
	const stop = new AbortController();
	const order: number[] = [];
	const workAndStop = (index: number) => {
		work();
		order.push(index);
		stop.abort();
	};
	await inTurns(5, workAndStop, stop.signal);
	expect(order).toEqual([0]);
});

/**
 * @param act gets a function that takes a millisecond
 * @returns the most milliseconds between two turns of the event loop, and the number of turns
 */
async function turnsOf(act: (work: () => undefined) => Promise<unknown>) {
	let [clock, began, longest, turns] = [0, 0, 0, 0];
	const now = jest.spyOn(performance, 'now').mockImplementation(() => clock);
	const newTurn = () => {
		began = clock;
		turns++;
		next = setImmediate(newTurn);
	};
	let next = setImmediate(newTurn);
	try {
		await act(() => void (longest = Math.max(longest, ++clock - began)));
	} finally {
		clearImmediate(next);
		now.mockRestore();
	}
	return { longest, turns };
}

it('other work of n8n runs between two parts of a run, but a run with one item does not wait for it', async () => {
	const fourParts = async (items: number) =>
		await turnsOf(async (work) => {
			for (let part = 0; part < 4; part++) await inTurns(items, work);
		});
	expect(await fourParts(20)).toMatchObject({ longest: 20 });
	expect(await fourParts(1)).toMatchObject({ turns: 0 });
});

it('other work of n8n runs while a retry looks for the items that were sent before', async () => {
	const broken = () => {
		throw new Error('broken');
	};
	const { longest } = await turnsOf(
		async (item) =>
			await readItems(1000, broken, {
				journal: { item, wasRead: () => {} },
				...{ resendWhenUnsure: false, continues: false, isQuestion: false },
			}),
	);
	expect(longest).toBeLessThan(25);
});
