import { instances } from '../../dev/sandbox/accounts';
import { deliveryOnSandbox } from './deliveryOnSandbox';
import { getAll } from './parameters';

const { execute, control, requests } = deliveryOnSandbox();

const listed = instances.map(({ id }) => id);
const plan = { items: [{}, {}], parameters: { ...getAll, options: { maxTries: 1 } } };

it('the instance list is requested again after a 500 or a broken connection', async () => {
	await control().bend({ status: 500 });
	await control().bend({ reset: 'afterReading' });
	const { error } = await execute({ parameters: getAll });
	expect(error).toBeUndefined();
	expect(await requests()).toHaveLength(3);
});

it('the retry of a failed list operation requests the list again, without earlier results and hints', async () => {
	await control().bend({ body: JSON.stringify([{ id: 'old' }]) });
	await control().bend({ status: 403, count: 2 });
	const failed = await execute(plan);
	expect(failed.error).toBeDefined();
	await control().straighten();
	const { items, hints } = await execute(plan, failed.run);
	expect(items.map(({ json }) => json.id)).toEqual([...listed, ...listed]);
	expect(hints).toEqual([]);
});
