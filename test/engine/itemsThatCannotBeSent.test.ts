import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { deliveryOnSandbox, texts } from './support/deliveryOnSandbox';
import { textWith } from './support/matchers';
import { message } from './support/parameters';

const { execute, control, requests, acceptedTexts, failureOf } = deliveryOnSandbox();

const good = (text: string) => ({ json: { to: '12025554567', text } });
const withoutRecipient = { json: { text: 'to nobody' } };
const withoutText = { json: { to: '12025554567' } };
const options = { concurrency: 1 };

describe('if errors stop the workflow', () => {
	it('the error counts the bad items and says what is wrong with each', async () => {
		const bad = [withoutRecipient, withoutText];
		const items = [good('a'), ...bad, good('b'), withoutText, withoutRecipient, withoutText];
		const { error } = await execute({ items, parameters: texts(options) });
		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: '5 of 7 items cannot be sent; nothing was sent',
			context: { itemIndex: 1, data: { delivery: 'notSent' } },
		});
		expect(error?.description?.split('<br>')).toEqual([
			'Item 1 (to nobody): The recipient is empty. {{ $json.to }} in the parameter "To" gave nothing for this item. The item has these fields: "text".',
			'Item 2 to 12025554567: The text is empty. {{ $json.text }} in the parameter "Text" gave nothing for this item. The item has these fields: "to".',
			'Item 4 to 12025554567: The text is empty.',
			'Item 5 (to nobody): The recipient is empty.',
			'Item 6 to 12025554567: The text is empty.',
			'To send the other 2, choose "Continue (using error output)" in Settings → On Error. That output keeps the whole row.',
			"The first item is item 0, as in n8n's own errors.",
		]);
		expect(await requests()).toEqual([]);
	});

	it('the error shows up to ten bad items, one of each kind among them, and its details have all', async () => {
		const items = Array.from({ length: 12 }, () => withoutText);
		const { error } = await execute({ items, parameters: texts() });
		const lines = error?.description?.split('<br>') ?? [];
		expect(lines.filter((line) => line.startsWith('Item '))).toHaveLength(10);
		const last = await execute({ items: [...items, withoutRecipient], parameters: texts() });
		expect(last.error?.description).toMatch(
			/Item 8 .*<br>Item 12 \(to nobody\): The recipient is empty/,
		);
		expect(lines).toContain('And 2 more.');
		const listed = items.map((_, item) => ({
			item,
			to: '12025554567',
			error: 'The text is empty',
		}));
		expect(error).toMatchObject({ context: { data: { items: listed } } });
	});

	it('the error names the recipient of a bad item once, and as text', async () => {
		const local = { json: { to: '0171 0000000000000', text: 'c' } };
		const markup = { json: { to: '<b>1</b>', text: 'd' } };
		const parameters = { ...texts(), defaultCountry: 'US' };
		const { error } = await execute({ items: [good('a'), local, markup], parameters });
		expect(error?.description?.split('<br>').slice(0, 2)).toEqual([
			textWith('Item 1: "0171 0000000000000" is not a phone number in United States. Correct'),
			'Item 2: "‹b›1‹/b›" is not a phone number in United States.',
		]);
	});
});

it('the error names a bad item by the first short text of its row, if that is not the recipient', async () => {
	const bad = (json: IDataObject) => ({ json: { ...json, to: '', text: 'Hello' } });
	const rows = [{ about: 'long '.repeat(9), id: 7, name: ' Ada ' }, { name: '<i>Bob</i>' }, {}];
	const items = [good('a'), ...rows.map(bad), { json: { to: '0171 x', name: 'Eve', text: 'a' } }];
	const { error } = await execute({ items, parameters: texts() });
	expect(error?.description?.split('<br>').slice(0, 4)).toEqual([
		textWith('Item 1 (Ada): The recipient is empty.'),
		textWith('Item 2 (‹i›Bob‹/i›): The recipient is empty.'),
		textWith('Item 3 (Hello): The recipient is empty.'),
		textWith('Item 4: "0171 x"'),
	]);
});

it('an unexpected error while reading parameters is reported as not sent', async () => {
	const parameters = message('poll', { contentFields: '={{ ({ assignments: 5 }) }}' });
	const { error, details } = await failureOf({ parameters });
	expect(error).toMatch(/not iterable/);
	expect(details.delivery).toBe('notSent');
	expect(await requests()).toEqual([]);
});

it.each([
	['parameter "Text"', { text: '={{ $json.a b }}' }, 'invalid syntax'],
	['parameter "Text"', { text: '={{ "x".toDateTime() }}' }, /DateTime/],
	['parameter "To"', { to: '={{ $("Nobody").item.json.to }}' }, /Nobody|node/],
	['parameter "Options"', { options: { sendOnceKey: '={{ $json.a b }}' } }, 'invalid syntax'],
])(
	"n8n's own error names the field whose expression is wrong: %s, %j",
	async (title, own, words) => {
		const { error } = await execute({
			items: [good('a')],
			parameters: { ...texts(), ...own },
		});
		expect(error?.message).toMatch(words);
		expect(error?.message).toMatch(new RegExp(`^The ${title} cannot be evaluated: `));
		expect(await requests()).toEqual([]);
	},
);

it.each([
	['$("Nobody").item.json.to', `Referenced node doesn't exist: "Nobody"`],
	['$node["Nobody"].json.to', `Referenced node doesn't exist: "Nobody"`],
	['$("Node 2").first().json.to', "Node 'Node 2' hasn't been executed"],
	['$("Node 2").item.json.to', 'No path back to referenced node: "Node 2"'],
])('the error of %s names the node, also of one in a list', async (code, words) => {
	const parameters = { ...texts(), text: `={{ ${code} }}` };
	const next = [{ parameters: texts() }];
	const title = `The parameter "Text" cannot be evaluated: ${words}`;
	const onError = 'continueRegularOutput';
	const [first] = (await execute({ items: [good('a')], parameters, next, onError })).nodes;
	expect(first?.items[0]?.json.error).toBe(title);
	const { error } = await execute({ items: [good('a'), good('b')], parameters, next });
	expect(error?.description).toContain(`${title}.`);
});

describe('all that is wrong with an item is said at once', () => {
	const nothing = { to: '={{ $json.to }}', text: '={{ $json.text }}' };
	const empty = 'The recipient is empty. The text is empty';

	it.each<[string, object, string, string[]]>([
		['To and Text', nothing, empty, ['"To"', '"Text"']],
		[
			'To, Text and an option',
			{ ...nothing, options: { sendOnceKey: '{{ $json.id }}' } },
			`${empty}. The option "Send Once Key" has {{ $json.id }} as words, not as an expression`,
			['"To"', '"Text"', '"Fixed"'],
		],
		[
			'To and the file',
			{ ...nothing, contentType: 'image' },
			'The recipient is empty. The item has no file',
			['"To"', '"If There Is No File"'],
		],
		[
			'the question to nobody',
			{ ...nothing, operation: 'sendAndWait', message: '={{ $json.text }}' },
			'The recipient is empty. The message is empty',
			['"To"', '"Message"'],
		],
	])('%s', async (_, given, title, fields) => {
		const parameters = { ...texts(), ...given };
		const { error, details } = await failureOf({
			items: [{ json: { to: '', text: '' } }],
			parameters,
		});
		expect(error).toBe(title);
		for (const field of fields) expect(details.description).toContain(field);
		expect(details.reason).toBe('recipientEmpty');
	});

	it('in the line of each item of a list', async () => {
		const both = { json: { to: '', text: '' } };
		const { error } = await execute({ items: [both, good('a'), both], parameters: texts() });
		const lines = error?.description?.split('<br>') ?? [];
		for (const at of [0, 2]) expect(lines).toContainEqual(textWith(`Item ${at}: ${empty}.`));
	});
});

describe('if the workflow continues on errors', () => {
	it('bad items become error items and the others are sent', async () => {
		const { items } = await execute({
			items: [good('a'), withoutRecipient, good('b'), withoutText],
			parameters: texts(options),
			onError: 'continueRegularOutput',
		});
		expect(items.map(({ json }) => json)).toMatchObject([
			{ status: 'accepted' },
			{ error: textWith('recipient is empty'), details: { delivery: 'notSent' } },
			{ status: 'accepted' },
			{ error: textWith('text is empty'), details: { delivery: 'notSent' } },
		]);
		expect(await acceptedTexts()).toEqual(['a', 'b']);
	});

	it.each<[what: string, json: IDataObject, parameters: INodeParameters, to: string]>([
		['whose number is wrong', { to: '0171 123', text: 'a' }, {}, '0171 123'],
		['whose text is missing', { to: '12025554567' }, {}, '12025554567'],
		[
			'whose instance is missing, before the node came to its recipient',
			{ to: '12025554567', text: 'a' },
			{ to: '={{ $json.to.trim() }}', instanceId: { mode: 'id', value: '={{ $json.account }}' } },
			'12025554567',
		],
	])('an item %s says to whom it was to go, as entered', async (_, json, own, to) => {
		const { items } = await execute({
			items: [{ json }, good('b')],
			parameters: { ...texts(options), ...own },
			onError: 'continueRegularOutput',
		});
		expect(items[0]?.json).toMatchObject({ details: { to, delivery: 'notSent' } });
	});

	it('bad items go to the error output if there is one', async () => {
		const { outputs, hints } = await execute({
			items: [good('a'), withoutRecipient, good('b')],
			parameters: texts(options),
			onError: 'continueErrorOutput',
		});
		expect(outputs.map((items) => items.map(({ pairedItem }) => pairedItem))).toEqual([
			[{ item: 0 }, { item: 2 }],
			[{ item: 1 }],
		]);
		expect(hints).toMatchObject([
			{ message: '3 items: 2 sent, 1 not sent. The tab "Error Branch" shows which and why.' },
		]);
	});
});

it('a hint counts the failed items if the workflow goes on, and says where they are', async () => {
	await control().bend({ path: '/messages$', status: 500, skip: 1 });
	const { hints } = await execute({
		items: [good('a'), good('b'), withoutText],
		parameters: texts(options),
		onError: 'continueRegularOutput',
	});
	expect(hints).toEqual([
		{
			message:
				'3 items: 1 sent, 1 not sent, 1 may have arrived. Look for the field "error" in the output: it says why.',
			type: 'warning',
			location: 'outputPane',
		},
	]);
});
