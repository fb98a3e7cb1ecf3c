import { engineOnSandbox } from './engineOnSandbox';
import { getAll, message, photo, presence, text, upload } from './parameters';

const { stoppedAfter, requests, control } = engineOnSandbox();

const items = ['1', '2', '3'].map((to) => ({ json: { to }, binary: { data: photo } }));
/** So long that only stopping can end the wait. */
const options = { timeout: 3_600_000, maxTries: 1, concurrency: 1 };

describe.each([
	['a message', text],
	['an upload', upload],
	['an upload for a message', message('image')],
	['a typing indication', presence('typing')],
	['the instance list', getAll],
])('stopping the execution while %s waits for its answer', (_, parameters) => {
	it.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'ends the run with "On Error" set to %s',
		async (onError) => {
			await control().bend({ hang: true, count: 100 });
			const { nodes, run } = await stoppedAfter(1, {
				items,
				parameters: { ...parameters, options },
				onError,
				next: [{ parameters: text }],
			});
			expect(run.finished).not.toBe(true);
			// The next node did not run.
			expect(nodes).toHaveLength(1);
			expect(await requests()).toHaveLength(1);
			expect(await control().messages()).toEqual([]);
		},
	);
});

it('the error of a stopped execution says that its only message is in doubt', async () => {
	await control().bend({ hang: true, carryOut: true });
	const one = { items: items.slice(0, 1), parameters: { ...text, options } };
	const { error, run } = await stoppedAfter(1, one);
	expect(error).toMatchObject({
		message: 'The execution was canceled before the service answered',
		context: { itemIndex: 0, data: { delivery: 'unknown' } },
	});
	expect(error?.description).not.toContain('1 more');
	expect(run.status).toBe('canceled');
});

it('the error of a stopped execution names an item that was not sent, and counts those in doubt', async () => {
	await control().bend({ hang: true, carryOut: true });
	const { error } = await stoppedAfter(1, { items, parameters: { ...text, options } });
	expect(error).toMatchObject({
		message: 'The execution was canceled before this item was sent',
		description: '3 items: 2 not sent, 1 may have arrived.',
		context: { itemIndex: 1, data: { delivery: 'notSent' } },
	});
});
