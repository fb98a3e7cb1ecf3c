import { httpServer } from '../transport/support/httpServer';
import { until } from '../support/until';
import { itemsToAll, texts } from './support/deliveryOnSandbox';
import { keyTable } from './support/keyTable';
import { textWith } from './support/matchers';
import { getAll } from './support/parameters';
import { pictures, picturesOnSandbox, three } from './support/picturesOnSandbox';

const { begin, execute, control, acceptedTexts, arrived, untilArrived } = picturesOnSandbox();
const { refuse, untilLookedUp } = keyTable();

const one = { concurrency: 1 };

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
		message: textWith('canceled while another execution was sending the message'),
		context: { data: { delivery: 'unknown' } },
	});
});

it('blanks around a key make no other key', async () => {
	const plan = (sendOnceKey: string) => ({ ...node, parameters: texts({ sendOnceKey }) });
	await execute(plan('#NV1042'));
	const { items } = await execute(plan(' #NV1042\n'));
	expect(items.map(({ json }) => json)).toMatchObject([{ skipped: true, sendOnceKey: '#NV1042' }]);
});

it('no pause comes before a message that follows a skipped one', async () => {
	const pauseBetween = { values: { min: 60, max: 60 } };
	const parameters = texts({ ...one, sendOnceKey: 'k', pauseBetween });
	const items = itemsToAll(2);
	await execute({ ...node, items: items.slice(0, 1), parameters });
	const { items: output } = await execute({ ...node, items, parameters });
	expect(output.map(({ json }) => json.skipped)).toEqual([true, undefined]);
}, 30_000);

it('a message that another execution left in doubt is no reason to hold back the other items', async () => {
	const plan = { ...node, parameters: texts({ ...one, sendOnceKey: 'k' }) };
	await control().bend({ status: 500 });
	await execute(plan);
	const { error } = await execute({ ...plan, items: itemsToAll(3) });
	expect(error).toMatchObject({ message: textWith('never finished'), context: { itemIndex: 0 } });
	expect(await acceptedTexts()).toEqual(['text 1', 'text 2']);
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
	const plan = { ...node, parameters: texts() };
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

it('a retry of an execution that came to none of two nodes sends what both send', async () => {
	const sends = (text: string) => ({ id: text, parameters: { ...texts(one), to: '1001', text } });
	const plan = { ...node, parameters: getAll, next: [sends('first'), sends('second')] };
	await control().bend({ path: 'instances$', status: 401 });
	const failed = await execute(plan);
	expect((await execute(plan, failed.run)).error).toBeUndefined();
	const sent = await acceptedTexts();
	expect(new Set(sent)).toEqual(new Set(['first', 'second']));
	await execute(plan, failed.run);
	expect(await acceptedTexts()).toEqual(sent);
});

it('a second retry does not send again because the node was cut and pasted', async () => {
	const plan = { ...node, parameters: texts(one) };
	await control().bend({ status: 422 });
	const failed = await execute(plan);
	expect((await execute(plan, failed.run)).error).toBeUndefined();
	const pasted = { ...plan, id: 'pasted' };
	await execute(pasted, failed.run);
	expect(await acceptedTexts()).toEqual(['text 0']);
});

it('nothing starts after a failure that ends the run, also if it waits for a key', async () => {
	const item = (to: string, key: string) => ({ json: { to, text: key, key } });
	const plan = { id: 'node', parameters: texts({ sendOnceKey: '={{ $json.key }}' }) };
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
