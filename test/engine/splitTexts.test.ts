import { deliveryOnSandbox, texts } from './support/deliveryOnSandbox';
import { keyTable } from './support/keyTable';
import { textWith } from './support/matchers';

const { acceptedTexts, control, execute, requests, run } = deliveryOnSandbox();
keyTable();

const items = [
	{ json: { to: '1555', text: 'One\n\nTwo\n\nThree' } },
	{ json: { to: '1555', text: 'Four' } },
];
const split = (options = {}) =>
	texts({ splitText: { values: { by: 'paragraphs', maxLength: 4096 } }, ...options });

describe('a text that is split', () => {
	it('is a message for each paragraph, in order, each with an output item', async () => {
		const { items: output } = await run({ items, parameters: split() });
		expect(await acceptedTexts()).toEqual(['One', 'Two', 'Three', 'Four']);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 0, 1].map((item) => ({ item })),
		);
	});

	it.each([
		[2, 'those before it were sent, this run did not start those after it.'],
		[3, 'those before it were sent.'],
	])('continues in a retry with the piece that failed: %s', async (place, others) => {
		await control().bend({ path: 'messages', skip: place - 1, status: 422 });
		const request = { items, parameters: split() };
		const failed = await execute(request);
		expect(failed.error?.description).toEqual(
			textWith(`message ${place} of 3 of the item: ${others}`),
		);
		expect(await acceptedTexts()).toEqual(['One', 'Two'].slice(0, place - 1));
		const { items: output } = await execute(request, failed.run);
		expect(await acceptedTexts()).toEqual(['One', 'Two', 'Three', 'Four']);
		expect(output).toHaveLength(4);
	});

	it('says in the title how many were sent: a workflow that calls this one reads nothing else', async () => {
		await control().bend({ path: 'messages', skip: 1, status: 422 });
		const { error } = await execute({ items: items.slice(0, 1), parameters: split() });
		expect(error?.message).toMatch(/^1 of \d messages was sent\. Message 2: .*422/);
	});

	it('leaves only one piece in doubt, which a retry does not send again', async () => {
		await control().bend({ path: 'messages', skip: 1, status: 500 });
		const request = { items: items.slice(0, 1), parameters: split() };
		const failed = await execute(request);
		const before = await acceptedTexts();
		const again = await execute(request, failed.run);
		expect(again.error?.message).toMatch(/^1 of 3 messages was sent\. Message 2: /);
		const counted = '3 messages: 1 sent, 1 not sent, 1 may have arrived';
		for (const { error } of [failed, again]) expect(error?.description).toEqual(textWith(counted));
		expect(await acceptedTexts()).toEqual(before);
	});

	it.each([
		['the option is removed', texts()],
		['the text has fewer paragraphs', { ...split(), text: 'One' }],
	])('does not lose its rest without a word if %s before a retry', async (_, edited) => {
		await control().bend({ path: 'messages', skip: 1, status: 422 });
		const one = items.slice(0, 1);
		const failed = await execute({ items: one, parameters: split() });
		const again = await execute({ items: one, parameters: edited }, structuredClone(failed.run));
		expect(again.error).toMatchObject({
			description: textWith(
				'Set the text, "Markdown", "Split Text" and the files of this item back to what they were',
			),
			context: { data: { reason: 'changedInTheMiddle', delivery: 'unknown' } },
		});
		expect(await acceptedTexts()).toEqual(['One']);
		await execute({ items: one, parameters: split() }, again.run);
		expect(await acceptedTexts()).toEqual(['One', 'Two', 'Three']);
	});

	it('counts for "Fail if More Than", also behind one that fails because of its key', async () => {
		const keyed = { sendOnceKey: '={{ $json.key }}', failIfMoreThan: 5 };
		const first = { to: '1555', key: 'a' };
		await control().bend({ path: 'messages', skip: 1, status: 422 });
		const one = [{ json: { ...first, text: 'One\n\nTwo' } }];
		const node = { id: 'node', parameters: split(keyed) };
		await execute({ ...node, items: one });
		const others = Array.from({ length: 6 }, (_, at) => ({
			json: { to: `1556${at}`, text: `Text ${at}`, key: `b${at}` },
		}));
		const list = [{ json: { ...first, text: 'Three\n\nFour' } }, ...others];
		const { error } = await execute({ ...node, items: list });
		expect(error?.message).toContain(
			'6 messages to 6 people would go, but "Fail if More Than" is 5',
		);
		expect(await acceptedTexts()).toEqual(['One']);
	});

	it('never goes without a word if only signs of Markdown can be seen', async () => {
		const parameters = { ...split({ markdown: 'plain' }), text: '**\u200b**' };
		await run({ items: [{ json: { to: '1555' } }], parameters });
		expect(await acceptedTexts()).toEqual(['**\u200b**']);
	});

	it.each([
		['a retry', {}, true],
		['a new execution with its Send Once Key', { sendOnceKey: 'order-1' }, false],
	])(
		'does not lose words if %s cuts it elsewhere, into as many messages',
		async (_, options, isRetry) => {
			const long = Array.from({ length: 30 }, (__, at) => `Sentence ${at} of three words.`);
			const json = { to: '1555', text: `One\n\nTwo\n\n${long.join(' ')}` };
			const plan = (by: string, maxLength: number) => ({
				id: 'node',
				items: [{ json }],
				parameters: split({ ...options, splitText: { values: { by, maxLength } } }),
			});
			await control().bend({ path: 'messages', skip: 2, status: 422 });
			const failed = await execute(plan('paragraphs', 4096));
			const again = await execute(plan('length', 450), isRetry ? failed.run : undefined);
			expect(again.error).toMatchObject({ context: { data: { reason: 'changedInTheMiddle' } } });
			expect(await acceptedTexts()).toEqual(['One', 'Two']);
		},
	);

	it('counts as sent as a whole if its first message counts as sent and the option is removed, and says so', async () => {
		await control().bend({ path: 'messages', status: 500, carryOut: true, count: 1 });
		const counting = { whenUnsure: 'countAsSent' };
		const failed = await execute({ items, parameters: split() });
		const again = await execute(
			{ items, parameters: texts(counting) },
			structuredClone(failed.run),
		);
		expect(again.error).toBeUndefined();
		expect(again.items[0]?.json).toMatchObject({ countedAsSent: true });
		expect(await acceptedTexts()).toEqual(['One', 'Four']);
	});

	it('counts as sent if it was in doubt and is one message', async () => {
		await control().bend({ path: 'messages', status: 500, carryOut: true, count: 1 });
		const one = [{ json: { to: '1555', text: 'One' } }];
		const failed = await execute({ items: one, parameters: split() });
		const counting = texts({ whenUnsure: 'countAsSent' });
		const { items: output } = await execute({ items: one, parameters: counting }, failed.run);
		expect(output[0]?.json).toEqual({ countedAsSent: true, to: '1555' });
	});

	it('shows typing before each piece', async () => {
		await run({ items: items.slice(0, 1), parameters: split({ typingFirst: 0.001 }) });
		const operations = (await requests()).map(({ operation }) => operation);
		expect(operations).toEqual(['typing', 'messages', 'typing', 'messages', 'typing', 'messages']);
	});

	it('fails before anything is sent if the option is wrong', async () => {
		const parameters = split({ splitText: { values: { by: 'length', maxLength: 1 } } });
		const { error } = await execute({ items, parameters });
		expect(error?.message).toEqual(textWith('cannot be sent'));
		expect(await acceptedTexts()).toEqual([]);
	});
});

it('each piece has a place in a Send Once Key, so another execution continues with the one that failed', async () => {
	await control().bend({ path: 'messages', skip: 1, status: 422 });
	const parameters = split({ sendOnceKey: 'order-1' });
	const order = { items: items.slice(0, 1), parameters, id: 'the same node' };
	expect((await execute(order)).error).toBeDefined();
	expect(await acceptedTexts()).toEqual(['One']);
	const { items: output } = await execute(order);
	expect(await acceptedTexts()).toEqual(['One', 'Two', 'Three']);
	expect(output.map(({ json }) => 'skipped' in json)).toEqual([true, false, false]);
});

it.each([{}, { dryRun: 'always' }])(
	'an error about a Send Once Key names the piece that may have arrived, until the text changes: %j',
	async (more) => {
		await control().bend({ path: 'messages', skip: 1, status: 500 });
		const options = { sendOnceKey: 'order-1', ...more };
		const order = { items: items.slice(0, 1), id: 'the same node' };
		await execute({ ...order, parameters: split({ sendOnceKey: 'order-1' }) });
		const again = await execute({ ...order, parameters: split(options) });
		expect(again.error?.message).toEqual(textWith('Message 2: A message with this Send Once Key'));
		expect(again.error?.description).toEqual(
			textWith('This is message 2 of 3 of the item: those before it were sent.'),
		);
		const changed = await execute({ ...order, parameters: { ...split(options), text: 'Other' } });
		expect(changed.error?.message).toMatch(/^A message with this Send Once Key/);
		expect(await acceptedTexts()).toEqual(['One']);
	},
);

it('an error names the message that may have arrived, also if it is about another item', async () => {
	await control().bend({ path: 'messages', status: 500 });
	const second = { json: { to: '1556', text: 'Four\n\nFive' } };
	const request = {
		items: [...items.slice(0, 1), second],
		parameters: split({ concurrency: 1 }),
	};
	const failed = await execute(request);
	expect(failed.error?.message).toMatch(/^1 message may have arrived\. Message 1: /);
	await control().bend({ path: 'messages', skip: 1, status: 422 });
	const again = await execute(request, failed.run);
	expect(again.error?.message).toMatch(
		/^1 of 5 messages was sent, and 1 message may have arrived\. Message 2: The service refuses /,
	);
	expect(again.error?.description).toEqual(
		textWith('<br>Not sent: item 1 (1556).<br>May have arrived: item 0 (Message 1).'),
	);
	const last = await execute(request, again.run);
	expect(last.error?.message).toMatch(
		/^2 of 5 messages were sent\. Message 1: This was not sent again: /,
	);
	expect(last.error?.description).toEqual(
		textWith('This is message 1 of 3 of the item: this run did not start those after it.'),
	);
});

it('an error about a part that another execution sent counts nothing as not sent', async () => {
	await control().bend({ path: 'messages', skip: 1, status: 422 });
	const order = { items: items.slice(0, 1), id: 'the same node' };
	const parameters = split({ sendOnceKey: 'order-1' });
	await execute({ ...order, parameters });
	const { error } = await execute({ ...order, parameters: { ...parameters, text: 'A\n\nB' } });
	expect(error?.message).toMatch(/^The rest was not sent: the text or the files changed/);
	expect(error?.description).toMatch(/the rest goes/);
	expect(error?.description).not.toMatch(/Not sent:|not sent,/);
});

it('an error about what may have arrived names no message if the text was changed since', async () => {
	await control().bend({ path: 'messages', skip: 1, status: 500 });
	const request = { items: items.slice(0, 1), parameters: split() };
	const failed = await execute(request);
	await control().bend({ path: 'messages', status: 422 });
	const parameters = { ...split({ whenUnsure: 'resend' }), text: 'A\n\nB\n\nC' };
	const { error } = await execute({ ...request, parameters }, failed.run);
	expect(error?.message).toMatch(/^This was not sent again: it may already have arrived/);
	expect(error?.description).not.toMatch(/This is message|not sent,/);
});
