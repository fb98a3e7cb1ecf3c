import { httpServer } from '../transport/support/httpServer';
import { until } from '../support/until';
import { itemsToAll, texts } from './support/deliveryOnSandbox';
import { keyTable } from './support/keyTable';
import { textWith } from './support/matchers';
import { byId } from './support/parameters';
import { itemWith, pictures, picturesOnSandbox, three } from './support/picturesOnSandbox';

const { begin, execute, control, acceptedTexts, arrived, untilArrived } = picturesOnSandbox();
const { behaveAs, refuse, untilLookedUp } = keyTable();

const one = { concurrency: 1, maxTries: 1 };

/** All executions are of the same node. */
const node = { id: 'node', items: itemsToAll(1) };

// The core says "not sent".
it('a message is in doubt if the execution is stopped while another one sends it with the same key', async () => {
	const plan = { ...node, parameters: texts({ sendOnceKey: 'k' }) };
	await control().bend({ delay: 20_000 });
	const sending = begin(plan);
	await untilArrived(1);
	const waiting = begin(plan);
	await untilLookedUp(/:alive$/);
	waiting.cancel();
	const { error } = await waiting.outcome;
	sending.cancel();
	await sending.outcome;
	expect(error).toMatchObject({
		message: textWith('canceled while another one was sending the message'),
		context: { data: { delivery: 'unknown' } },
	});
});

it('two executions with the same keys in another order both end, also while the service asks to slow down', async () => {
	for (const path of ['/demo/messages$', '/basic/messages$'])
		await control().bend({ status: 429, path, count: 2 });
	const instanceId = byId('={{ $json.instance }}');
	const parameters = { ...texts({ sendOnceKey: 'k', concurrency: 1 }), instanceId };
	const one = { json: { instance: 'demo', to: '1001', text: 'one' } };
	const two = { json: { instance: 'basic', to: '1002', text: 'two' } };
	const runs = [one, two].map(
		(first) => begin({ ...node, items: [first, first === one ? two : one], parameters }).outcome,
	);
	for (const { error } of await Promise.all(runs)) expect(error).toBeUndefined();
	expect((await acceptedTexts()).sort()).toEqual(['one', 'two']);
}, 30_000);

it('no pause comes before a message that follows a skipped one', async () => {
	const pauseBetween = { values: { min: 60, max: 60 } };
	const parameters = texts({ ...one, sendOnceKey: 'k', pauseBetween });
	const items = itemsToAll(2);
	await execute({ ...node, items: items.slice(0, 1), parameters });
	const { items: output } = await execute({ ...node, items, parameters });
	expect(output.map(({ json }) => json.skipped)).toEqual([true, undefined]);
}, 30_000);

it('40 keys that another execution left in doubt are reported without a wait for a sign of life', async () => {
	const onError = 'continueRegularOutput';
	const plan = {
		...node,
		items: itemsToAll(40),
		parameters: texts({ sendOnceKey: 'k' }),
		onError,
	} as const;
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

describe('a message that another execution left in doubt', () => {
	const plan = { ...node, parameters: texts({ ...one, sendOnceKey: 'k' }) };
	beforeEach(async () => {
		await control().bend({ status: 500 });
		await execute(plan);
	});

	it('is no reason to hold back the other items', async () => {
		const { error } = await execute({ ...plan, items: itemsToAll(3) });
		expect(error).toMatchObject({ message: textWith('never finished'), context: { itemIndex: 0 } });
		expect(await acceptedTexts()).toEqual(['text 1', 'text 2']);
	});

	it('is asked for again by a retry, and skipped if it was sent meanwhile', async () => {
		const failed = await execute(plan);
		expect(failed.error?.message).toContain('never finished');
		const resending = texts({ ...one, sendOnceKey: 'k', whenUnsure: 'resend' });
		await execute({ ...plan, parameters: resending });
		const { error, items } = await execute(plan, failed.run);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual([
			{ skipped: true, sendOnceKey: 'k', to: '1000' },
		]);
		expect(await acceptedTexts()).toEqual(['text 0']);
	});
});

it('the error of a file that another execution may have sent does not say that later files were not', async () => {
	const options = { ...one, sendOnceKey: 'k' };
	const plan = { id: 'node', items: [three], parameters: pictures({ options }) };
	await control().bend({ path: 'messages', skip: 1, reset: 'afterReading', carryOut: true });
	await execute(plan);
	const { error } = await execute(plan);
	expect(error?.description).toContain('may have arrived');
	expect(error?.description).not.toContain('did not start');
	expect(await arrived()).toEqual(['1555 a Look', '1555 b']);
});

it('a retry that n8n cannot record sends nothing, and a later one does', async () => {
	await control().bend({ status: 422 });
	const plan = { ...node, parameters: texts({ maxTries: 1 }) };
	const failed = await execute(plan);
	refuse(/^retry of /);
	const { error, run } = await execute(plan, failed.run);
	expect(error).toMatchObject({
		message: 'n8n could not record this retry',
		context: { data: { delivery: 'unknown' } },
	});
	expect(await acceptedTexts()).toEqual([]);
	refuse();
	expect((await execute(plan, run)).error).toBeUndefined();
	expect(await acceptedTexts()).toEqual(['text 0']);
});

it.each([
	['an item was wrong', { parameters: { ...texts(one), to: '={{ $itemIndex ? "" : $json.to }}' } }],
	['the credential could not be used', { credential: { apiKey: '' } }],
])(
	'only the first of two retries sends, after a run that sent nothing because %s',
	async (_, wrong) => {
		const plan = { id: 'node', items: itemsToAll(2), parameters: texts(one) };
		const failed = await execute({ ...plan, ...wrong });
		expect(failed.error).toBeDefined();
		expect((await execute(plan, failed.run)).error).toBeUndefined();
		await execute(plan, failed.run);
		expect(await acceptedTexts()).toEqual(['text 0', 'text 1']);
	},
);

it.each([
	['a key was added', { parameters: texts({ ...one, sendOnceKey: 'k' }) }],
	['the node was cut and pasted', { id: 'pasted' }],
])('a second retry does not send again because %s', async (_, change) => {
	const plan = { ...node, parameters: texts(one) };
	await control().bend({ status: 422 });
	const failed = await execute(plan);
	expect((await execute(plan, failed.run)).error).toBeUndefined();
	await execute({ ...plan, ...change }, failed.run);
	expect(await acceptedTexts()).toEqual(['text 0']);
});

it("two failing executions that have begun each other's items of several files both end", async () => {
	const item = (instance: string, to: string, key: string, ...names: string[]) => ({
		...itemWith(...names),
		json: { to, key, instance },
	});
	const x = item('demo', '1001', 'x', 'a', 'b');
	const y = item('demo', '1002', 'y', 'c', 'd');
	const quick = (key: string) => item('a/b ?#', '1003', key, 'e');
	const refused = (key: string) => item('basic', '1004', key, 'f');
	// 0.5 s: each execution begins to wait for the other one's key. 1.5 s: an item is refused, so the run ends.
	// 3 s: the first files of x and y are sent; their second files do not start any more.
	await control().bend({ path: '/a%2Fb[^/]*/messages$', delay: 500, count: 2 });
	await control().bend({ path: '/basic/media$', status: 422, delay: 1500, count: 2 });
	await control().bend({ path: '/demo/messages$', delay: 3000, count: 2 });
	const parameters = {
		...pictures({ options: { maxTries: 1, concurrency: 3, sendOnceKey: '={{ $json.key }}' } }),
		instanceId: byId('={{ $json.instance }}'),
	};
	const runs = [
		[x, quick('1'), refused('1'), y],
		[y, quick('2'), refused('2'), x],
	].map(async (items) => await begin({ ...node, items, parameters }).outcome);
	for (const { error } of await Promise.all(runs)) expect(error).toMatchObject({ httpCode: '422' });
});

it('nothing starts after a failure that ends the run, also if it waits for a key', async () => {
	const item = (to: string, key: string) => ({ json: { to, text: key, key } });
	const plan = { id: 'node', parameters: texts({ maxTries: 1, sendOnceKey: '={{ $json.key }}' }) };
	let refuseFirst = () => {};
	const service = await httpServer((_, response) => {
		const refuse = () => void response.writeHead(422).end('{}');
		if (service.requests.length === 1) return void (refuseFirst = refuse);
		refuse();
		// Frees the key for which the second execution waits.
		setTimeout(refuseFirst, 500);
	});
	const credential = { baseUrl: service.url };
	const first = begin({ ...plan, credential, items: [item('1001', 'shared')] });
	await until('The first', () => service.requests.length === 1);
	const both = [item('1001', 'shared'), item('1002', 'other')];
	const second = begin({ ...plan, credential, items: both });
	await first.outcome;
	const { error } = await second.outcome;
	expect(error).toMatchObject({ httpCode: '422', context: { itemIndex: 1 } });
	expect(service.requests).toHaveLength(2);
});
