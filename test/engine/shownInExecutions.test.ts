import { showInExecutions } from '../../nodes/MessagingIntegration/run/showInExecutions';
import { deliveryOnSandbox, itemsTo, itemsToAll, texts } from './support/deliveryOnSandbox';
import { keyTable } from './support/keyTable';

const { execute, control } = deliveryOnSandbox();
keyTable();

const shows = { showInExecutions: true, concurrency: 1, maxTries: 1 };

/** The pairs that n8n shows beside an execution. */
async function shown(count: number, options: object = shows) {
	const { run } = await execute({ items: itemsToAll(count), parameters: texts({ ...options }) });
	return run.data.resultData.metadata;
}

it('n8n shows the recipients beside the execution: three, and how many more', async () => {
	expect(await shown(1)).toEqual({ recipients: '1000' });
	expect(await shown(3)).toEqual({ recipients: '1000, 1001, 1002' });
	expect(await shown(15)).toEqual({ recipients: '1000, 1001, 1002 and 12 more' });
});

it('a person with several messages is one recipient', async () => {
	const items = itemsTo(['1001', '1002'], 6);
	const { run } = await execute({ items, parameters: texts(shows) });
	expect(run.data.resultData.metadata).toEqual({ recipients: '1001, 1002' });
});

it('n8n shows how many messages failed and how many are in doubt, and not their recipients', async () => {
	await control().bend({ status: 422, skip: 1, count: 1 });
	await control().bend({ status: 500, skip: 1, count: 1 });
	const parameters = texts(shows);
	const onError = 'continueRegularOutput';
	const { run } = await execute({ items: itemsToAll(4), parameters, onError });
	expect(run.data.resultData.metadata).toEqual({
		...{ recipients: '1000, 1003', failed: '1', inDoubt: '1' },
	});
});

it('a run that an error ends shows what became of its messages as well', async () => {
	await control().bend({ status: 422, skip: 1, count: 1 });
	expect(await shown(3)).toEqual({ recipients: '1000', failed: '1' });
});

it('a recipient whose key was sent before is not shown', async () => {
	const once = { ...shows, sendOnceKey: '={{ $json.text }}' };
	const plan = { id: 'node', parameters: texts(once) };
	await execute({ ...plan, items: itemsToAll(1) });
	const { run } = await execute({ ...plan, items: itemsToAll(2) });
	expect(run.data.resultData.metadata).toEqual({ recipients: '1001' });
});

it.each([
	['without the option', {}],
	['in a rehearsal', { ...shows, rehearse: 'always' }],
])('n8n shows nothing %s', async (_, options) => {
	expect(await shown(1, options)).toBeUndefined();
});

it('nothing happens where n8n has no place for it, as in 1.123', () => {
	const failed = { state: 'failed', item: 0, failure: { delivery: 'notSent' } } as never;
	expect(() => showInExecutions({}, [failed], [failed])).not.toThrow();
});
