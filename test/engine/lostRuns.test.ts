// A retry that starts where n8n has kept nothing of the earlier run: that run was killed or stopped.
import { deliveryOnSandbox, itemsToAll, texts } from './support/deliveryOnSandbox';
import { keyTable } from './support/keyTable';
import { byId, getAll, photo, presence, upload } from './support/parameters';
import { question } from './support/questionsOnSandbox';

const { begin, execute, resume, control, requests, acceptedTexts } = deliveryOnSandbox();
const { behaveAs } = keyTable();

const lost = { id: 'node', mode: 'retry', items: itemsToAll(3) } as const;
const why = 'n8n no longer knows what the earlier run sent';

it('sends no message, and the error says what to do', async () => {
	const { error } = await execute({ ...lost, parameters: texts() });
	expect(error?.message).toBe(`3 of 3 items were not sent again: ${why}`);
	const lines = error?.description?.split('<br>');
	expect(lines).toEqual([
		expect.stringMatching(/^Look what arrived, and start a new execution with the rest\. /),
		'3 items may have arrived.',
		'May have arrived: item 0 (1000), item 1 (1001), item 2 (1002).',
	]);
	expect(error).toMatchObject({ context: { data: { delivery: 'unknown' } } });
	expect(await requests()).toEqual([]);
});

it('of a text in several messages, too, none is called "not sent"', async () => {
	const splitText = { values: { by: 'paragraphs', maxLength: 4096 } };
	const parameters = {
		...texts({ splitText }),
		text: '={{ $itemIndex < 2 ? "a\\n\\nb\\n\\nc" : "d" }}',
	};
	const { error } = await execute({ ...lost, parameters });
	expect(error?.message).toBe(`3 of 3 items were not sent again: ${why}`);
	expect(error?.description).toContain('3 items may have arrived.');
	expect(error?.description).not.toMatch(/Not sent|not sent,|did not start/);
});

it('the only row of a retry that cannot be sent is counted, because the others were sent before', async () => {
	const one = { concurrency: 1 };
	const plan = { id: 'node', items: itemsToAll(3) };
	await control().bend({ path: 'messages', skip: 2, status: 422 });
	const failed = await execute({ ...plan, parameters: texts(one) });
	const parameters = { ...texts(one), text: '={{ $itemIndex > 1 ? "" : $json.text }}' };
	const { error } = await execute({ ...plan, parameters }, failed.run);
	expect(error?.message).toBe('1 of 3 items cannot be sent; this run sent nothing');
});

it('does not say that nothing was sent, if items cannot be sent', async () => {
	const parameters = { ...texts(), text: '={{ $itemIndex > 0 ? "" : $json.text }}' };
	const { error } = await execute({ ...lost, parameters });
	expect(error?.message).toBe('2 of 3 items cannot be sent; this run sent nothing');
	expect(error?.description).toContain('An earlier run of this node may have sent some.');
});

it('what cannot be sent now may have arrived, too', async () => {
	const parameters = { ...texts(), text: '={{ $itemIndex > 0 ? "" : $json.text }}' };
	const { error } = await execute({ ...lost, parameters });
	expect(error).toMatchObject({ context: { data: { delivery: 'unknown' } } });
	const onError = 'continueRegularOutput';
	const { items } = await execute({ ...lost, onError, parameters });
	expect(items.map(({ json }) => json)).toMatchObject(
		lost.items.map(() => ({ details: { delivery: 'unknown', reason: 'earlierRunLost' } })),
	);
	const description = expect.stringContaining('Sending it again failed: “The text is empty”');
	expect(items[2]?.json).toMatchObject({ details: { description } });
});

it('a list that is too long to be sent again is not called "not sent"', async () => {
	const parameters = texts({ whenUnsure: 'resend', failIfMoreThan: 2 });
	const { error } = await execute({ ...lost, parameters });
	expect(error).toMatchObject({
		description: expect.stringContaining('This run sent nothing.'),
		context: { data: { delivery: 'unknown' } },
	});
});

it('with On Error: Continue, each message comes out as in doubt', async () => {
	const onError = 'continueRegularOutput';
	const { items } = await execute({ ...lost, onError, parameters: texts() });
	const row = { error: `This was not sent again: ${why}`, details: { delivery: 'unknown' } };
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
	const row = { details: { delivery: 'unknown' } };
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

/** A node that sends this text to one person. */
const sends = (text: string, id = 'second') => ({
	id,
	parameters: { ...texts(), instanceId: byId('demo'), to: '491701234567', text },
});

describe('a retry of a retry of an execution that was killed', () => {
	it('knows as little, if the retry failed before it came to the node', async () => {
		const plan = { id: 'first', items: [{ json: {} }], parameters: getAll, next: [sends('Hello')] };
		await control().bend({ path: 'instances$', status: 401 });
		const retry = await execute({ ...plan, mode: 'retry' });
		expect(retry.error).toBeDefined();
		expect((await execute(plan, retry.run)).error?.message).toContain(why);
		expect(await acceptedTexts()).toEqual([]);
	});

	it('knows as little, if the execution had waited, and crashed in the node', async () => {
		const plan = { id: 'first', items: [{ json: {} }], parameters: getAll, next: [sends('Hello')] };
		await control().bend({ path: 'instances$', status: 401 });
		const retry = await execute(plan);
		// n8n took the run away in which the node crashed.
		retry.run.data.resultData.runData['Node 2'] = [];
		expect((await execute(plan, retry.run)).error?.message).toContain(why);
		expect(await acceptedTexts()).toEqual([]);
	});

	it('knows as little about a second node, if somebody only decided about the first', async () => {
		const plan = (options: object) => ({
			...lost,
			parameters: texts({ ...options }),
			next: [sends('Hello')],
		});
		const retry = await execute(plan({}));
		expect(retry.error?.message).toContain(why);
		const { error } = await execute(plan({ whenUnsure: 'countAsSent' }), retry.run);
		expect(error?.message).toContain(why);
		expect(await acceptedTexts()).toEqual([]);
	});
});

describe('a question, and a message behind it', () => {
	const plan = {
		id: 'first',
		items: [{ json: {} }],
		parameters: question(),
		next: [sends('Approved')],
	};
	const answer = { data: { approved: true } };
	const approvals = async () =>
		(await acceptedTexts()).filter((text) => text === 'Approved').length;

	it('n8n was killed after the answer: a retry does not send the message again', async () => {
		const { run } = await execute(plan);
		await resume(plan, run, answer);
		expect(await approvals()).toBe(1);
		const { error } = await resume(plan, run, answer, 'killed');
		expect(error?.message).toContain(why);
		expect(await approvals()).toBe(1);
	});

	it('a node before the question failed, and a retry asks: the message goes after the answer', async () => {
		const withBefore = {
			...plan,
			parameters: getAll,
			next: [{ id: 'question', parameters: question() }, sends('Approved')],
		};
		await control().bend({ path: 'instances$', status: 401 });
		const failed = await execute(withBefore);
		expect(failed.error).toBeDefined();
		const { run } = await execute(withBefore, failed.run);
		const { error } = await resume(withBefore, run, answer, 'asRetry');
		expect(error).toBeUndefined();
		expect(await approvals()).toBe(1);
	});

	it.each([
		['without a Send Once Key', {}],
		['with a Send Once Key of which nothing was begun', { sendOnceKey: 'order-1' }],
	])('the question failed, and a retry asks: the message does not go, %s', async (_, options) => {
		const behind = {
			...sends('Approved'),
			parameters: { ...sends('Approved').parameters, options },
		};
		const keyed = { ...plan, next: [behind] };
		await control().bend({ path: 'messages', status: 422 });
		const failed = await execute(keyed);
		const { run } = await execute(keyed, failed.run);
		const { error } = await resume(keyed, run, answer, 'asRetry');
		expect(error?.message).toContain(why);
		expect(await approvals()).toBe(0);
	});

	it('n8n was killed after the answer, and a retry asks again: the message does not go again', async () => {
		const { run } = await execute(plan);
		await resume(plan, run, answer);
		const { error } = await resume(plan, run, answer, 'asRetry');
		expect(error?.message).toContain(why);
		expect(await approvals()).toBe(1);
	});
});
