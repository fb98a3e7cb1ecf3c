import { deliveryOnSandbox, itemsTo, itemsToAll, texts } from './support/deliveryOnSandbox';
import { byId, photo, presence, upload } from './support/parameters';

const { stoppedAfter, execute, control, requests, requestedTexts } = deliveryOnSandbox();

/** So long that only stopping can end the wait. */
const forever = { timeout: 3600 };

it.each([
	[3, { concurrency: 3 }],
	[8, {}],
])(
	'%d items are in progress at the same time, no more, with the options %j',
	async (count, given) => {
		await control().bend({ hang: true, count: 100 });
		await stoppedAfter(count, {
			items: itemsToAll(20),
			parameters: texts({ ...forever, ...given }),
		});
		expect(await requests()).toHaveLength(count);
	},
);

it.each<[string, object]>([
	['typing indications', presence('typing')],
	[
		'read indications whose body has no recipient',
		presence('read', { specifyBody: 'json', bodyJson: '{ "chat": 1 }' }),
	],
	['uploads', upload],
])('%s do not wait for each other', async (_, parameters) => {
	await control().bend({ hang: true, count: 100 });
	const items = itemsToAll(9).map((item) => ({ ...item, binary: { data: photo } }));
	const options = { ...forever, concurrency: 5 };
	await stoppedAfter(5, { items, parameters: { ...parameters, options } });
	expect(await requests()).toHaveLength(5);
});

it('a recipient’s next message waits until the one before it was answered', async () => {
	await control().bend({ hang: true });
	const items = [
		...itemsTo(['1001'], 3),
		...itemsTo(['1002'], 2).map(({ json }) => ({ json: { ...json, text: `2: ${json.text}` } })),
	];
	await stoppedAfter(3, { items, parameters: texts(forever) });
	expect((await requestedTexts()).sort()).toEqual(['2: text 0', '2: text 1', 'text 0']);
});

it('an indication waits for the one before it to the same recipient', async () => {
	await control().bend({ hang: true, count: 9 });
	const parameters = { ...presence('typing', { to: '={{ $json.to }}' }), options: forever };
	await stoppedAfter(2, { items: itemsTo(['1001', '1002'], 4), parameters });
	expect(await requests()).toHaveLength(2);
});

it('20 messages that wait to be repeated cause no warning of Node.js', async () => {
	const warnings: Error[] = [];
	const note = (warning: Error) => warnings.push(warning);
	process.on('warning', note);
	await control().bend({ status: 503, count: 20 });
	const parameters = texts({ concurrency: 20, whenUnsure: 'resend' });
	const { error } = await execute({ items: itemsToAll(20), parameters });
	process.off('warning', note);
	expect([error, ...warnings]).toEqual([undefined]);
});

it('messages to one recipient through two instances do not wait for each other', async () => {
	await control().bend({ hang: true, count: 10 });
	const items = ['demo', 'basic'].map((text) => ({ json: { to: '1001', text } }));
	const parameters = { ...texts(forever), instanceId: byId('={{ $json.text }}') };
	await stoppedAfter(2, { items, parameters });
	expect((await requestedTexts()).sort()).toEqual(['basic', 'demo']);
});
