import { inTurns } from '../../nodes/MessagingIntegration/delivery/inTurns';

/** Takes longer than a turn. */
function work() {
	const end = performance.now() + 30;
	while (performance.now() < end);
}

it('other work of n8n runs between two items that take long', async () => {
	const order: string[] = [];
	setImmediate(() => order.push('other'));
	await inTurns(3, (index) => {
		work();
		order.push(`item ${index}`);
	});
	expect(order).toEqual(['item 0', 'other', 'item 1', 'item 2']);
});

it('an item that says so is the last', async () => {
	const order: number[] = [];
	await inTurns(5, (index) => {
		order.push(index);
		return index < 2;
	});
	expect(order).toEqual([0, 1, 2]);
});

it('no further item follows once the execution is stopped', async () => {
	const stop = new AbortController();
	const order: number[] = [];
	await inTurns(
		5,
		(index) => {
			work();
			order.push(index);
			stop.abort();
		},
		stop.signal,
	);
	expect(order).toEqual([0]);
});
