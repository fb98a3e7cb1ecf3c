import { deliveryOnSandbox, itemsTo, itemsToAll, texts } from './deliveryOnSandbox';
import { byId, photo, presence, upload } from './parameters';

const { stoppedAfter, execute, control, requests, requestedTexts, acceptedTexts } =
	deliveryOnSandbox();

/** So long that only stopping can end the wait. */
const forever = { timeout: 3_600_000, maxTries: 1 };

it.each([1, 3, 8])('%d items are in progress at the same time, no more', async (concurrency) => {
	await control().bend({ hang: true, count: 100 });
	await stoppedAfter(concurrency, {
		items: itemsToAll(20),
		parameters: texts({ ...forever, concurrency }),
	});
	expect(await requests()).toHaveLength(concurrency);
});

it('concurrency defaults to 8 items at the same time', async () => {
	await control().bend({ hang: true, count: 100 });
	await stoppedAfter(8, { items: itemsToAll(20), parameters: texts(forever) });
	expect(await requests()).toHaveLength(8);
});

it.each<[string, object]>([
	['typing indications', presence('typing')],
	[
		'read indications whose body has no recipient',
		presence('read', { specifyBody: 'json', bodyJson: '{ "chat": 1 }' }),
	],
])('%s do not wait for each other', async (_, parameters) => {
	await control().bend({ hang: true, count: 100 });
	await stoppedAfter(5, {
		items: itemsToAll(9),
		parameters: { ...parameters, options: { ...forever, concurrency: 5 } },
	});
	expect(await requests()).toHaveLength(5);
});

it('uploads do not wait for each other', async () => {
	await control().bend({ hang: true, count: 100 });
	const items = itemsToAll(4).map((item) => ({ ...item, binary: { data: photo } }));
	await stoppedAfter(3, {
		items,
		parameters: { ...upload, options: { ...forever, concurrency: 3 } },
	});
	expect(await requests()).toHaveLength(3);
});

it('a recipient’s next message waits until the one before it was answered', async () => {
	await control().bend({ hang: true });
	const items = [
		...itemsTo(['1'], 3),
		...itemsTo(['2'], 2).map(({ json }) => ({ json: { ...json, text: `2: ${json.text}` } })),
	];
	await stoppedAfter(3, { items, parameters: texts(forever) });
	expect((await requestedTexts()).sort()).toEqual(['2: text 0', '2: text 1', 'text 0']);
});

it('messages to one recipient through two instances do not wait for each other', async () => {
	await control().bend({ hang: true, count: 10 });
	const items = ['demo', 'basic'].map((instance) => ({
		json: { instance, to: '1', text: instance },
	}));
	const parameters = { ...texts(forever), instanceId: byId('={{ $json.instance }}') };
	await stoppedAfter(2, { items, parameters });
	expect((await requestedTexts()).sort()).toEqual(['basic', 'demo']);
});

it('each recipient gets the messages in input order, even if some are delayed', async () => {
	for (let seed = 0; seed < 3; seed++)
		await control().bend({ delay: 5 * seed, chance: 0.3, seed, count: 1000 });
	const recipients = ['1', '2', '3', '4', '5'];
	const items = itemsTo(recipients, 100);
	await execute({ items, parameters: texts({ concurrency: 16 }) });
	const messages = await control().messages();
	for (const recipient of recipients) {
		const got = messages.filter(({ to }) => to === recipient).map(({ content }) => content.text);
		expect(got).toEqual(
			items.filter(({ json }) => json.to === recipient).map(({ json }) => json.text),
		);
	}
});

it('output items are in input order, whatever order they were sent in', async () => {
	for (let seed = 0; seed < 3; seed++)
		await control().bend({ delay: 5 * seed, chance: 0.3, seed, count: 1000 });
	const sent = itemsToAll(60);
	const { items } = await execute({ items: sent, parameters: texts({ concurrency: 16 }) });
	const textOf = new Map((await control().messages()).map(({ id, content }) => [id, content.text]));
	expect(items.map(({ json }) => textOf.get(json.id as string))).toEqual(
		sent.map(({ json }) => json.text),
	);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(sent.map((_, item) => ({ item })));
	expect(await acceptedTexts()).toHaveLength(60);
});
