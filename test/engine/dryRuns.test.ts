import { deliveryOnSandbox, itemsTo, itemsToAll, texts } from './support/deliveryOnSandbox';
import { keyTable } from './support/keyTable';
import { text, photo, presence, upload, message } from './support/parameters';
import { question } from './support/questionsOnSandbox';

const { execute, control, requests, acceptedTexts } = deliveryOnSandbox();
const { behaveAs } = keyTable();

const always = { dryRun: 'always' };
const one = { concurrency: 1 };
const items = itemsToAll(3);
const node = { id: 'node', items };
const said = ({ hints }: { hints: Array<{ message: string }> }) =>
	hints.map(({ message: words }) => words);

afterEach(async () => {
	// Each test says what real runs sent; a dry run sends nothing, not even a typing indication.
	for (const { operation } of await requests()) expect(operation).toBe('messages');
});

it('gives what the real run sends, to the same recipients in the same order', async () => {
	const some = itemsTo(['1002', '1001', '1002'], 5);
	const plan = { items: some, parameters: texts({ ...one, typingFirst: 1 }) };
	const parameters = texts({ ...one, ...always, typingFirst: 1 });
	const dry = await execute({ ...plan, parameters });
	expect(dry.items).toEqual(
		some.map(({ json: { to, text: words } }, item) => ({
			json: { dryRun: true, would: 'send', to, content: { type: 'text', text: words } },
			pairedItem: { item },
		})),
	);
	expect(said(dry)).toEqual(['Dry run: nothing was sent. 5 messages would go.']);
	expect(await requests()).toEqual([]);
	await execute({ ...plan, parameters: texts(one) });
	const arrived = (await control().messages()).map(({ to, content }) => ({ to, content }));
	expect(dry.items.map(({ json: { to, content } }) => ({ to, content }))).toEqual(arrived);
});

it('begins no key, and says which messages their keys would skip', async () => {
	const sendOnceKey = '={{ $json.text }}';
	const drying = texts({ ...one, ...always, sendOnceKey });
	const before = await execute({ ...node, parameters: drying });
	expect(said(before)).toEqual(['Dry run: nothing was sent. 3 messages would go.']);
	await execute({ ...node, items: itemsToAll(2), parameters: texts({ ...one, sendOnceKey }) });
	const after = await execute({ ...node, parameters: drying });
	expect(after.items.map(({ json }) => json)).toEqual(
		items.map(({ json: { to, text: words } }, at) => ({
			dryRun: true,
			would: at < 2 ? 'skip' : 'send',
			to,
			content: { type: 'text', text: words },
			sendOnceKey: words,
		})),
	);
	expect(said(after)).toEqual([
		'Dry run: nothing was sent. 1 message would go, 2 would be skipped.',
	]);
	expect(await acceptedTexts()).toEqual(['text 0', 'text 1']);
});

it.each([1, 4])(
	'looks for as many keys at once as "Messages at Once" says: %s',
	async (concurrency) => {
		let [now, most] = [0, 0];
		behaveAs(async (_, run) => {
			most = Math.max(most, ++now);
			await new Promise(setImmediate);
			now--;
			return run();
		});
		const parameters = texts({ ...always, concurrency, sendOnceKey: '={{ $json.text }}' });
		const { items: output } = await execute({ ...node, items: itemsToAll(9), parameters });
		expect(output.map(({ json }) => json.would)).toEqual(output.map(() => 'send'));
		expect(most).toBe(concurrency);
	},
);

it('a message would be skipped that has the key of an earlier one of the run', async () => {
	const same = [items[0], items[0]] as typeof items;
	const plan = { ...node, items: same, parameters: texts({ ...always, sendOnceKey: 'k' }) };
	const { items: output } = await execute(plan);
	expect(output.map(({ json }) => json.would)).toEqual(['send', 'skip']);
});

it('a key in doubt is the error that it would be', async () => {
	await control().bend({ status: 500, count: 1 });
	const sendOnceKey = 'k';
	await execute({ ...node, parameters: texts({ ...one, sendOnceKey }) });
	const plan = (more: object) =>
		({ ...node, parameters: texts({ ...always, sendOnceKey, ...more }) }) as const;
	const { error } = await execute(plan({}));
	expect(error).toMatchObject({ context: { data: { reason: 'keyInDoubt', delivery: 'unknown' } } });
	const would = async (whenUnsure: string) =>
		(await execute(plan({ whenUnsure }))).items[0]?.json.would;
	expect(await would('resend')).toBe('send');
	expect(await would('countAsSent')).toBe('skip');
	expect(await requests()).toHaveLength(1);
});

it('has the checks and errors of a real run', async () => {
	const bad = [{ json: { text: 'to nobody' } }, ...items, { json: { to: '1001', text: '' } }];
	const failed = async (options: object) =>
		(await execute({ items: bad, parameters: texts({ ...one, ...options }) })).error;
	const [dry, real] = [await failed(always), await failed({})];
	expect(dry).toMatchObject({ message: '2 of 5 items cannot be sent; nothing was sent' });
	expect(dry?.description).toBe(real?.description);
});

it('between a failed run and its retry changes nothing, and shows what the retry would send', async () => {
	await control().bend({ status: 422, skip: 1, count: 1 });
	const failed = await execute({ ...node, parameters: texts(one) });
	const dry = await execute({ ...node, parameters: texts({ ...one, ...always }) }, failed.run);
	expect(dry.items.map(({ json: { would, to } }) => [would, to])).toEqual([
		['skip', '1000'],
		['send', '1001'],
		['send', '1002'],
	]);
	expect(await acceptedTexts()).toEqual(['text 0']);
	const { error } = await execute({ ...node, parameters: texts(one) }, failed.run);
	expect(error).toBeUndefined();
	expect(await acceptedTexts()).toEqual(['text 0', 'text 1', 'text 2']);
});

it('of a second retry fails as that retry would, and leaves the first one free', async () => {
	await control().bend({ status: 422, skip: 1, count: 1 });
	const failed = await execute({ ...node, parameters: texts(one) });
	const drying = { ...node, parameters: texts({ ...one, ...always }) };
	expect((await execute(drying, failed.run)).error).toBeUndefined();
	expect((await execute({ ...node, parameters: texts(one) }, failed.run)).error).toBeUndefined();
	const sent = await acceptedTexts();
	const dry = await execute(drying, failed.run);
	const second = await execute({ ...node, parameters: texts(one) }, failed.run);
	expect(second.error?.message).toContain('retried before');
	expect(dry.error?.message).toBe(second.error?.message);
	expect(await acceptedTexts()).toEqual(sent);
});

it.each([
	['whose first messages were sent', { status: 422, skip: 2, count: 1 }, 'as it was'],
	['of which one may have arrived, if the text has changed', { reset: 'afterReading' }, 'changed'],
] as const)(
	'of a second retry of a text in several messages %s, its error is that of the real run',
	async (_, fault, other) => {
		const splitText = { values: { by: 'paragraphs', maxLength: 4096 } };
		const of = (options: object, more = '') => ({
			...node,
			items: items.slice(0, 1),
			parameters: { ...texts({ ...one, splitText, ...options }), text: `a\n\nb\n\nc${more}` },
		});
		await control().bend({ path: 'messages', ...fault });
		const failed = await execute(of({}));
		const countAsSent = { whenUnsure: 'countAsSent' };
		const more = other === 'changed' ? 'd' : '';
		await execute(of(countAsSent, more), failed.run);
		const dry = await execute(of({ ...countAsSent, ...always }, more), failed.run);
		const second = await execute(of(countAsSent, more), failed.run);
		expect(second.error?.message).toContain('retried before');
		expect(dry.error?.message).toBe(second.error?.message);
	},
);

it('a retry of a dry run decides anew: with "Never" it sends everything, because nothing was sent', async () => {
	const bad = [...items, { json: { to: '', text: 'to nobody' } }];
	const plan = { ...node, items: bad };
	const to = '={{ $json.to || "1003" }}';
	const failed = await execute({ ...plan, parameters: texts({ ...one, ...always }) });
	expect(failed.error).toBeDefined();
	const parameters = { ...texts({ ...one, ...always }), to };
	const again = await execute({ ...plan, parameters }, structuredClone(failed.run));
	expect(again.items.map(({ json }) => json.would)).toEqual(['send', 'send', 'send', 'send']);
	expect(await requests()).toEqual([]);
	const never = { ...texts({ ...one, dryRun: 'never' }), to };
	expect((await execute({ ...plan, parameters: never }, failed.run)).error).toBeUndefined();
	expect(await acceptedTexts()).toEqual(['text 0', 'text 1', 'text 2', 'to nobody']);
});

it('says as whose number each recipient was read; an ID has no country', async () => {
	const rows = ['+55 51 99123-4567', '0171 1234567', '1203630@g.us', '+49 15 1234 5678'];
	const parameters = { ...texts(always), defaultCountry: 'DE' };
	const plan = { items: rows.map((to) => ({ json: { to, text: 'a' } })), parameters };
	const { items: output } = await execute(plan);
	expect(output.map(({ json }) => json.country)).toEqual(['BR', 'DE', undefined, 'DE']);
	const ids = await execute({ ...plan, parameters: { ...parameters, defaultCountry: 'notPhone' } });
	expect(ids.items.map(({ json }) => json.country)).toEqual(rows.map(() => undefined));
});

it.each([
	['evaluation', 'evaluations', true],
	['evaluation', 'manual', true],
	['evaluation', 'never', false],
	['manual', 'evaluations', false],
	['manual', 'manual', true],
	['manual', 'always', true],
	['webhook', 'evaluations', false],
	['webhook', 'manual', false],
	['webhook', 'always', true],
	['trigger', 'manual', false],
] as const)('in mode %s with "%s": %s', async (mode, dryRun, isDry) => {
	const { items: output } = await execute({ parameters: { ...text, options: { dryRun } }, mode });
	expect(output[0]?.json.dryRun === true).toBe(isDry);
	expect(await requests()).toHaveLength(isDry ? 0 : 1);
});

it('an evaluation is a dry run if nobody chose anything', async () => {
	const { items: output } = await execute({ parameters: text, mode: 'evaluation' });
	expect(output[0]?.json).toMatchObject({ dryRun: true, would: 'send' });
	expect(await requests()).toEqual([]);
});

it('a file gets a reference that a dry run of the next node takes, and that no real message takes', async () => {
	const files = [{ binary: { data: photo } }];
	const uploading = { ...upload, options: always };
	const image = message('image', {
		mediaSource: 'storageRef',
		storageRef: '={{ $json.storageRef }}',
	});
	const drying = { parameters: { ...image, options: always } };
	const plan = { items: files, parameters: uploading };
	const { nodes } = await execute({ ...plan, next: [drying] });
	const storageRef = expect.stringMatching(/^dry-run:/) as string;
	expect(nodes[0]?.items[0]?.json).toEqual({ dryRun: true, storageRef, fileName: 'photo.png' });
	const content = { type: 'image', media: { storageRef } };
	expect(nodes[1]?.items[0]?.json).toMatchObject({ would: 'send', content });
	const { error } = await execute({ ...plan, next: [{ parameters: image }] });
	expect(error).toMatchObject({
		context: { data: { reason: 'fileMissing', delivery: 'notSent' } },
	});
	expect(await requests()).toEqual([]);
});

it('a message with a file names it, and its content has no reference', async () => {
	const parameters = { ...message('image', { caption: 'Look' }), options: always };
	const { items: output } = await execute({ items: [{ binary: { data: photo } }], parameters });
	expect(output[0]?.json).toEqual({
		dryRun: true,
		would: 'send',
		to: '12025554567',
		country: 'US',
		fileName: 'photo.png',
		content: { type: 'image', media: { caption: 'Look' } },
	});
	expect(await requests()).toEqual([]);
});

it('an indication gives its body', async () => {
	const parameters = presence('typing', { to: '12025554567', options: always });
	const dry = await execute({ parameters });
	expect(dry.items[0]?.json).toEqual({ dryRun: true, body: { to: '12025554567' } });
	expect(said(dry)).toEqual(['Dry run: nothing was sent. 1 indication would go.']);
	expect(await requests()).toEqual([]);
});

it('a question asks nobody, and does not wait', async () => {
	const asked = question();
	const parameters = { ...asked, options: always };
	const { items: output, run, context } = await execute({ parameters });
	expect(output[0]?.json).toEqual({ dryRun: true, data: { dryRun: true } });
	expect(run.waitTill).toBeUndefined();
	expect(context).toMatchObject({ journal: { items: {} } });
	expect(await requests()).toEqual([]);
});

it('tells a model in words that nothing was sent', async () => {
	const type = 'n8n-nodes-messaging-integration.messagingIntegrationTool';
	const plan = { parameters: { ...text, options: always }, type };
	const { run } = await execute(plan);
	expect(JSON.stringify(run.data.resultData.runData)).toContain(
		'This was a dry run. Nothing was sent',
	);
	expect(await requests()).toEqual([]);
});

describe('Fail if More Than', () => {
	const most = (failIfMoreThan: number, more: object = {}) =>
		texts({ ...one, failIfMoreThan, ...more });

	it('sends all or none, and the error says how many would go, to how many people', async () => {
		const twice = itemsTo(['1001', '1002'], 4);
		const { error } = await execute({ items: twice, parameters: most(3) });
		expect(error?.message).toBe('4 messages to 2 people would go, but "Fail if More Than" is 3');
		expect(error).toMatchObject({ context: { data: { reason: 'tooManyMessages' } } });
		expect(await requests()).toEqual([]);
		expect((await execute({ items: twice, parameters: most(4) })).error).toBeUndefined();
		expect(await requests()).toHaveLength(4);
	});

	it('sends none with On Error: Continue either', async () => {
		const onError = 'continueErrorOutput';
		const { outputs } = await execute({ items, parameters: most(2), onError });
		expect(outputs.map(({ length }) => length)).toEqual([0, 3]);
		expect(await requests()).toEqual([]);
	});

	it('counts neither what was delivered nor what its key would skip', async () => {
		const sendOnceKey = '={{ $json.text }}';
		await execute({ ...node, items: itemsToAll(2), parameters: texts({ ...one, sendOnceKey }) });
		const { error } = await execute({ ...node, parameters: most(1, { sendOnceKey }) });
		expect(error).toBeUndefined();
		expect(await acceptedTexts()).toEqual(['text 0', 'text 1', 'text 2']);
		await control().bend({ status: 422, skip: 2, count: 1 });
		const failed = await execute({ items, parameters: most(3) });
		expect((await execute({ items, parameters: most(1) }, failed.run)).error).toBeUndefined();
	});

	it('fails a dry run as it would fail the run', async () => {
		const { error } = await execute({ items, parameters: most(2, always) });
		expect(error?.message).toBe('3 messages to 3 people would go, but "Fail if More Than" is 2');
	});

	it('counts all calls of a tool in an execution', async () => {
		const type = 'n8n-nodes-messaging-integration.messagingIntegrationTool';
		const calls = [{}, {}, {}];
		const parameters = { ...text, options: { failIfMoreThan: 2 } };
		const { run } = await execute({ parameters, type, calls });
		expect(JSON.stringify(run.data.resultData.runData)).toContain(
			'The limit of 2 messages is reached',
		);
		expect(await requests()).toHaveLength(2);
	});

	it('of a message that was never tried does not expect that its key skips it', async () => {
		const key = { sendOnceKey: '={{ $json.text }}', whenUnsure: 'countAsSent' };
		const { error } = await execute({ ...node, parameters: most(2, key) });
		expect(error?.message).toBe('3 messages to 3 people would go, but "Fail if More Than" is 2');
		expect(await requests()).toEqual([]);
	});

	it.each(['', ' '])('is refused if its expression gives nothing: "%s"', async (nothing) => {
		const parameters = texts({ ...one, failIfMoreThan: `={{ "${nothing}" }}` });
		const { error } = await execute({ items, parameters });
		expect(error?.message).toBe('The option "Fail if More Than" cannot be used');
		expect(await requests()).toEqual([]);
	});
});

it('of a retry that does not know what was sent says so, also when it is retried', async () => {
	const lost = { ...node, mode: 'retry', parameters: texts(always) } as const;
	const first = await execute(lost);
	const again = await execute(lost, first.run);
	expect(again.error?.message).toBe(first.error?.message);
	expect(again.error).toMatchObject({ context: { data: { reason: 'earlierRunLost' } } });
});
