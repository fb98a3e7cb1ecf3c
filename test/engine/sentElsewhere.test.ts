import { itemsToAll, texts } from './deliveryOnSandbox';
import { keyTable } from './keyTable';
import { textWith } from './matchers';
import { byId } from './parameters';
import { allArrived, pictures, picturesOnSandbox, three } from './picturesOnSandbox';

const { begin, execute, control, acceptedTexts, arrived, untilArrived } = picturesOnSandbox();
const { behaveAs, refuse, untilLookedUp } = keyTable();

/** All executions are of the same node. */
const node = { id: 'node', items: itemsToAll(1) };

it('a message is in doubt if the execution is stopped while another one sends it with the same key', async () => {
	const plan = { ...node, parameters: texts({ sendOnceKey: 'k' }) };
	await control().bend({ delay: 20_000 });
	const sending = begin(plan);
	await untilArrived(1);
	const waiting = begin(plan);
	await untilLookedUp(/:sent$/);
	waiting.cancel();
	expect((await waiting.outcome).error).toMatchObject({
		message: textWith('canceled while another one was sending the message'),
		context: { data: { delivery: 'unknown' } },
	});
	sending.cancel();
	await sending.outcome;
});

it('two executions with the same keys in another order both end, also while the service asks to slow down', async () => {
	for (const path of ['/demo/messages$', '/basic/messages$'])
		await control().bend({ status: 429, path, count: 2 });
	const parameters = {
		...texts({ sendOnceKey: 'k', concurrency: 1 }),
		instanceId: byId('={{ $json.instance }}'),
	};
	const one = { json: { instance: 'demo', to: '1001', text: 'one' } };
	const two = { json: { instance: 'basic', to: '1002', text: 'two' } };
	const runs = [
		[one, two],
		[two, one],
	].map((items) => begin({ ...node, items, parameters }).outcome);
	for (const { error } of await Promise.all(runs)) expect(error).toBeUndefined();
	expect((await acceptedTexts()).sort()).toEqual(['one', 'two']);
}, 30_000);

it('40 keys that another execution left in doubt are reported without a wait for a sign of life', async () => {
	const plan = {
		id: 'node',
		items: itemsToAll(40),
		parameters: texts({ sendOnceKey: 'k' }),
		onError: 'continueRegularOutput' as const,
	};
	await control().bend({ status: 500, count: 40 });
	await execute(plan);
	let looks = 0;
	behaveAs(async ({ row }, run) => {
		if (row.endsWith(':alive')) looks++;
		return await Promise.resolve(run());
	});
	const { items } = await execute(plan);
	const inDoubt = { error: textWith('never finished'), details: { delivery: 'unknown' } };
	expect(items.map(({ json }) => json)).toMatchObject(items.map(() => inDoubt));
	expect([items.length, looks]).toEqual([40, 0]);
	expect(await acceptedTexts()).toEqual([]);
});

describe('the error of a file that another execution may have sent does not say that later files were not', () => {
	const plan = { id: 'node', items: [three] };

	it('if n8n could not record the key of an item that was sent', async () => {
		const parameters = pictures({ options: { sendOnceKey: 'k' } });
		refuse(/:sent$/);
		await execute({ ...plan, parameters });
		expect(await arrived()).toEqual(allArrived);
		refuse();
		const { error } = await execute({ ...plan, parameters });
		expect(error?.description).toMatch(/This is file 1 of 3 of the item\.$/);
	}, 20_000);

	it('if the execution was retried before', async () => {
		await control().bend({ status: 422, path: 'messages', skip: 1 });
		const failed = await execute({ ...plan, parameters: pictures() });
		expect((await execute({ ...plan, parameters: pictures() }, failed.run)).error).toBeUndefined();
		const { error } = await execute({ ...plan, parameters: pictures() }, failed.run);
		expect(error?.message).toContain('This execution was retried before');
		expect(error?.description).toContain(
			'This is file 2 of 3 of the item: those before it were sent. 1 of 3',
		);
		expect(await arrived()).toEqual(allArrived);
	});
});

it('a retry of the first retry sends the rest, as the error of a second one says', async () => {
	await control().bend({ status: 422, count: 2 });
	const plan = { ...node, parameters: texts({ maxTries: 1 }) };
	const failed = await execute(plan);
	const first = await execute(plan, failed.run);
	const second = await execute(plan, failed.run);
	expect(second.error?.description).toContain('it is the oldest retry of this execution');
	expect((await execute(plan, first.run)).error).toBeUndefined();
	expect(await acceptedTexts()).toEqual(['text 0']);
});

it('a retry that n8n cannot record sends nothing, and a later one does', async () => {
	await control().bend({ status: 422 });
	const plan = { ...node, parameters: texts({ maxTries: 1 }) };
	const failed = await execute(plan);
	refuse(/:retry of /);
	const { error, run } = await execute(plan, failed.run);
	expect(error).toMatchObject({
		message: 'n8n could not record this retry',
		context: { data: { delivery: 'notSent' } },
	});
	expect(await acceptedTexts()).toEqual([]);
	refuse();
	expect((await execute(plan, run)).error).toBeUndefined();
	expect(await acceptedTexts()).toEqual(['text 0']);
});
