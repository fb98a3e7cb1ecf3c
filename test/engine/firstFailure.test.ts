import { deliveryOnSandbox, itemsTo, texts } from './deliveryOnSandbox';
import { textWith } from './matchers';
import { byId } from './parameters';

const { execute, control, requests, acceptedTexts } = deliveryOnSandbox();

const instances = (...names: string[]) =>
	names.map((instance, index) => ({
		json: { instance, to: `100${index}`, text: `text ${index}` },
	}));
const parameters = (concurrency: number) => ({
	...texts({ concurrency, maxTries: 1 }),
	instanceId: byId('={{ $json.instance }}'),
});

it('no item is started after a failure', async () => {
	const { error } = await execute({
		items: instances('demo', 'demo', 'nowhere', 'demo', 'demo'),
		parameters: parameters(1),
	});
	expect(error).toMatchObject({ httpCode: '404', context: { itemIndex: 2 } });
	expect(error?.description).toContain(
		'2 of 5 items were sent. A retry does not send them again. A new execution does, unless they have a Send Once Key.',
	);
	expect(error?.description).toMatch(/^Recipient: 1002\. /);
	expect(error?.description).toContain('3 of 5 items were not sent.');
	expect(await requests()).toHaveLength(3);
});

it('a broken connection ends with an error that says whom it is about, what to do, and what was not sent', async () => {
	await control().bend({ reset: 'afterReading', skip: 1 });
	const { error } = await execute({
		items: itemsTo(['1000', '+1 (001)', '1002', '1003']),
		parameters: texts({ concurrency: 1 }),
	});
	const [happened, ...advice] = error?.description?.split('<br>') ?? [];
	expect(happened).toMatch(
		/^Recipient: \+1 \(001\)\. .* 1 of 4 items were sent\. .* 2 of 4 items were not sent\.$/,
	);
	expect(advice).toEqual([textWith('Arrived? '), textWith('Not arrived? ')]);
	expect(error).toMatchObject({ context: { data: { to: '1001', delivery: 'unknown' } } });
});

it('requests in progress finish, count as sent and are not sent again', async () => {
	await control().bend({ path: '/demo/', delay: 200 });
	const items = instances('demo', 'nowhere');
	const failed = await execute({ items, parameters: parameters(2) });
	expect(failed.error).toMatchObject({ context: { itemIndex: 1 } });
	expect(failed.error?.description).toContain('1 of 2 items were sent');
	const retried = await execute(
		{
			items: instances('demo', 'demo'),
			parameters: { ...parameters(2), instanceId: byId('demo') },
		},
		failed.run,
	);
	expect(retried.error).toBeUndefined();
	expect(await acceptedTexts()).toEqual(['text 0', 'text 1']);
});

it('the error is about the first item in input order, not the first one to fail', async () => {
	await control().bend({ path: '/demo/', status: 422, delay: 200 });
	const { error } = await execute({
		items: instances('demo', 'nowhere'),
		parameters: parameters(2),
	});
	expect(error).toMatchObject({ httpCode: '422', context: { itemIndex: 0 } });
	expect(error?.description).not.toContain('were sent');
});

it('the error does not mention sent items if nothing was sent', async () => {
	const { error } = await execute({
		items: instances('nowhere', 'demo'),
		parameters: parameters(1),
	});
	expect(error?.description).not.toContain('were sent');
});

it('the error counts exactly the messages that the service accepted', async () => {
	const names = Array.from({ length: 40 }, (_, index) => (index === 9 ? 'nowhere' : 'demo'));
	const { error } = await execute({ items: instances(...names), parameters: parameters(8) });
	const accepted = (await acceptedTexts()).length;
	expect(accepted).toBeLessThan(39);
	expect(error?.description).toContain(`${accepted} of 40 items were sent`);
	expect(await requests()).toHaveLength(accepted + 1);
});

it('failed items do not stop the others if the workflow continues on errors', async () => {
	const { items } = await execute({
		items: instances('nowhere', 'demo', 'nowhere', 'demo'),
		parameters: parameters(1),
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json }) => 'error' in json)).toEqual([true, false, true, false]);
	expect(await requests()).toHaveLength(4);
});
