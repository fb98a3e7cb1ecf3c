// Retries of one failed execution by several people, and retries that cannot read an item any more.
import type { IDataObject } from 'n8n-workflow';
import { until } from '../support/until';
import { deliveryOnSandbox, itemsToAll, texts } from './support/deliveryOnSandbox';
import { keyTable } from './support/keyTable';
import { byId, getAll, presence } from './support/parameters';

const { begin, execute, control, acceptedTexts, untilArrived } = deliveryOnSandbox();

const { behaveAs, refuse } = keyTable();
const one = { concurrency: 1 };
const node = { id: 'node' };
const single = { ...node, items: itemsToAll(1), parameters: texts(one) };
const keyed = { ...single, parameters: texts({ ...one, sendOnceKey: 'k' }) };
const refusal = { path: 'messages$', status: 422 };

it('"Retry On Fail" needs no database, because nobody else can retry a run of the same execution', async () => {
	await control().bend({ status: 422 });
	refuse(/^retry of /);
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const { error } = await execute({ ...single, ...settings });
	expect(error).toBeUndefined();
	expect(await acceptedTexts()).toEqual(['text 0']);
});

it('a retry that is stopped at once does not say of a message that it was not sent: another retry may have', async () => {
	await control().bend(refusal);
	const failed = await execute(single);
	await execute(single, failed.run);
	const running = begin(single, failed.run);
	behaveAs(async () => {
		running.cancel();
		return await new Promise<never>(() => undefined);
	});
	const { error } = await running.outcome;
	expect(error).toMatchObject({
		message:
			'The execution was canceled before it could look whether an earlier run sent this item',
		context: { data: { delivery: 'unknown' } },
	});
	expect(await acceptedTexts()).toEqual(['text 0']);
});

it('a list is read in every retry', async () => {
	await control().bend({ path: 'instances$', status: 401 });
	const plan = { ...node, parameters: getAll };
	const failed = await execute(plan);
	for (let retry = 0; retry < 2; retry++)
		expect((await execute(plan, failed.run)).error).toBeUndefined();
});

describe('a database that does not answer', () => {
	it('does not keep a message from being stopped', async () => {
		behaveAs(async () => {
			running.cancel();
			return await new Promise<never>(() => undefined);
		});
		const running = begin(keyed);
		expect((await running.outcome).error?.message).toContain('canceled');
		expect(await acceptedTexts()).toEqual([]);
	});

	it('for a moment only leaves no key in doubt if the execution is stopped meanwhile', async () => {
		let begun = 0;
		let ended = 0;
		behaveAs(async (_, run) => {
			if (++begun === 2) running.cancel();
			await new Promise((resolve) => setTimeout(resolve, 50));
			ended++;
			return run();
		});
		const running = begin(keyed);
		await running.outcome;
		await until('The last statement', () => begun === ended);
		behaveAs();
		expect((await execute(keyed)).error).toBeUndefined();
		expect(await acceptedTexts()).toEqual(['text 0']);
	});
});

describe('of several retries of a failed execution, only the first sends', () => {
	const plan = { ...node, items: itemsToAll(2), parameters: texts(one), runs: 3 };

	it('in every pass of a loop', async () => {
		await control().bend({ ...refusal, skip: 2 });
		const failed = await execute(plan);
		expect((await execute(plan, failed.run)).error).toBeUndefined();
		const all = await acceptedTexts();
		expect(all).toHaveLength(6);
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			const second = await execute({ ...plan, onError }, failed.run);
			// Nor does its own retry.
			await execute({ ...plan, onError: 'continueRegularOutput' }, second.run);
		}
		expect(await acceptedTexts()).toEqual(all);
	});

	it('in a node that had already run when another one failed', async () => {
		const wrong = { instanceId: byId('unknown'), to: '1001', text: 'other' };
		const plan = { ...single, runs: 2, next: [{ parameters: wrong }] };
		// The second node fails in the first of two branches; a retry runs the first node in the other one.
		const failed = await execute(plan);
		const next = { parameters: { ...wrong, instanceId: byId('demo') } };
		const corrected = { ...plan, next: [{ ...next, onError: 'continueRegularOutput' as const }] };
		await execute(corrected, failed.run);
		const all = await acceptedTexts();
		await execute(corrected, failed.run);
		expect(await acceptedTexts()).toEqual(all);
	});

	it('also with keys that differ in each execution', async () => {
		const parameters = texts({ ...one, sendOnceKey: '={{ $execution.id }}' });
		const retried = { ...plan, runs: 1, parameters: { ...parameters, text: 'Edited' } };
		await control().bend({ ...refusal, skip: 1 });
		const failed = await execute({ ...retried, parameters });
		expect((await execute(retried, failed.run)).error).toBeUndefined();
		const { error } = await execute(retried, failed.run);
		expect(error?.message).toBe('This execution was retried before');
		expect(error?.description).toContain('look for the retries of execution');
		expect(error?.description).toContain('set the option "If It May Have Arrived" to "Send Again"');
		expect(error?.description).not.toContain('not sent.');
		expect(await acceptedTexts()).toEqual(['text 0', 'Edited']);
	});

	it('unless "Send Again" says that a message may arrive twice', async () => {
		await control().bend(refusal);
		const failed = await execute(single);
		await execute(single, failed.run);
		const parameters = texts({ ...one, whenUnsure: 'resend' });
		expect((await execute({ ...single, parameters }, failed.run)).error).toBeUndefined();
		expect(await acceptedTexts()).toHaveLength(2);
	});

	it('though a node before this one changes the items of the trigger', async () => {
		const to = '={{ $json.seen.push(Math.random()) && "1000" }}';
		const plan = {
			items: [{ json: { seen: [] } }],
			parameters: presence('typing', { to }),
			next: [{ id: 'second', parameters: { ...texts(one), to: '1000', text: 'Hello' } }],
		};
		await control().bend({ path: 'typing$', status: 422 });
		const failed = await execute(plan);
		expect((await execute(plan, failed.run)).error).toBeUndefined();
		expect((await execute(plan, failed.run)).error?.message).toBe(
			'This execution was retried before',
		);
		expect(await acceptedTexts()).toEqual(['Hello']);
	});

	it.each([
		['the text is empty now', { text: '={{ "" }}' }],
		['the service does not list the instances', { instanceId: byId('') }],
	])('and does not say that nothing was sent, if %s', async (_, wrong) => {
		await control().bend(refusal);
		const failed = await execute(single);
		await execute(single, failed.run);
		await control().bend({ path: 'instances$', status: 500, count: 9 });
		const retry = { ...single, parameters: { ...texts(one), ...wrong } };
		const unknown = { delivery: 'unknown' };
		const { error } = await execute(retry, failed.run);
		expect(error).toMatchObject({ context: { data: unknown } });
		const onError = 'continueRegularOutput';
		const { items } = await execute({ ...retry, onError }, failed.run);
		expect(items).toMatchObject([{ json: { details: { ...unknown, reason: 'retriedBefore' } } }]);
	});

	it('and one that sent nothing does not count', async () => {
		await control().bend(refusal);
		const failed = await execute(single);
		const wrong = { ...texts(one), text: '={{ "" }}' };
		expect((await execute({ ...single, parameters: wrong }, failed.run)).error).toBeDefined();
		expect((await execute(single, failed.run)).error).toBeUndefined();
		expect(await acceptedTexts()).toEqual(['text 0']);
	});
});

it.each(['continueRegularOutput', 'stopWorkflow'] as const)(
	'a retry that cannot start, because an option cannot be used any more, returns the answers of what was sent, and does not call the doubt "not sent": %s',
	async (onError) => {
		await control().bend({ reset: 'afterReading', carryOut: true });
		const variables: IDataObject = { timeout: 30_000 };
		const running = begin({
			retryOnFail: true,
			maxTries: 2,
			waitBetweenTries: 1000,
			onError,
			variables,
			items: itemsToAll(3),
			parameters: texts({ concurrency: 1, timeout: '={{ $vars.timeout }}' }),
		});
		await untilArrived(3);
		variables.timeout = 'none';
		const { items, error } = await running.outcome;
		const doubt = { delivery: 'unknown' };
		if (onError === 'stopWorkflow') expect(error).toMatchObject({ context: { data: doubt } });
		else
			expect(items.map(({ json }) => json)).toMatchObject([
				...[{ details: doubt }, { status: 'accepted' }, { status: 'accepted' }],
			]);
	},
);
