import { deliveryOnSandbox, itemsToAll, texts } from './support/deliveryOnSandbox';
import { keyTable } from './support/keyTable';

const { execute, requests } = deliveryOnSandbox();
keyTable();

const one = { concurrency: 1, maxTries: 1 };
const items = itemsToAll(3);
const node = { id: 'node', items };

/** From an hour ago until in an hour. */
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
const quiet = (from: number, until: number) => ({
	quietHours: { values: { from: at(from), until: at(until), clock: 'workflow' } },
});
const settings = { timezone: 'UTC' };

it.each([{}, { rehearse: 'always' }])(
	'Quiet Hours hold an item back, and say until when: %j',
	async (more) => {
		const parameters = texts({ ...one, ...quiet(-1, 1), ...more, mostMessages: 1 });
		const held = await execute({ items: itemsToAll(2), parameters, settings });
		expect(held.items.map(({ json }) => json)).toEqual([
			{
				held: true,
				sendAfter: expect.stringMatching(/T\d\d:\d\d:00\.000Z$/) as string,
				to: '1000',
			},
			{ held: true, sendAfter: expect.any(String) as string, to: '1001' },
		]);
		const { sendAfter } = held.items[0]?.json ?? {};
		const wait = Date.parse(sendAfter as string) - Date.now();
		expect(wait).toBeGreaterThan(3_400_000);
		expect(wait).toBeLessThan(3_610_000);
		expect(held.hints.map(({ message }) => message)).toContain(
			'2 items were held: their recipients are in quiet hours. The field "sendAfter" says when to send.',
		);
		expect(await requests()).toEqual([]);
	},
);

it('Quiet Hours begin no key for an item that they hold back, and a later run sends it', async () => {
	const sendOnceKey = 'k';
	const held = texts({ ...one, sendOnceKey, ...quiet(-1, 1) });
	await execute({ ...node, parameters: held, settings });
	const loud = texts({ ...one, sendOnceKey, ...quiet(1, 2) });
	expect((await execute({ ...node, parameters: loud, settings })).items[2]?.json.to).toBe('1002');
	expect(await requests()).toHaveLength(3);
});

it('Quiet Hours are refused if they are no times', async () => {
	const quietHours = { values: { from: '9 pm', until: '08:00' } };
	const { error } = await execute({ items, parameters: texts({ quietHours }) });
	expect(error?.description).toContain('Enter two different times such as 21:00');
});
