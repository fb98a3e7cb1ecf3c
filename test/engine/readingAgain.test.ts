import { deliveryOnSandbox } from './deliveryOnSandbox';
import { getAll } from './parameters';

const { execute, control, requests } = deliveryOnSandbox();

const plan = { items: [{}, {}], parameters: { ...getAll, options: { maxTries: 1 } } };

it('the instance list is requested again after a 500 or a broken connection', async () => {
	await control().bend({ status: 500 });
	await control().bend({ reset: 'afterReading' });
	const { error } = await execute({ parameters: getAll });
	expect(error).toBeUndefined();
	expect(await requests()).toHaveLength(3);
});

describe('the retry of a failed list operation', () => {
	it('requests the list again and does not return earlier results', async () => {
		await control().bend({ body: JSON.stringify([{ id: 'old' }]) });
		await control().bend({ status: 403, count: 2 });
		const failed = await execute(plan);
		expect(failed.error).toBeDefined();
		await control().straighten();
		const { items: output } = await execute(plan, failed.run);
		expect(output.map(({ json }) => json.id)).not.toContain('old');
	});

	it('does not mention items that were sent before', async () => {
		await control().bend({ status: 403, skip: 1 });
		const failed = await execute(plan);
		expect(failed.error).toBeDefined();
		const { hints } = await execute(plan, failed.run);
		expect(hints).toEqual([]);
	});
});
