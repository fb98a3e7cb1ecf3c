import { deliveryOnSandbox, itemsTo, texts } from './deliveryOnSandbox';

const { execute, control } = deliveryOnSandbox();

it.each([
	['', { success: true, to: '1555' }],
	['"yes"', { response: 'yes', to: '1555' }],
	['{"error":"none"}', { response: { error: 'none' }, to: '1555' }],
	['{"id":"m1"}', { id: 'm1', to: '1555' }],
	['{"to":"somebody"}', { to: 'somebody' }],
])('an output item has the recipient as it was sent, and the answer: %s', async (body, json) => {
	await control().bend({ path: '/messages$', status: 200, body, carryOut: true });
	const { items } = await execute({ items: itemsTo(['+1 555']), parameters: texts() });
	expect(items.map((item) => item.json)).toEqual([json]);
});
