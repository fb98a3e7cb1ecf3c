import { deliveryOnSandbox, itemsTo, itemsToAll, texts } from './deliveryOnSandbox';
import { byId, photo, presence, upload } from './parameters';

const { begin, execute, control, requests, untilArrived, requestedTexts, acceptedTexts } =
	deliveryOnSandbox();

/** Far longer than any test may take: only the stop can end the wait. */
const forever = { timeout: 3_600_000, maxTries: 1 };

it.each([1, 3, 8])('%d items are under way at once, and no more', async (concurrency) => {
	await control().bend({ hang: true, count: 100 });
	const running = begin({ items: itemsToAll(20), parameters: texts({ ...forever, concurrency }) });
	await untilArrived(concurrency);
	running.cancel();
	await running.outcome;
	expect(await requests()).toHaveLength(concurrency);
});

it('eight are under way at once where nothing else is said', async () => {
	await control().bend({ hang: true, count: 100 });
	const running = begin({ items: itemsToAll(20), parameters: texts(forever) });
	await untilArrived(8);
	running.cancel();
	await running.outcome;
	expect(await requests()).toHaveLength(8);
});

it.each<[string, object]>([
	['indications', presence('typing')],
	[
		'indications with a body that names nobody',
		presence('read', { specifyBody: 'json', bodyJson: '{ "chat": 1 }' }),
	],
])('%s wait for no other', async (_, parameters) => {
	await control().bend({ hang: true, count: 100 });
	const running = begin({
		items: itemsToAll(9),
		parameters: { ...parameters, options: { ...forever, concurrency: 5 } },
	});
	await untilArrived(5);
	running.cancel();
	await running.outcome;
	expect(await requests()).toHaveLength(5);
});

it('uploads wait for no other', async () => {
	await control().bend({ hang: true, count: 100 });
	const items = itemsToAll(4).map((item) => ({ ...item, binary: { data: photo } }));
	const running = begin({
		items,
		parameters: { ...upload, options: { ...forever, concurrency: 3 } },
	});
	await untilArrived(3);
	running.cancel();
	await running.outcome;
	expect(await requests()).toHaveLength(3);
});

it('a recipient gets the next message only once the one before was answered', async () => {
	await control().bend({ hang: true });
	const items = [
		...itemsTo(['1'], 3),
		...itemsTo(['2'], 2).map(({ json }) => ({ json: { ...json, text: `2: ${json.text}` } })),
	];
	const running = begin({ items, parameters: texts(forever) });
	await untilArrived(3);
	running.cancel();
	await running.outcome;
	expect((await requestedTexts()).sort()).toEqual(['2: text 0', '2: text 1', 'text 0']);
});

it('one recipient on two instances is two recipients', async () => {
	await control().bend({ hang: true, count: 10 });
	const items = ['demo', 'basic'].map((instance) => ({
		json: { instance, to: '1', text: instance },
	}));
	const parameters = { ...texts(forever), instanceId: byId('={{ $json.instance }}') };
	const running = begin({ items, parameters });
	await untilArrived(2);
	running.cancel();
	await running.outcome;
	expect((await requestedTexts()).sort()).toEqual(['basic', 'demo']);
});

it('each recipient gets the messages in the order of the input, whatever holds some up', async () => {
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

it('what comes out stands in the order of the input, whatever order it was sent in', async () => {
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
