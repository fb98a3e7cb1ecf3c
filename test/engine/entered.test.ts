// What people enter: fixed texts, expressions, and what comes out of the two.
import * as fc from 'fast-check';
import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';

import { description } from '../package/built';
import { deliveryOnSandbox } from './support/deliveryOnSandbox';
import { textWith } from './support/matchers';
import { assignment, byId, getAll, message, photo, presence, text } from './support/parameters';
import { form, question } from './support/questionsOnSandbox';

const { execute, failureOf, requests, acceptedTexts, control } = deliveryOnSandbox();

const media = (fields: INodeParameters) => message('image', fields);
const withOption = (name: string, given: INodeParameters[string], base = text) => ({
	...base,
	options: { [name]: given },
});
const field = (more: object) => form([{ fieldLabel: 'a', ...more }]);

/** Every field into which a person can type, with what the editor calls it. */
const fields: Array<[title: string, parameters: (typed: string) => INodeParameters]> = [
	['parameter "To"', (to) => ({ ...text, to })],
	['parameter "To"', (to) => question({ to })],
	['parameter "To"', (to) => presence('typing', { to })],
	['parameter "Instance"', (id) => ({ ...text, instanceId: byId(id) })],
	['parameter "Text"', (typed) => ({ ...text, text: typed })],
	['parameter "Caption"', (caption) => media({ caption })],
	['parameter "Media URL"', (mediaUrl) => media({ mediaSource: 'url', mediaUrl })],
	[
		'parameter "Storage Reference"',
		(storageRef) => media({ mediaSource: 'storageRef', storageRef }),
	],
	['parameter "Input Data Field Name(s)"', (binaryPropertyName) => media({ binaryPropertyName })],
	[
		'parameter "Content Fields"',
		(typed) =>
			message('poll', {
				contentFields: { assignments: [assignment('question', typed, 'string')] },
			}),
	],
	[
		'parameter "Body Fields"',
		(typed) =>
			presence('read', { bodyFields: { assignments: [assignment('a', typed, 'string')] } }),
	],
	['option "Send Once Key"', (key) => withOption('sendOnceKey', key)],
	['option "File Name"', (name) => withOption('fileName', name, media({}))],
	['option "MIME Type"', (type) => withOption('mimeType', type, media({}))],
	[
		'field "From" of the option "Quiet Hours"',
		(from) => withOption('quietHours', { values: { from } }),
	],
	[
		'field "Until" of the option "Quiet Hours"',
		(until) => withOption('quietHours', { values: { until } }),
	],
	[
		'field "Name" of the option "Query Parameters"',
		(name) => withOption('queryParameters', { parameters: [{ name, value: 'a' }] }, getAll),
	],
	[
		'field "Value" of the option "Query Parameters"',
		(value) => withOption('queryParameters', { parameters: [{ name: 'a', value }] }, getAll),
	],
	['parameter "Message"', (typed) => question({ message: typed })],
	[
		'field "Label" of the parameter "Choices"',
		(label) =>
			question({ responseType: 'choice', choices: { values: [{ label }, { label: 'b' }] } }),
	],
	[
		'field "Approve Button Label" of the parameter "Approval Options"',
		(approveLabel) => question({ approvalOptions: { values: { approveLabel } } }),
	],
	[
		'field "Decline Button Label" of the parameter "Approval Options"',
		(disapproveLabel) => question({ approvalOptions: { values: { disapproveLabel } } }),
	],
	['field "Label" of the parameter "Form Fields"', (fieldLabel) => field({ fieldLabel })],
	[
		'field "Default Value" of the parameter "Form Fields"',
		(defaultValue) => field({ defaultValue }),
	],
	['field "Placeholder" of the parameter "Form Fields"', (placeholder) => field({ placeholder })],
	['field "Field Name" of the parameter "Form Fields"', (fieldName) => field({ fieldName })],
	[
		'field "Field Name" of the parameter "Form Fields"',
		(fieldName) => field({ fieldType: 'hiddenField', fieldName }),
	],
	[
		'field "Field Value" of the parameter "Form Fields"',
		(fieldValue) => field({ fieldType: 'hiddenField', fieldName: 'a', fieldValue }),
	],
	[
		'field "Accepted File Types" of the parameter "Form Fields"',
		(acceptFileTypes) => field({ fieldType: 'file', acceptFileTypes }),
	],
	[
		'field "Option" of the parameter "Form Fields"',
		(option) => field({ fieldType: 'radio', fieldOptions: { values: [{ option }] } }),
	],
	[
		'option "Form Button Label"',
		(label) => withOption('responseFormButtonLabel', label, question({ responseType: 'freeText' })),
	],
	...[
		['attachFile', 'Attach File'],
		['commentLabel', 'Comment Label'],
		['messageButtonLabel', 'Words Before the Link'],
		['pageLanguage', 'Page Language'],
		['recordedText', 'Recorded Text'],
		['responseFormDescription', 'Response Form Description'],
		['responseFormTitle', 'Response Form Title'],
	].map(([name = '', title]): (typeof fields)[number] => [
		`option "${title}"`,
		(typed) => withOption(name, typed, question()),
	]),
];

const saying = (words: string): INodeParameters => ({ ...text, text: words });

/** The fields with a text inside these, as the editor names them. */
function textsIn(all: INodeProperties['options'] = []): string[] {
	return all.flatMap((one) => {
		if ('values' in one) return textsIn(one.values);
		if (!('type' in one)) return [];
		const isMenu = one.type === 'options' || one.type === 'multiOptions';
		return [
			...(one.type === 'string' ? [one.displayName] : []),
			...textsIn(isMenu ? [] : one.options),
		];
	});
}

it('each field of the node with a text is among those that are looked at here', () => {
	const looked = fields.map(([title]) => title);
	const missing = textsIn(description.properties).filter(
		(name) => !looked.some((title) => title.includes(`"${name}"`)),
	);
	expect(missing).toEqual([]);
});

describe('an expression that is none', () => {
	it.each(fields)('is an error that says what to switch: %s', async (title, parameters) => {
		const items = [{ json: { name: 'Ada' }, binary: { data: photo } }];
		const typed = fc.tuple(
			fc.constantFrom('', 'Hello ', 'order-', '+49', '{', '{{ '),
			fc.constantFrom(
				'{{ $json.name }}',
				'{{$json["name"]}}',
				"{{ $('Start').item.json.name }}",
				'{{ $json.name',
			),
			fc.constantFrom('', '!', ' }}', '\n'),
		);
		await fc.assert(
			fc.asyncProperty(typed, async (parts) => {
				const failure = await failureOf({ items, parameters: parameters(parts.join('')) });
				expect(failure.error).toEqual(textWith(`The ${title} has {{`));
				expect(failure.details).toMatchObject({
					description: textWith('Switch the field from "Fixed" to "Expression"'),
					delivery: 'notSent',
				});
			}),
			{ numRuns: 2 },
		);
		expect(await requests()).toEqual([]);
	});

	it.each([
		['=Hello {{ $json.name }, your order', '{{ $json.name }, your order'],
		['=Hello {{ name }}', '{{ name }}'],
		['={{ json.name }}', '{{ json.name }}'],
		['=Hello {{ $json.name }} and {{ nmae }}', '{{ nmae }}'],
	])('%s names what was meant', async (words, code) => {
		const items = [{ json: { name: 'Ada' } }];
		const failure = await failureOf({ items, parameters: saying(words) });
		expect(failure).toMatchObject({
			error: `The parameter "Text" has ${code} as words, not as an expression`,
			details: { description: textWith('{{ $json.'), reason: 'parameterUnusable' },
		});
		expect(await requests()).toEqual([]);
	});

	it.each([
		'Hello {{1}}, your code is {{2}}',
		'Hi {{name}}',
		'{{ cost }} is $5',
		'Pay {{ $5 }} or {{}}',
		'a }} b {{ c',
	])('goes as it is if another program fills it: %s', async (words) => {
		expect(await execute({ parameters: saying(words) })).toMatchObject({ hints: [] });
		expect(await acceptedTexts()).toEqual([words]);
	});

	it('goes in JSON, which has its own rules', async () => {
		const contentJson = JSON.stringify({ question: 'Is {{ $json.name }} right?' });
		await execute({ parameters: message('poll', { specifyContent: 'json', contentJson }) });
		expect(await control().messages()).toMatchObject([
			{ content: { question: 'Is {{ $json.name }} right?' } },
		]);
	});
});

const person = {
	to: '12025550001',
	name: 'Ada',
	mandate: 'M-7',
	order: { id: 7, name: 'Tea' },
	cell: '#REF!',
	nothing: 'undefined',
	none: null,
	blank: '',
	big: 2 ** 60,
	code: Buffer.from('undefined is a value').toString('base64'),
	about: 'JSON.parse() failed: undefined is not valid, NaN and [object Object] neither',
	hosts: 'http://localhost:3001 is down',
	signs: 'a%20b\nc #REF! &amp; \\n',
};
const items = [{ json: person }];

describe('a text', () => {
	it.each([
		['=Dear {{ $json.title }} {{ $json.name }}', 'Dear  Ada'],
		['=Mandate {{ $json.mandate }}', 'Mandate M-7'],
		['={{ $json.code.base64Decode() }}', 'undefined is a value'],
		['=Says: {{ $json.code.base64Decode() }}', 'Says: undefined is a value'],
		['={{ $json.about }}', person.about],
		['={{ "Log: " + $json.about }}', `Log: ${person.about}`],
		['={{ $json.hosts }}', person.hosts],
		['={{ $json.signs }}', person.signs],
		['=The cell said {{ $json.cell + " twice" }}', 'The cell said #REF! twice'],
		['={{ $json.title ? "Hi" : "undefined behaviour" }}', 'undefined behaviour'],
		['This is undefined, NaN and #REF!', 'This is undefined, NaN and #REF!'],
		['= {{ $json.blank }}.', ' .'],
		['={{ $json.none ?? "nobody" }}', 'nobody'],
		['={{ 5 * 2 }} EUR, {{ "" }}bye', '10 EUR, bye'],
	])('goes without an alarm: %s', async (words, sent) => {
		const { error, hints } = await execute({ items, parameters: saying(words) });
		expect([error, hints]).toEqual([undefined, []]);
		expect(await acceptedTexts()).toEqual([sent]);
	});

	it.each([
		['=Hello {{ $json.cell }}', '#REF!', '{{ $json.cell }}'],
		['={{ $json.nothing }}', 'undefined', '{{ $json.nothing }}'],
		['={{ "Hello " + $json.nmae }}', 'undefined', '{{ "Hello " + $json.nmae }}'],
		['={{ `Dear ${$json.nmae}` }}, hi', 'undefined', '{{ `Dear ${$json.nmae}` }}'],
		['={{ $json.nmae + " " + $json.name }}', 'undefined', '{{ $json.nmae + " " + $json.name }}'],
		['={{ "Total " + $json.price * 2 }}', 'NaN', '{{ "Total " + $json.price * 2 }}'],
		['={{ $json.price * 2 }}', 'NaN', '{{ $json.price * 2 }}'],
		['={{ "Order " + $json.order }}', '[object Object]', '{{ "Order " + $json.order }}'],
		['=Order {{ $json.order }}', '[object Object]', '{{ $json.order }}'],
		[
			'=On {{ DateTime.fromISO($json.name) }}',
			'Invalid DateTime',
			'{{ DateTime.fromISO($json.name) }}',
		],
		['={{ "On " + new Date($json.name) }}', 'Invalid Date', '{{ "On " + new Date($json.name) }}'],
	])('is an error that names the expression: %s', async (words, said, code) => {
		// The item says neither word.
		const { about, nothing, ...json } = person;
		const own = words.includes('nothing') ? { nothing, ...json } : { ...json, about: about.length };
		const failure = await failureOf({ items: [{ json: own }], parameters: saying(words) });
		expect(failure).toMatchObject({
			error: `The parameter "Text" would say "${said}"`,
			details: { reason: 'textBroken', delivery: 'notSent', description: textWith(code) },
		});
		expect(await requests()).toEqual([]);
	});

	it.each([
		['={{ $json.order }}', 'The parameter "Text" is an object, not words'],
		['={{ DateTime.fromISO($json.name) }}', 'The parameter "Text" has a date that is none'],
	])('is no object: %s', async (words, error) => {
		const failure = await failureOf({ items, parameters: saying(words) });
		expect(failure).toMatchObject({ error, details: { reason: 'textBroken' } });
		expect(await requests()).toEqual([]);
	});

	it.each<[what: string, parameters: INodeParameters]>([
		['caption', media({ caption: '=Hi {{ $json.cell }}', binaryPropertyName: 'data' })],
		['question', question({ message: '=Hi {{ $json.cell }}' })],
		['title of a page', withOption('responseFormTitle', '={{ $json.cell }}', question())],
		[
			'field of a content',
			message('poll', {
				contentFields: { assignments: [assignment('question', '={{ $json.cell }}', 'string')] },
			}),
		],
	])('of another kind is looked at, too: %s', async (_, parameters) => {
		const files = [{ json: person, binary: { data: photo } }];
		const failure = await failureOf({ items: files, parameters });
		expect(failure.error).toEqual(textWith('would say "#REF!"'));
		expect(await requests()).toEqual([]);
	});
});

describe('a part that gave nothing', () => {
	it.each<[what: string, parameters: INodeParameters]>([
		['recipient', { ...text, to: '={{ $json.cc }}{{ $json.to }}' }],
		['recipient', { ...text, to: '=+{{ ($json.cc) }} {{ $json.to }}' }],
		['instance', { ...text, instanceId: byId('=demo{{ $json.nr }}') }],
		['Send Once Key', withOption('sendOnceKey', '=order-{{ $json.nr }}')],
		['media URL', media({ mediaSource: 'url', mediaUrl: '=https://a.example/{{ $json.file }}' })],
		['storage reference', media({ mediaSource: 'storageRef', storageRef: '=up/{{ $json.file }}' })],
		['input field name', media({ binaryPropertyName: '=data{{ $json.file }}' })],
		['input field name', withOption('attachFile', '=data{{ $json.file }}', question())],
		['file name', withOption('fileName', '=Invoice {{ $json.nr }}.pdf', media({}))],
	])('of the %s is an error that names it and the fields of the item', async (what, parameters) => {
		const rows = [{ json: { to: '12025550001', '\ufeffName': 'Ada' }, binary: { data: photo } }];
		const failure = await failureOf({ items: rows, parameters });
		expect(failure.error).toBe(`Part of the ${what} is empty`);
		expect(failure.details).toMatchObject({
			reason: 'valueEmpty',
			delivery: 'notSent',
			description: textWith('The item has these fields: "to", "\\u{feff}Name".'),
		});
		expect(await requests()).toEqual([]);
	});

	it.each<[what: string, reason: string, parameters: INodeParameters]>([
		['recipient', 'recipientEmpty', { ...text, to: '={{ $json.phone }}' }],
		['recipient', 'recipientEmpty', { ...text, to: '= {{ $json.phone }}' }],
		['Send Once Key', 'valueEmpty', withOption('sendOnceKey', '={{ $json.nr }}')],
		['media URL', 'valueEmpty', media({ mediaSource: 'url', mediaUrl: '={{ $json.file }}' })],
		[
			'storage reference',
			'valueEmpty',
			media({ mediaSource: 'storageRef', storageRef: '={{ $json.file }}' }),
		],
	])('as the whole %s, too', async (what, reason, parameters) => {
		const failure = await failureOf({ items: [{ json: { name: 'Ada' } }], parameters });
		expect(failure.error).toBe(`The ${what} is empty`);
		expect(failure.details).toMatchObject({
			reason,
			description: textWith('The item has these fields: "name".'),
		});
		expect(await requests()).toEqual([]);
	});

	it('as the whole instance, too', async () => {
		const parameters = { ...text, instanceId: byId('={{ $json.nr }}') };
		expect(await failureOf({ items: [{ json: { name: 'Ada' } }], parameters })).toMatchObject({
			error: 'No instance is chosen',
			details: { description: textWith('The item has these fields: "name".') },
		});
	});

	it.each([
		['={{ $json.prefix ?? "" }}{{ $json.to }}', '12025550001'],
		['={{ $json.prefix || "" }}{{ $json.to }}', '12025550001'],
		['={{ $json.prefix ? "1" : "" }}{{ $json.to }}', '12025550001'],
		['={{ "+" }}{{ $json.to }}', '12025550001'],
	])('goes if its author says that it can be empty: %s', async (to, sent) => {
		await execute({ items, parameters: { ...text, to } });
		expect((await control().messages()).map((one) => one.to)).toEqual([sent]);
	});

	// A question mark of a pattern, and one in the name of a field, say nothing of the kind.
	it.each([
		'={{ $json.cc.replace(/^(?:00|\\+)/, "") }}{{ $json.to }}',
		'={{ $json["Abroad? Code:"] }}{{ $json.to }}',
		"={{ $json['Code ?? (a || b)'] }}{{ $json.to }}",
	])('is an error if only a pattern or a name has such signs: %s', async (to) => {
		const json = { cc: '', 'Abroad? Code:': '', 'Code ?? (a || b)': '', to: '51991234567' };
		const failure = await failureOf({ items: [{ json }], parameters: { ...text, to } });
		expect(failure).toMatchObject({ error: 'Part of the recipient is empty' });
		expect(await requests()).toEqual([]);
	});

	it('goes in a key, too', async () => {
		const parameters = withOption('sendOnceKey', '=order-{{ $json.name }}{{ $json.no ?? "" }}');
		// The engine has no database for keys, so a key that passes the rules ends like this.
		expect((await failureOf({ items, parameters })).error).toMatch('could not record');
	});

	it.each([
		['={{ $json.cc + $json.to }}', 'undefined'],
		['={{ $json.none + $json.to }}', 'null'],
		['=+{{ $json.nothing }}{{ $json.to }}', 'undefined'],
		['={{ String($json.none) }}', 'null'],
	])('is none if it is joined as a word: %s', async (to, word) => {
		const { about, code, ...json } = person;
		const rows = [{ json: { ...json, lost: [about.length, code.length] } }];
		const own = to.includes('nothing') ? rows : [{ json: { ...rows[0]?.json, nothing: 1 } }];
		const failure = await failureOf({ items: own, parameters: { ...text, to } });
		expect(failure.error).toBe(`The parameter "To" would say "${word}"`);
		expect(await requests()).toEqual([]);
	});
});

describe('a number that lost digits', () => {
	it.each<[title: string, parameters: INodeParameters]>([
		['parameter "To"', { ...text, to: '={{ $json.big }}' }],
		['parameter "To"', { ...text, to: '={{ $json.big }}@g.us' }],
		['parameter "Instance"', { ...text, instanceId: byId('=i{{ $json.big }}') }],
		['option "Send Once Key"', withOption('sendOnceKey', '=order-{{ $json.big }}')],
	])('is an error in the %s', async (title, parameters) => {
		const failure = await failureOf({ items, parameters });
		expect(failure.error).toBe(`The ${title} has a number that lost digits`);
		expect(failure.details).toMatchObject({ description: textWith('format the column as text') });
		expect(await requests()).toEqual([]);
	});

	it.each(['={{ $json.phone }}', '=+{{ $json.phone }}', '={{ $json.phone }}@g.us'])(
		'is no number of up to 15 digits, which reaches its recipient: %s',
		async (to) => {
			const rows = [{ json: { phone: 12025550001 } }];
			await execute({ items: rows, parameters: { ...text, to } });
			const sent = to.endsWith('@g.us') ? '12025550001@g.us' : '12025550001';
			expect((await control().messages()).map((one) => one.to)).toEqual([sent]);
		},
	);

	it('is none as text, or within words', async () => {
		const json = { group: '120363025246125486' };
		const rows = [{ json }];
		await execute({ items: rows, parameters: { ...text, to: '={{ $json.group }}@g.us' } });
		await execute({ items, parameters: saying('=Order {{ $json.big }}') });
		expect((await control().messages()).map(({ to }) => to)).toEqual([
			'120363025246125486@g.us',
			'12025554567',
		]);
	});
});

describe('a hint about texts', () => {
	const hintsOf = async (typed: string, ...words: string[]) => {
		const rows = words.map((one, at) => ({ json: { to: `1202555000${at}`, words: one } }));
		const parameters = { ...text, to: '={{ $json.to }}', text: typed };
		return (await execute({ items: rows, parameters })).hints.map((hint) => hint.message);
	};
	const add = 'If people see them as they are, add the option "Markdown".';
	const sign = 'Signs of Markdown such as **';

	it.each(['**Hi Ada**, ready', '### Order', 'See [Shop](https://shop.example)'])(
		'comes once a run, with a count and the first item: %s',
		async (words) => {
			expect(await hintsOf('={{ $json.words }}', 'none', words, words)).toEqual([
				`${sign} are in 2 messages. ${add} The first is item 1.`,
			]);
		},
	);

	it.each([
		...['# 12 Main St', '# Menu', 'Card ****1234, refund to ****5678', '5 €**, 7 €** there'],
		...['2**3 and 4**5', '**年**月**日', '#1 of **', 'snake_case', '2*3*4'],
	])('is not about %s', async (words) => {
		expect(await hintsOf('={{ $json.words }}', words)).toEqual([]);
	});

	it('counts a typed \\n, and not one that came with the data', async () => {
		const typed = 'Hi {{ $json.words }}\\nBye';
		expect(await hintsOf(`=${typed}`, 'a', 'b')).toEqual([
			'People read \\n as two letters in 2 messages. Press Enter for a new line. The first is item 0.',
		]);
		expect(await hintsOf('={{ $json.words }}', 'a\\nb')).toEqual([]);
		expect(await hintsOf('C:\\new\\names.txt', 'a')).toEqual([]);
	});
});

describe('several rows for one person', () => {
	const rows = Array.from({ length: 5 }, (_, at) => ({
		json: { to: '12025550001', name: `${at}` },
	}));

	it.each(['12025550001', '={{ $json.to }}'])(
		'are a hint if the messages are equal and the recipient is %s',
		async (to) => {
			const { hints } = await execute({ items: rows, parameters: { ...text, to } });
			expect(hints.map((hint) => hint.message)).toEqual([
				'5 equal messages go to one person. To send one, switch on "Execute Once" in Settings. The first is item 0.',
			]);
			expect(await control().messages()).toHaveLength(5);
		},
	);

	it('are none if the messages differ, or each row has its own recipient', async () => {
		const differ = await execute({ items: rows, parameters: saying('=No. {{ $json.name }}') });
		const people = rows.map(({ json }, at) => ({ json: { ...json, to: `1202555000${at}` } }));
		const each = await execute({ items: people, parameters: { ...text, to: '={{ $json.to }}' } });
		expect([...differ.hints, ...each.hints]).toEqual([]);
	});

	it('are none if texts of several messages differ only behind the first one', async () => {
		const parameters = {
			...saying('=Dear parents,\n\nno. {{ $json.name }}'),
			options: { splitText: { values: { by: 'paragraphs', maxLength: 4096 } } },
		};
		expect((await execute({ items: rows, parameters })).hints).toEqual([]);
	});

	it('are a hint of a dry run, too', async () => {
		const { hints } = await execute({ items: rows, parameters: withOption('dryRun', 'always') });
		expect(hints.map((hint) => hint.message)).toEqual([
			textWith('Dry run'),
			textWith('5 equal messages go to one person'),
		]);
	});
});

describe('a recipient as services give it', () => {
	it.each<[to: string, given: IDataObject[string], expression: string]>([
		['={{ $json.phone }}', { label: 'work', value: '+491711234567' }, '{{ $json.phone.value }}'],
		['={{ $json.phone }}', [{ value: '+491711234567' }], '{{ $json.phone[0].value }}'],
		[
			'={{ $json.phone }}',
			[{ value: '1' }, { value: '+491711234567', primary: true }],
			'{{ $json.phone[1].value }}',
		],
		[
			'={{ $json.phone }}',
			{ primary: { phone_number: '+491711234567' } },
			'{{ $json.phone.primary.phone_number }}',
		],
		['={{ $json["phone"] }}', { number: 491711234567 }, '{{ $json["phone"].number }}'],
		['={{ $json }}', { value: '+491711234567' }, '{{ $json.phone.value }}'],
		['={{ $json.phone }}', { home: '+491711234567' }, 'the field of it that has the number'],
	])('%s with %j names the expression', async (to, phone, expression) => {
		const failure = await failureOf({ items: [{ json: { phone } }], parameters: { ...text, to } });
		expect(failure).toMatchObject({
			error: textWith('object'),
			details: { description: textWith(`Enter ${expression}`), reason: 'parameterUnusable' },
		});
		expect(await requests()).toEqual([]);
	});

	it('a list of people in a question names the expression', async () => {
		const list = ['1', '2'].map((name) => ({ name, phone: `1202555000${name}` }));
		const asked = {
			items: [{ json: { list } }],
			parameters: question({ to: '={{ $json.list }}' }),
		};
		expect(await failureOf(asked)).toMatchObject({
			error: 'The recipient is a list of objects, not a phone number',
			details: {
				description: 'Enter {{ $json.list.map((one) => one.phone) }} in the parameter "To".',
			},
		});
	});

	it.each([
		'12025550001, 12025550002,',
		'12025550001\n12025550002\n',
		'12025550001; 12025550002; ',
	])('a list that ends with a separator is a list: %j', async (to) => {
		const { error } = await execute({ parameters: question({ to }) });
		expect(error).toBeUndefined();
		expect(await acceptedTexts()).toHaveLength(2);
	});

	it.each(['@ada:matrix.org', 'mr.null', '@null', '@undefined.example'])(
		'is only trimmed with Not a Phone Number: %s',
		async (id) => {
			const parameters = { ...text, to: '={{ $json.id }}', defaultCountry: 'notPhone' };
			await execute({ items: [{ json: { id: ` ${id}\n` } }], parameters });
			expect((await control().messages()).map(({ to }) => to)).toEqual([id]);
		},
	);
});

it('a line break behind an expression changes nothing for an item without a file', async () => {
	const fields = { binaryPropertyName: '={{ $binary.photo }}\n', caption: 'Hello' };
	const { error } = await execute({
		items: [{ json: person }],
		parameters: withOption('ifNoFile', 'sendText', media(fields)),
	});
	expect(error).toBeUndefined();
	expect(await acceptedTexts()).toEqual(['Hello']);
});

it('half of an emoji, which an expression cut, goes as a sign that each service takes', async () => {
	await execute({ parameters: saying('={{ "Hi 😀".slice(0, 4) }}') });
	expect(await acceptedTexts()).toEqual(['Hi \ufffd']);
});

it('half of an emoji goes as that sign in a question, too, and in a poll', async () => {
	const half = '={{ "Hi 😀".slice(0, 4) }}';
	await execute({ parameters: question({ message: half }) });
	const contentFields = { assignments: [assignment('question', half, 'string')] };
	await execute({ parameters: message('poll', { contentFields }) });
	const [asked, poll] = await control().messages();
	expect(asked?.content.text).toMatch(/^Hi \ufffd\n/);
	expect(poll?.content).toMatchObject({ question: 'Hi \ufffd' });
});

it.each([
	['=On {{ $json.days }}, please', ['Mon', 'Tue'], 'On Mon, Tue, please'],
	['=Allergies: {{ $json.days }}.', [], 'Allergies: .'],
	['={{ $json.days }}', ['Mon', 2], 'Mon, 2'],
])("a question %j shows the list of a form's checkboxes as words", async (asked, days, words) => {
	const parameters = question({ message: asked });
	await execute({ items: [{ json: { days } }], parameters });
	const [sent = ''] = await acceptedTexts();
	expect(sent.split('\n\n')[0]).toBe(words);
});

/** What the editor enters when each of these options is added. */
const collections: Array<[option: string, name: string, values: INodeParameters]> = [
	['Limit Wait Time', 'limitWaitTime', { resumeAmount: 45, resumeUnit: 'minutes' }],
	['Pause Between Messages', 'pauseBetween', { min: 0, max: 0 }],
	['Quiet Hours', 'quietHours', { from: '21:00', until: '21:01', clock: 'workflow' }],
	['Split Text', 'splitText', { by: 'length', maxLength: 4096 }],
];

it.each(
	collections.flatMap(([option, name, values]) =>
		Object.keys(values).map((entry) => ({ option, entry, name, values })),
	),
)(
	'the option "$option" whose "$entry" is an expression that finds nothing is an error, not what it starts with',
	async ({ option, entry, name, values }) => {
		const given = { values: { ...values, [entry]: '={{ $json.missing }}' } };
		const base = name === 'limitWaitTime' ? question({}) : text;
		const { error } = await execute({ parameters: withOption(name, given, base) });
		expect(error?.message).toContain(`"${option}`);
		expect(await requests()).toEqual([]);
	},
);

it('a question shows each of a list of objects', async () => {
	const items = [{ json: { lines: [{ name: 'Tea' }, { name: 'Milk' }] } }];
	const { error } = await execute({
		items,
		parameters: question({ message: '=Approve {{ $json.lines }}?' }),
	});
	expect(error).toBeUndefined();
	const [asked = ''] = await acceptedTexts();
	expect(asked).toContain('Tea');
	expect(asked).toContain('Milk');
});
