import { itemsTo, texts } from './deliveryOnSandbox';
import { keyTable } from './keyTable';
import { textWith } from './matchers';
import { pictures, picturesOnSandbox, three } from './picturesOnSandbox';

const { execute, control } = picturesOnSandbox();
keyTable();

const continued = 'continueRegularOutput' as const;

it('each output item of Send has the recipient as it was sent', async () => {
	const { items } = await execute({ items: itemsTo(['+1 555', '1666']), parameters: texts() });
	expect(items.map(({ json }) => [json.to, json.status])).toEqual([
		['1555', 'accepted'],
		['1666', 'accepted'],
	]);
});

it('each output item of several pictures has the name of its file', async () => {
	const { items } = await execute({ items: [three], parameters: pictures() });
	expect(items.map(({ json }) => [json.to, json.fileName])).toEqual([
		['1555', 'a.png'],
		['1555', 'b.png'],
		['1555', 'c.png'],
	]);
});

it.each([
	['', { success: true, to: '1555' }],
	['"yes"', { response: 'yes', to: '1555' }],
	['{"error":"none"}', { response: { error: 'none' }, to: '1555' }],
	['{"to":"somebody"}', { to: 'somebody' }],
])('an answer keeps its own fields: %s', async (body, json) => {
	await control().bend({ path: '/messages$', status: 200, body, carryOut: true });
	const { items } = await execute({ items: itemsTo(['1555']), parameters: texts() });
	expect(items.map((item) => item.json)).toEqual([json]);
});

it('a retry gives the answers of the earlier run with the recipient', async () => {
	await control().bend({ path: '/messages$', status: 422, skip: 1 });
	const plan = { items: itemsTo(['1555', '1666']), parameters: texts({ concurrency: 1 }) };
	const failed = await execute(plan);
	const { items } = await execute(plan, failed.run);
	expect(items.map(({ json }) => json.to)).toEqual(['1555', '1666']);
});

it('the details of a failed item have the recipient and the name of the file', async () => {
	await control().bend({ path: '/messages$', status: 422 });
	const { items } = await execute({ items: [three], parameters: pictures(), onError: continued });
	expect(items.map(({ json }) => json)).toEqual([
		{
			error: textWith('Pictures_0: '),
			details: expect.objectContaining({ to: '1555', fileName: 'a.png', delivery: 'notSent' }),
		},
	]);
});

it('a message that is skipped because of its key comes out with nothing but its key', async () => {
	const plan = { id: 'node', items: itemsTo(['1555']), parameters: texts({ sendOnceKey: 'k' }) };
	await execute(plan);
	const { items } = await execute(plan);
	expect(items.map(({ json }) => json)).toEqual([{ skipped: true, sendOnceKey: 'k' }]);
});
