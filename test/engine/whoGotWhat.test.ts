import { deliveryOnSandbox, itemsTo, texts } from './deliveryOnSandbox';

const { execute, control } = deliveryOnSandbox();

it('each output item of Send has the recipient as it was sent', async () => {
	const { items } = await execute({ items: itemsTo(['+1 555', '1666']), parameters: texts() });
	expect(items.map(({ json }) => [json.to, json.status])).toEqual([
		['1555', 'accepted'],
		['1666', 'accepted'],
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
