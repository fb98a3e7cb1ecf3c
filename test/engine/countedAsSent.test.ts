// "If It May Have Arrived: Count as Sent": a person looked, and the message is there.
import { deliveryOnSandbox, itemsToAll, texts } from './support/deliveryOnSandbox';
import { keyTable } from './support/keyTable';

const { execute, control, acceptedTexts } = deliveryOnSandbox();
keyTable();

const items = itemsToAll(3);
const lost = { status: 500, carryOut: true, skip: 1, count: 1 };
const options = { concurrency: 1 };
const counting = { ...options, whenUnsure: 'countAsSent' };
const node = { id: 'node', items, mode: 'trigger' } as const;

it('a retry counts the message in doubt as sent, sends the rest, and no later retry asks again', async () => {
	await control().bend(lost);
	await control().bend({ status: 422, skip: 1, count: 1 });
	const failed = await execute({ ...node, parameters: texts(options) });
	expect(failed.error?.description).toContain('"If It May Have Arrived" to "Count as Sent"');
	const second = await execute({ ...node, parameters: texts(counting) }, failed.run);
	expect(second.error?.description).toContain(
		'<br>3 items: 1 sent, 1 counted as sent, 1 not sent.',
	);
	const last = await execute({ ...node, parameters: texts(options) }, second.run);
	expect(last.error).toBeUndefined();
	expect(last.items.map(({ json }) => json)).toMatchObject([
		{ status: 'accepted' },
		{ countedAsSent: true, to: '1001' },
		{ status: 'accepted' },
	]);
	expect(await acceptedTexts()).toEqual(['text 0', 'text 1', 'text 2']);
});

it('another execution counts the message of a key in doubt as sent, and then the key is', async () => {
	await control().bend({ ...lost, skip: 0 });
	const sendOnceKey = 'k';
	await execute({ ...node, parameters: texts({ ...options, sendOnceKey }) });
	const counted = await execute({ ...node, parameters: texts({ ...counting, sendOnceKey }) });
	expect(counted.items[0]?.json).toEqual({ countedAsSent: true, to: '1000', sendOnceKey });
	expect(counted.hints).toEqual([]);
	const later = await execute({ ...node, parameters: texts({ ...options, sendOnceKey }) });
	expect(later.items[0]?.json).toEqual({ skipped: true, sendOnceKey, to: '1000' });
	expect((await acceptedTexts()).toSorted()).toEqual(['text 0', 'text 1', 'text 2']);
});
