import { deliveryOnSandbox, itemsToAll, texts } from './support/deliveryOnSandbox';

const { execute, control, acceptedTexts, requestedTexts } = deliveryOnSandbox();

const words = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, index) => `text ${from + index}`);
const one = { concurrency: 1 };
/** What a run without failures leaves: every retry of the execution is recognised by it. */
const text = expect.any(String) as string;
const onlyTheId = { journal: { version: 3, id: text, by: text, pass: 0 } };

describe('"Retry On Fail"', () => {
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

	it('sends only the items that were not sent, and returns the earlier answers', async () => {
		await control().bend({ status: 422, skip: 3 });
		await control().bend({ status: 422, skip: 6 });
		const plan = { ...settings, items: itemsToAll(8), parameters: texts(one) };
		const { items, error, context } = await execute(plan);
		expect(error).toBeUndefined();
		expect(await acceptedTexts()).toEqual(words(0, 8));
		const ids = (await control().messages()).map(({ id }) => id);
		expect(items.map(({ json }) => json.id)).toEqual(ids);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(ids.map((_, item) => ({ item })));
		expect(context).toEqual(onlyTheId);
	});

	// With "On Error: Continue", n8n runs the node again only if the first item failed.
	it('also sends only the rest if the workflow continues on errors, with "Max. Tries" 1, for which n8n takes 2', async () => {
		await control().bend({ status: 422 });
		const { items } = await execute({
			...settings,
			maxTries: 1,
			onError: 'continueRegularOutput',
			items: itemsToAll(4),
			parameters: texts(one),
		});
		expect(items.map(({ json }) => json.status)).toEqual(items.map(() => 'accepted'));
		expect(await requestedTexts()).toEqual([...words(0, 4), 'text 0']);
	});

	it('does not send an item again whose JSON contains itself', async () => {
		const json = { to: '1000', text: 'text 0' };
		await control().bend({ status: 422, skip: 1 });
		await execute({
			...settings,
			items: [{ json: Object.assign(json, { self: json }) }, ...itemsToAll(2).slice(1)],
			parameters: texts(one),
		});
		expect(await acceptedTexts()).toEqual(words(0, 2));
	});

	it('does not send a message in doubt again, and the error says so', async () => {
		await control().bend({ skip: 1, reset: 'afterReading', carryOut: true });
		const plan = { ...settings, items: itemsToAll(4), parameters: texts(one) };
		const { error } = await execute({ ...plan, mode: 'trigger' });
		expect(error).toMatchObject({
			context: { itemIndex: 1, data: { delivery: 'unknown' } },
			message: '3 of 4 items were sent. This was not sent again: it may already have arrived',
		});
		expect(error?.description).toMatch(
			/^If it arrived, .*, if not, to "Send Again"\. Then save, and choose "Retry with currently saved workflow".*<br>The earlier error was: .*<br>4 items: 3 sent, 1 may have arrived\. A retry does not .*<br>May have arrived: item 1 \(1001\)\.$/,
		);
		expect(error?.description).toMatch(/The earlier error was: “The connection to .* broke/);
		// The second run sent the items after it.
		expect(await acceptedTexts()).toEqual(words(0, 4));
		expect(await requestedTexts()).toEqual(words(0, 4));
	});
});

describe('retrying a failed execution', () => {
	it('sends only the items that were not sent, and returns the earlier answers', async () => {
		await control().bend({ status: 422, skip: 3 });
		const plan = { items: itemsToAll(8), parameters: texts(one) };
		const failed = await execute({ ...plan, mode: 'trigger' });
		expect(failed.error?.description).toContain(
			'8 items: 3 sent, 5 not sent. A retry does not repeat what was sent.',
		);
		const retried = await execute(plan, failed.run);
		expect(retried.error).toBeUndefined();
		expect(await acceptedTexts()).toEqual(words(0, 8));
		expect(retried.items.map(({ json }) => json.id)).toEqual(
			(await control().messages()).map(({ id }) => id),
		);
		expect(retried.hints.map(({ message }) => message)).toEqual([
			'5 sent now. 3 were sent by an earlier try and not again. To send everything again, run the workflow again (a new execution).',
		]);
		expect(retried.context).toEqual(onlyTheId);
	});

	it('does not send a message in doubt again, and explains it once', async () => {
		await control().bend({ skip: 1, reset: 'afterReading', carryOut: true });
		const plan = { items: itemsToAll(4), parameters: texts(one) };
		let outcome = await execute(plan);
		for (let retry = 0; retry < 3; retry++) {
			outcome = await execute(plan, outcome.run);
			expect(outcome.error).toMatchObject({
				message: '3 of 4 items were sent. This was not sent again: it may already have arrived',
				context: { itemIndex: 1, data: { delivery: 'unknown' } },
			});
			expect(outcome.error?.description?.split('The earlier error was')).toHaveLength(2);
		}
		expect(await requestedTexts()).toEqual(words(0, 4));
		expect(await acceptedTexts()).toEqual(words(0, 4));
	});

	it('counts several such messages in one error', async () => {
		await control().bend({ path: '/messages$', status: 500, count: 5 });
		const plan = { items: itemsToAll(6), parameters: texts({ concurrency: 6 }) };
		const failed = await execute(plan);
		expect(failed.error?.description).toMatch(/^If all of them arrived, /);
		const { error } = await execute(plan, failed.run);
		expect(error?.message).toBe('5 of 6 items were not sent again: they may already have arrived');
		expect(error?.description).toMatch(
			/^If all of them arrived, .*<br>The earlier error was.*<br>6 items: 1 sent, 5 may have arrived\. .*<br>May have arrived: items [\d, to]+\.$/,
		);
	});
});

describe('nothing is sent again by', () => {
	const settings = { retryOnFail: true, waitBetweenTries: 1 };
	const plan = { ...settings, items: itemsToAll(4), parameters: texts(one) };
	const inDoubt = async () => await control().bend({ reset: 'afterReading', carryOut: true });

	it('a retry with "Retry On Fail" after "On Error" was set to Continue', async () => {
		await inDoubt();
		const failed = await execute({ ...plan, maxTries: 3 });
		expect(failed.error).toBeDefined();
		await execute({ ...plan, maxTries: 3, onError: 'continueRegularOutput' }, failed.run);
		expect(await requestedTexts()).toEqual(words(0, 4));
	});

	it('"Retry On Fail" with "Max. Tries" 0, for which n8n takes 3', async () => {
		await inDoubt();
		await execute({ ...plan, maxTries: 0, onError: 'continueRegularOutput' });
		expect(await requestedTexts()).toEqual(words(0, 4));
	});
});

it('a run without failures saves only an id in the execution', async () => {
	const { context } = await execute({ items: itemsToAll(3), parameters: texts() });
	expect(context).toEqual(onlyTheId);
});

it.each([
	['that n8n never retries', {}],
	['with Retry On Fail', { retryOnFail: true }],
])(
	'a loop sends the same items in each pass, even after failed ones: a node %s',
	async (_, more) => {
		await control().bend({ skip: 1, status: 422, path: '/messages$' });
		const plan = { items: itemsToAll(2), parameters: texts(one), runs: 2 };
		await execute({ ...plan, onError: 'continueRegularOutput', ...more });
		expect(await acceptedTexts()).toEqual(['text 0', ...words(0, 2)]);
	},
);

describe('the error of a retry', () => {
	it('says that earlier messages stay sent, if it sends nothing', async () => {
		await control().bend({ status: 422, skip: 1 });
		const plan = { items: itemsToAll(3), parameters: texts(one) };
		const failed = await execute(plan);
		const parameters = { ...texts(one), text: '={{ $json.text === "text 2" ? "" : $json.text }}' };
		const { error } = await execute({ ...plan, parameters }, failed.run);
		expect(error?.message).toContain('this run sent nothing');
		expect(error?.description).toContain('An earlier run of this node may have sent some.');
		expect(await acceptedTexts()).toEqual(['text 0']);
	});

	it('says the same after earlier rounds of a loop', async () => {
		const text = '={{ $runIndex > 0 && $json.text !== "text 0" ? "" : $json.text }}';
		const parameters = { ...texts(one), text };
		const { error } = await execute({ items: itemsToAll(3), parameters, runs: 2 });
		expect(error?.message).toBe('2 of 3 items cannot be sent; this run sent nothing');
		expect(await acceptedTexts()).toHaveLength(3);
	});

	const doubt = { reset: 'afterReading', carryOut: true } as const;

	it('is the failure that ended it, and counts the doubts from before', async () => {
		await control().bend(doubt);
		const plan = { items: itemsToAll(4), parameters: texts(one) };
		const failed = await execute(plan);
		await control().bend({ status: 401 });
		const { error } = await execute(plan, failed.run);
		expect(error?.message).toContain('(401)');
		expect(error?.description).toContain('4 items: 3 not sent, 1 may have arrived.');
	});

	it('does not say that an item in doubt was not sent, if the retry did not reach it', async () => {
		const items = itemsToAll(2);
		await control().bend({ reset: 'afterReading', carryOut: true, count: 2 });
		const failed = await execute({ items, parameters: texts({ concurrency: 2 }) });
		expect(await acceptedTexts()).toHaveLength(2);
		await control().bend({ status: 422 });
		const parameters = texts({ ...one, whenUnsure: 'resend' });
		const { error } = await execute({ items, parameters }, failed.run);
		expect(error?.description).toContain('2 items may have arrived');
	});
});

it.each([
	['manual', 'A retry in the tab "Executions" of the workflow does not repeat what was sent.'],
	['trigger', 'A retry does not repeat what was sent.'],
	['integrated', 'A retry of the workflow that started it repeats all that has no Send Once Key.'],
] as const)(
	'the error of a failed run says what a retry does: started as %s',
	async (mode, said) => {
		await control().bend({ status: 422, skip: 1 });
		const { error } = await execute({ mode, items: itemsToAll(3), parameters: texts(one) });
		expect(error?.description).toContain(said);
	},
);

it.each([
	['trigger', 'failed', { saveDataErrorExecution: 'none' }, undefined],
	[
		'trigger',
		'failed',
		{ saveDataErrorExecution: 'DEFAULT' },
		'EXECUTIONS_DATA_SAVE_ON_ERROR=none',
	],
	['manual', 'manual', { saveManualExecutions: false }, undefined],
	[
		'manual',
		'manual',
		{ saveManualExecutions: 'DEFAULT' },
		'EXECUTIONS_DATA_SAVE_MANUAL_EXECUTIONS=false',
	],
] as const)(
	'the error of a failed run (%s) says that n8n does not save %s executions: settings %j, variable %s',
	async (mode, which, settings, variable) => {
		await control().bend({ reset: 'afterReading', skip: 1 });
		const [name = '', value] = variable?.split('=') ?? [];
		const before = process.env[name];
		if (variable) process.env[name] = value;
		const plan = { items: itemsToAll(3), parameters: texts(one), mode, settings };
		const { error } = await execute(plan);
		if (before === undefined) delete process.env[name];
		else process.env[name] = before;
		expect(error?.description).toContain(
			`n8n does not save ${which} executions of this workflow, so this one cannot be retried.`,
		);
		expect(error?.description).not.toContain('choose "Retry');
	},
);

it('with On Error: Continue, n8n keeps nothing of a run that it never retries', async () => {
	await control().bend({ status: 422, skip: 1 });
	const plan = { items: itemsToAll(3), parameters: texts(one) };
	const { context } = await execute({ ...plan, onError: 'continueErrorOutput' });
	expect(context).toEqual(onlyTheId);
});
