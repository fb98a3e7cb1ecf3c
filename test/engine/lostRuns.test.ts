// A retry that starts where n8n has kept nothing of the earlier run: that run was killed or stopped.
import { deliveryOnSandbox, itemsToAll, texts } from './support/deliveryOnSandbox';
import { keyTable } from './support/keyTable';
import { getAll, photo, presence, upload } from './support/parameters';
import { question } from './support/questionsOnSandbox';

const { begin, execute, requests } = deliveryOnSandbox();
const { behaveAs } = keyTable();

const lost = { id: 'node', mode: 'retry', items: itemsToAll(3) } as const;
const why = 'n8n does not know whether the earlier run sent';

it('sends no message, and the error says what to do', async () => {
	const { error } = await execute({ ...lost, parameters: texts() });
	expect(error?.message).toBe(`3 of 3 items were not sent: ${why} them`);
	const lines = error?.description?.split('<br>');
	expect(lines).toEqual([
		expect.stringMatching(/^Recipients: 1000, 1001, 1002\. .* Look what arrived\.$/),
		expect.stringContaining('Start a new execution with the rest.'),
		expect.stringContaining('give the messages a Send Once Key'),
		'3 items may have arrived.',
	]);
	expect(error).toMatchObject({ context: { data: { delivery: 'unknown' } } });
	expect(await requests()).toEqual([]);
});

it('does not say that nothing was sent, if items cannot be sent', async () => {
	const parameters = { ...texts(), text: '={{ $itemIndex > 0 ? "" : $json.text }}' };
	const { error } = await execute({ ...lost, parameters });
	expect(error?.message).toBe('2 of 3 items cannot be sent; this run sent nothing');
	expect(error?.description).toContain('An earlier run of this node may have sent some.');
});

it('with On Error: Continue, each message comes out as in doubt', async () => {
	const onError = 'continueRegularOutput';
	const { items } = await execute({ ...lost, onError, parameters: texts() });
	const row = { error: `This was not sent: ${why} it`, details: { delivery: 'unknown' } };
	expect(items.map(({ json }) => json)).toMatchObject([row, row, row]);
	expect(await requests()).toEqual([]);
});

it('if it is stopped before it asked for a key, the messages may have arrived', async () => {
	const onError = 'continueRegularOutput';
	const parameters = texts({ sendOnceKey: '={{ $json.text }}' });
	const running = begin({ ...lost, onError, parameters });
	behaveAs(async () => {
		running.cancel();
		return await new Promise<never>(() => undefined);
	});
	const { items } = await running.outcome;
	const row = { details: { reason: 'stopped', delivery: 'unknown' } };
	expect(items.map(({ json }) => json)).toMatchObject([row, row, row]);
	expect(await requests()).toEqual([]);
});

it.each([
	['lists the instances', { parameters: getAll }],
	['shows typing', { parameters: presence('typing') }],
	['uploads files', { parameters: upload, items: [{ binary: { data: photo } }] }],
	['asks a question, because the links of the old one lead nowhere', { parameters: question() }],
])('%s', async (_, plan) => {
	const items = [{ json: {} }];
	expect((await execute({ ...lost, items, ...plan })).error).toBeUndefined();
	expect(await requests()).toHaveLength(1);
});
