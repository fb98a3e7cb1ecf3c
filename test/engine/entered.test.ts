// What people enter: fixed texts, expressions, and what comes out of the two.
import * as fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
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
		'parameter "Content JSON"',
		(typed) =>
			message('poll', { specifyContent: 'json', contentJson: JSON.stringify({ question: typed }) }),
	],
	[
		'parameter "Body Fields"',
		(typed) =>
			presence('read', { bodyFields: { assignments: [assignment('a', typed, 'string')] } }),
	],
	[
		'parameter "Body JSON"',
		(typed) => presence('read', { specifyBody: 'json', bodyJson: JSON.stringify({ a: typed }) }),
	],
	[
		'option "Additional Content"',
		(typed) => withOption('additionalContent', JSON.stringify({ a: typed })),
	],
	['option "Send Once Key"', (key) => withOption('sendOnceKey', key)],
	['option "File Name"', (name) => withOption('fileName', name, media({}))],
	['option "MIME Type"', (type) => withOption('mimeType', type, media({}))],
	[
		'field "From" of the option "Quiet Hours"',
		(from) => withOption('quietHours', { values: { from } }),
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
	['field "Label" of the parameter "Form Fields"', (fieldLabel) => field({ fieldLabel })],
	[
		'field "Default Value" of the parameter "Form Fields"',
		(defaultValue) => field({ defaultValue }),
	],
	[
		'field "Option" of the parameter "Form Fields"',
		(option) => field({ fieldType: 'radio', fieldOptions: { values: [{ option }] } }),
	],
	[
		'parameter "Form Fields"',
		(fieldLabel) =>
			question({
				responseType: 'customForm',
				defineForm: 'json',
				jsonOutput: JSON.stringify([{ fieldLabel }]),
			}),
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

describe('an expression in a field that is none', () => {
	it.each(fields)('is an error that says what to switch: %s', async (title, parameters) => {
		const items = [{ json: { name: 'Ada' }, binary: { data: photo } }];
		const typed = fc.tuple(
			fc.constantFrom('', 'Hello ', 'order-', '+49', '{', '{{ '),
			fc.constantFrom('{{ $json.name }}', '{{$json["name"]}}', "{{ $('Start').item.json.name }}"),
			fc.constantFrom('', '!', ' }}', '\n'),
		);
		await fc.assert(
			fc.asyncProperty(typed, async (parts) => {
				const failure = await failureOf({ items, parameters: parameters(parts.join('')) });
				expect(failure.error).toEqual(textWith(`The ${title} has {{`));
				expect(failure.details).toMatchObject({
					description: 'Switch the field from "Fixed" to "Expression", right above it.',
					delivery: 'notSent',
				});
			}),
			{ numRuns: 3 },
		);
		expect(await requests()).toEqual([]);
	});

	it('is a hint if it came with the data: a cell, or the answer of a model', async () => {
		const words = 'Write {{ name }} into the template.';
		const items = [1, 2].map((at) => ({ json: { to: `1202555000${at}`, words } }));
		const parameters = { ...text, to: '={{ $json.to }}', text: '={{ $json.words }}' };
		const { hints } = await execute({ items, parameters });
		expect(await acceptedTexts()).toEqual([words, words]);
		expect(hints.map((hint) => hint.message)).toEqual([
			'2 items have {{ }} in the parameter "Text", which came with the data. People read it as it is.',
		]);
	});
});

describe('an "=" in front of an expression, as in the file of a workflow', () => {
	const entered = fields.filter(([title]) => !/JSON|Additional|"Form Fields"$/.test(title));
	it.each(entered)('is an error that says what to delete: %s', async (title, parameters) => {
		const items = [{ json: { name: 'Ada' }, binary: { data: photo } }];
		for (const typed of ['=={{ $json.name }}', '==Hello {{ $json.name }}', '==+49']) {
			const failure = await failureOf({ items, parameters: parameters(typed) });
			expect(failure).toMatchObject({
				error: `The ${title} begins with "="`,
				details: { description: textWith('Delete this "="'), delivery: 'notSent' },
			});
		}
		expect(await requests()).toEqual([]);
	});

	it('is one in JSON, too', async () => {
		const contentJson = '=={ "question": "{{ $json.name }}" }';
		const parameters = message('poll', { specifyContent: 'json', contentJson });
		const { error } = await failureOf({ parameters });
		expect(error).toBe('The parameter "Content JSON" begins with "="');
	});

	it.each([
		'🎉 Hello',
		'🇩🇪 Hallo',
		'-5 °C',
		'*Hello* {{ $json.name }}',
		'¡Hola',
		'¿Vienes?',
		'„Hallo“',
		"'Hi'",
		'(Ad) Hi',
	])('is an error before %s, too', async (words) => {
		const { error } = await failureOf({ parameters: { ...text, text: `==${words}` } });
		expect(error).toBe('The parameter "Text" begins with "="');
	});

	it.each(['= 5 EUR', '=== Menu ===', '=)', '=(', '=_=', '=> here', '=*'])(
		'%s is none',
		async (words) => {
			await execute({ parameters: { ...text, text: `=${words}` } });
			expect(await acceptedTexts()).toEqual([words]);
		},
	);
});

describe('code without braces', () => {
	it.each([
		['Hello $json.name', '$json.name'],
		['Write to {$json.email}', '$json.email'],
		["=Hello $('Form').item.json.name", "$('Form').item.json.name"],
		['Hello $node["Form"].json.name', '$node["Form"].json.name'],
		['Hello $node.Form.json.name', '$node.Form.json.name'],
		[
			"=Hello $('Form').itemMatching($itemIndex).json.name",
			"$('Form').itemMatching($itemIndex).json.name",
		],
		['Since DateTime.now().toFormat("dd")', 'DateTime.now().toFormat("dd")'],
		['Since new Date().getHours()', 'new Date().getHours()'],
	])('is a hint in a text: %s', async (words, code) => {
		const { hints } = await execute({ parameters: { ...text, text: words } });
		expect(hints.map((hint) => hint.message)).toEqual([
			textWith(`People read ${code} in the parameter "Text".`),
		]);
	});

	it.each([
		['parameter "To"', { ...text, to: '$json.phone' }],
		['parameter "To"', { ...text, to: '=$json.phone' }],
		['parameter "Instance"', { ...text, instanceId: byId('$json.phone') }],
		['option "Send Once Key"', withOption('sendOnceKey', 'order-$json.phone')],
		...[
			...['$now.toISODate()', '$today', '$vars.mailing', '$execution.id'],
			'DateTime.now().toISODate()',
		].map((code) => ['option "Send Once Key"', withOption('sendOnceKey', `order-${code}`), code]),
	] as Array<[string, INodeParameters, string?]>)(
		'is an error where it means somebody else: %s',
		async (title, parameters, code = '$json.phone') => {
			const failure = await failureOf({ parameters });
			expect(failure).toMatchObject({
				error: `The ${title} has ${code} as words, not as an expression`,
				details: { description: textWith(`Enter {{ ${code} }}`) },
			});
			expect(await requests()).toEqual([]);
		},
	);

	it.each([
		'It costs $5',
		'US$ 20',
		'$100 {now}',
		'jQuery: $("a")',
		'Price in $.',
		'Your new Date (Tuesday)',
	])('%s is none', async (words) => {
		const { hints } = await execute({ parameters: { ...text, text: words } });
		expect(hints).toEqual([]);
	});
});

const json = {
	to: '12025550001',
	person: { first: 'Ada', last: 'L' },
	date: '31.02.2026',
	price: '#REF!',
	pieces: ['Excel shows ', '#REF!', ' in B2'],
	film: 'Infinity War',
	bug: 'Excel says #REF! in this cell.',
	debt: 'none',
	'Full Name ': 'Ada',
	'\ufeffCity': 'Rome',
	body: { phone: '+49 171 1234567' },
	list: [{ name: 'Tea', no: null }],
	none: 0,
	word: 'null',
	parcel: Number('9400111899223100012345'),
	parcels: [2 ** 60],
	digits: '9400111899223100012345',
	code: 'const add = (a, b) => a + b; function one() { return 1; }',
	about: 'In JavaScript, undefined is not null, and NaN is a number. [object Object] is an object.',
} satisfies IDataObject;
const items = [{ json }];
const saying = (words: string) => ({ ...text, text: words });

describe('words that no customer may read', () => {
	it.each([
		[
			'=Hello {{ $json.person }}',
			'[object Object]',
			'{{ $json.person }} is an object. Enter a field of it: {{ $json.person.first }}.',
		],
		[
			"=On {{ DateTime.fromFormat($json.date, 'dd.MM.yyyy').toFormat('dd LLL') }}",
			'Invalid DateTime',
			'gave it for this item',
		],
		['=Your price is {{ $json.price }}', '#REF!', '{{ $json.price }} gave it for this item.'],
		['={{ $json.price }}', '#REF!', '{{ $json.price }} gave it for this item.'],
		['={{ "Only " + $json.price + " EUR" }}', '#REF!', 'gave it for this item.'],
		['={{ `Only ${$json.price} EUR` }}', '#REF!', 'gave it for this item.'],
		["={{ 'You owe ' + $json.debt * 2 + ' EUR' }}", 'NaN', 'gave it for this item'],
		["={{ 'Dear ' + $json.name }}", 'undefined', '$json.name in {{ '],
		['={{ `Dear ${$json.name}` }}', 'undefined', 'gave nothing that can be written'],
		["={{ 'Dear ' + $json.FullName }}", 'undefined', 'Do you mean {{ $json["Full Name "] }}?'],
		["={{ 'In ' + $json.city }}", 'undefined', 'Do you mean {{ $json["\\u{feff}City"] }}?'],
		["={{ 'Hi ' + $json.person }}", '[object Object]', '$json.person in {{ '],
		['={{ undefined + "" }}', 'undefined', 'gave it'],
		[
			'=Hi {{ $json.debt.toUpperCase }}',
			'function toUpperCase() { [native code] }',
			'Put () behind its name: {{ $json.debt.toUpperCase() }}.',
		],
		['=On {{ $now.toISODate }}', 'toISODate(', '{{ $now.toISODate() }}'],
		['={{ "Hi " + $json.debt.trim }}', '{ [native code] }', '$json.debt.trim in {{ '],
	])('%s is an error that names the expression', async (words, said, why) => {
		const failure = await failureOf({ items, parameters: saying(words) });
		expect(failure).toMatchObject({
			error: textWith(`The parameter "Text" would say "${said}`),
			details: { reason: 'textBroken', delivery: 'notSent', description: textWith(why) },
		});
		expect(await requests()).toEqual([]);
	});

	it.each([
		[
			'parameter "Content JSON"',
			(json: string) => message('poll', { specifyContent: 'json', contentJson: json }),
		],
		[
			'parameter "Body JSON"',
			(json: string) => presence('read', { specifyBody: 'json', bodyJson: json }),
		],
		['option "Additional Content"', (json: string) => withOption('additionalContent', json)],
	])('in the %s, too, an object is an error, and null is a value', async (title, parameters) => {
		const broken = '={ "question": "{{ $json.person }}" }';
		expect(await failureOf({ items, parameters: parameters(broken) })).toMatchObject({
			error: `The ${title} would say "[object Object]"`,
			details: { reason: 'textBroken', description: textWith('{{ $json.person.first }}') },
		});
		expect(await requests()).toEqual([]);
		const right = '={ "question": {{ JSON.stringify({ first: null, of: $json.person }) }} }';
		expect((await execute({ items, parameters: parameters(right) })).error).toBeUndefined();
	});

	const fieldOf = (type: string, value: string) =>
		message('poll', { contentFields: { assignments: [assignment('question', value, type)] } });
	const contentOf = (contentJson: string) =>
		message('poll', { specifyContent: 'json', contentJson });

	it.each([
		['Content JSON', contentOf('={{ { question: "Hi " + $json.q } }}'), 'undefined'],
		[
			'Content JSON',
			contentOf('={{ JSON.stringify({ list: [null, "Hi " + $json.q] }) }}'),
			'undefined',
		],
		[
			'Content JSON',
			contentOf('={ "question": {{ JSON.stringify("Hi " + $json.person) }} }'),
			'[object Object]',
		],
		['Content JSON', contentOf('={ "question": "{{ "Hi " + $json.q }}" }'), 'undefined'],
		['Content Fields', fieldOf('object', '={{ { a: "Hi " + $json.person } }}'), '[object Object]'],
		['Content Fields', fieldOf('array', '={{ $json.list.map((x) => x.nam + " €") }}'), 'undefined'],
	])('within the %s is an error, too: %j', async (title, parameters, said) => {
		expect(await failureOf({ items, parameters })).toMatchObject({
			error: `The parameter "${title}" would say "${said}"`,
			details: { reason: 'textBroken' },
		});
		expect(await requests()).toEqual([]);
	});

	it.each([
		contentOf('={ "a": [{{ $json.list.map((x) => JSON.stringify(x)).join() }}] }'),
		contentOf('={ "a": {{ JSON.stringify($json.about) }}, "b": "{{ $json.about }}" }'),
		contentOf('={{ { a: $json.about + "!", b: null, at: $now } }}'),
		fieldOf('object', '={ "a": {{ JSON.stringify($json.list) }} }'),
		fieldOf('array', '={{ [$json.about, null] }}'),
	])('within a content is a value or the data: %j', async (parameters) => {
		expect((await execute({ items, parameters })).error).toBeUndefined();
	});

	it.each<[words: string, said: string]>([
		['=Failed: {{ JSON.stringify($json.failed) }}', 'Failed: {"message":"Bad","cause":null}'],
		[
			'={{ $json.all.map((one) => JSON.stringify(one)).join("\\n") }}',
			'{"a":null}\n{"a":null,"b":[]}',
		],
		['={{ $json.vip ? "for null euros" : "for 5 euros" }}', 'for null euros'],
		['={{ "Type " + ($json.none || "undefined or less") }}', 'Type undefined or less'],
		['={{ $json.vip ? "for null euros\\nThanks" : "x" }}', 'for null euros\nThanks'],
		['={{ `for null euros, ${$json.name}` }}', 'for null euros, Ada'],
		['=Failed: {{ JSON.stringify($json.list) }}.', 'Failed: {"path":[null,1]}.'],
		['={{ JSON.stringify($json.list, null, 1) }}', '{\n "path": [\n  null,\n  1\n ]\n}'],
		['={{ JSON.stringify($json.row) }}', '{"phone":"undefined","price":"#N/A"}'],
	])('null in JSON, and a word that the author typed in code, are sent: %s', async (text, sent) => {
		const json = {
			failed: { message: 'Bad', cause: null },
			all: [{ a: null }, { a: null, b: [] }],
			vip: true,
			name: 'Ada',
			list: { path: [null, 1] },
			row: { phone: 'undefined', price: '#N/A' },
		};
		await execute({ items: [{ json }], parameters: saying(text) });
		expect((await requests()).map(({ body }) => body)).toMatchObject([{ content: { text: sent } }]);
	});

	it.each([
		'={{ typeof $json.name === "undefined" ? "" : "Hi " + $json.nam }}',
		'={{ $json.people.map((one) => "Hi " + one.name).join() }}',
		'={{ ("Name: " + $json.a + " " + $json.b).replace("undefined", "-") }}',
		'={{ ["undefined", "null"].includes($json.name) ? "-" : $json.name + $json.b }}',
		'={{ "für null Euro " + $json.b }}',
		`={{ 'Kunde "' + $json.name + '": ' + $json.note }}`,
		'={{ `Order "${$json.name}": ${$json.note}, tomorrow` }}',
	])(
		'a missing value is an error beside a word that the author typed or looks for, too: %s',
		async (text) => {
			const json = { name: 'Ada', note: null, people: [{ name: null }] };
			const failure = await failureOf({ items: [{ json }], parameters: saying(text) });
			expect(failure).toMatchObject({ details: { reason: 'textBroken' } });
		},
	);

	it.each([
		...['#ЗНАЧ!', '#Н/Д', '#ARG!', '#YOK', '#SAKNAS!', '#I/T', '#NÚM!', '#HODNOTA!'],
		...['Err:502', '#ERR!', '#ÉRTÉK!', '#NAMN?'],
	])('the error of a cell is one in other languages: %s', async (price) => {
		const one = { items: [{ json: { price } }], parameters: saying('=Only {{ $json.price }}') };
		expect((await failureOf(one)).error).toBe(`The parameter "Text" would say "${price}"`);
	});

	it('a list of texts names what makes one text of it', async () => {
		const failure = await failureOf({
			items: [{ json: { answer: ['Tea', 'Coffee'] } }],
			parameters: saying('={{ $json.answer }}'),
		});
		expect(failure).toMatchObject({
			error: 'The parameter "Text" is a list of 2 texts',
			details: { description: textWith('{{ $json.answer.join(", ") }}') },
		});
	});

	it.each<[who: string, given: IDataObject[string], meant: string]>([
		[
			'OpenAI',
			{ role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] },
			'.content[0].text',
		],
		[
			'OpenAI with a thought',
			[
				{ id: 'rs_1', type: 'reasoning', summary: [] },
				{ id: 'msg_1', content: [{ type: 'output_text', text: 'Hi' }], role: 'assistant' },
			],
			'[1].content[0].text',
		],
		[
			'Chat Completions',
			[{ index: 0, message: { role: 'assistant', content: 'Hi' } }],
			'[0].message.content',
		],
		[
			'Gemini',
			[{ content: { role: 'model', parts: [{ text: 'Hi' }] } }],
			'[0].content.parts[0].text',
		],
		['Anthropic', [{ type: 'text', text: 'Hi' }], '[0].text'],
		[
			'Notion',
			{
				id: 'title',
				type: 'title',
				title: [{ type: 'text', text: { content: 'Hi' }, plain_text: 'Hi' }],
			},
			'.title[0].plain_text',
		],
		['Typeform', { type: 'choice', choice: { id: '1', label: 'Hi' } }, '.choice.label'],
		['Typeform', { type: 'email', email: 'a@b.example' }, '.email'],
		['nothing else', { id: 7 }, '.id'],
	])('an object of %s names where the text is', async (_, given, meant) => {
		const one = { items: [{ json: { given } }], parameters: saying('={{ $json.given }}') };
		const { details } = await failureOf(one);
		expect(details).toMatchObject({ description: textWith(`{{ $json.given${meant} }}`) });
	});

	it.each([
		['the products of an order', [{ name: 'Tea' }, { name: 'Milk' }], 'name).join(", ")'],
		[
			'the pieces of a text',
			[{ plain_text: 'Hi ' }, { plain_text: 'Ada' }],
			'plain_text).join("")',
		],
	])('a list of %s names the expression that gives all of it', async (_, given, meant) => {
		const one = { items: [{ json: { given } }], parameters: saying('={{ $json.given }}') };
		const { details } = await failureOf(one);
		expect(details).toMatchObject({
			description: textWith(`{{ $json.given.map((one) => one.${meant} }}`),
		});
	});

	it('a list in the JSON of a content names the expression that writes it as JSON', async () => {
		const contentJson = '={ "buttons": {{ $json.buttons }} }';
		const failure = await failureOf({
			items: [{ json: { buttons: [{ title: 'Yes' }, { title: 'No' }] } }],
			parameters: message('buttons', { specifyContent: 'json', contentJson }),
		});
		expect(failure.details).toMatchObject({
			description: textWith('Enter {{ JSON.stringify($json.buttons) }}.'),
		});
	});

	it.each([
		['={{ DateTime.fromISO("31.12.2026").diffNow("days").toHuman() }}', 'Invalid Duration'],
		['=In {{ Duration.fromISO("soon").toFormat("d") }} days', 'Invalid Duration'],
		['=From {{ Interval.fromISO("soon") }}', 'Invalid Interval'],
		['={{ Number("1 234,50").toLocaleString("ru-RU") }} ₽', 'не число'],
		['={{ Number("-").toLocaleString("ar-EG") }}', 'ليس رقمًا'],
		['={{ new Intl.NumberFormat("fi-FI").format(Number("-")) }} €', 'epäluku'],
		['=For {{ new Map() }}', '[object Map]'],
	])('%s, which says that there is no value, is an error', async (words, said) => {
		const failure = await failureOf({ items, parameters: saying(words) });
		expect(failure.error).toBe(`The parameter "Text" would say "${said}"`);
	});

	it.each(['=On average {{ (1 / 0).toFixed(2) }}', '=Up to {{ (1 / 0).toLocaleString("de") }}'])(
		'nor is an endless number that is a text: %s',
		async (words) => {
			const failure = await failureOf({ items, parameters: saying(words) });
			expect(failure.error).toBe('The parameter "Text" has a number that is none');
		},
	);

	it.each([
		['=Left: {{ $json.limit ?? "∞" }}', 'Left: ∞'],
		['=Plan: {{ $json.to ? "Infinity" : "Basic" }}', 'Plan: Infinity'],
		['={{ "Plan: " + ($json.to / 1 ? "Infinity" : "Basic") }}', 'Plan: Infinity'],
	])('an endless number that the author typed is meant: %s', async (words, sent) => {
		await execute({ items, parameters: saying(words) });
		expect(await acceptedTexts()).toEqual([sent]);
	});

	it('the name Infinity from the data is sent', async () => {
		const one = [{ json: { brand: ' Infinity ', to: '12025550101' } }];
		const parameters = { ...saying('=New: {{ $json.brand.trim() }}'), to: '={{ $json.to }}' };
		await execute({ items: one, parameters });
		expect(await acceptedTexts()).toEqual(['New: Infinity']);
	});

	it.each([
		['={{ $json.person }}', '{{ $json.person.first }}'],
		[
			'={{ [$json.person, $json.person] }}',
			'{{ ([$json.person, $json.person]).map((one) => one.first).join(", ") }}',
		],
	])('an object names a field of it: %s', async (words, meant) => {
		const failure = await failureOf({ items, parameters: saying(words) });
		expect(failure).toMatchObject({
			error: 'The parameter "Text" is an object, not words',
			details: { reason: 'textBroken', description: `Enter a field of it: ${meant}.` },
		});
	});

	it.each([
		['=You owe {{ $json.debt * 2 }} EUR', 'has a number that is none', 'gave NaN'],
		['=You owe {{ 1 / $json.none }} EUR', 'has a number that is none', 'gave Infinity'],
		['=Parcel {{ $json.parcel }}', 'has a number that lost digits', 'gave 9.4001118992231e+21'],
		['=Parcel {{ $json.parcels }}', 'has a number that lost digits', '15 digits'],
		[
			'={{ "Parcel " + $json.parcel }}',
			'has a number that lost digits',
			'gave 9.4001118992231e+21',
		],
		['=Your {{ `Parcel ${$json.parcel}` }}', 'has a number that lost digits', '15 digits'],
	])('neither is a number in the text %s', async (words, what, why) => {
		const failure = await failureOf({ items, parameters: saying(words) });
		expect(failure.error).toBe(`The parameter "Text" ${what}`);
		expect(failure.details).toMatchObject({ description: textWith(why) });
		expect(await requests()).toEqual([]);
	});

	it.each([
		['={{ ({ latitude: Number("52,5") }) }}', 'number', 'latitude'],
		['={{ ({ place: [{ latitude: $json.nothing / 2 }] }) }}', 'number', 'place[0].latitude'],
		['={{ ({ closesAt: new Date($json.nothing) }) }}', 'date', 'closesAt'],
	])('nor is it sent as null in an object: %s', async (given, what, at) => {
		const poll = (more: INodeParameters) => message('poll', more);
		for (const [title, parameters] of [
			['parameter "Content JSON"', poll({ specifyContent: 'json', contentJson: given })],
			['option "Additional Content"', withOption('additionalContent', given, saying('Hi'))],
			[
				'parameter "Content Fields"',
				poll({ contentFields: { assignments: [assignment('place', given, 'object')] } }),
			],
		] as const) {
			const failure = await failureOf({ items, parameters });
			expect(failure.error).toBe(`The ${title} has a ${what} that is none`);
			expect(failure.details).toMatchObject({ description: textWith(` in "${at}" for this item`) });
		}
		expect(await requests()).toEqual([]);
	});

	it.each([
		['a caption', media({ caption: '=For {{ $json.person }}' })],
		['a question', question({ message: "=Does {{ 'Dr. ' + $json.nobody }} come?" })],
		[
			'a choice',
			question({
				responseType: 'choice',
				choices: { values: [{ label: 'a' }, { label: '=b {{ $json.person }}' }] },
			}),
		],
		['a field of a form', form([{ fieldLabel: '=a {{ $json.person }}' }])],
		[
			'a poll',
			message('poll', {
				contentFields: { assignments: [assignment('question', '=a {{ $json.person }}', 'string')] },
			}),
		],
		['the name of a file', withOption('fileName', '=a {{ $json.person }}.png', media({}))],
		['the words of a page', withOption('responseFormTitle', '=a {{ $json.person }}', question())],
	])('%s has none of them either', async (_, parameters) => {
		const { details } = await failureOf({
			items: [{ json, binary: { data: photo } }],
			parameters,
		});
		expect(details).toMatchObject({ reason: 'textBroken', delivery: 'notSent' });
		expect(await requests()).toEqual([]);
	});

	it.each([
		['typed by the author', 'undefined, NaN, [object Object] and #REF! {', undefined],
		['from the data', '={{ $json.about }}', json.about],
		['from the data, behind other words', '=Answer: {{ $json.about }}', `Answer: ${json.about}`],
		['from the data, joined', "={{ 'Answer: ' + $json.about }}", `Answer: ${json.about}`],
		[
			'code from a model',
			"={{ 'Code: ' + $json.code }} {{ $json.code }}",
			`Code: ${json.code} ${json.code}`,
		],
		['from the data, changed', '={{ $json.about.trim() + "!" }}', `${json.about}!`],
		['from another node', "={{ 'A: ' + $('Start').first().json.about }}", `A: ${json.about}`],
		[
			'from another node, beside a field without a value',
			"={{ $node['Start'].json.about + ' ' + ($json.nick ?? '') }}",
			`${json.about} `,
		],
		[
			'from the matching item of another node, beside one',
			"={{ $('Start').itemMatching($itemIndex).json.about + ($json.nick || '') }}",
			json.about,
		],
		['a cell in the words of the data', '={{ "Bug: " + $json.bug }}', `Bug: ${json.bug}`],
		[
			'a cell in the words of the author',
			'={{ $json.to ? "Excel says #REF!" : "" }}',
			'Excel says #REF!',
		],
		['pieces of the data', '={{ $json.pieces.join("") }}', 'Excel shows #REF! in B2'],
		['a film', '={{ $json.film.replace(/x/g, "y") }}', 'Infinity War'],
		['braces of one kind', '={{ "{" }} and } }}', '{ and } }}'],
	])('are words if they are meant: %s', async (_, words, sent = words) => {
		const { error, hints } = await execute({ items, parameters: saying(words) });
		expect(error).toBeUndefined();
		expect(hints).toEqual([]);
		expect(await acceptedTexts()).toEqual([sent]);
	});
});

it('the words of another item are words if this one has none', async () => {
	const { error } = await execute({
		items: [{ json }, { json: { to: '12025550001' } }],
		parameters: saying('={{ $item(0).$node["Start"].json["about"] }}'),
	});
	expect(error).toBeUndefined();
	expect(await acceptedTexts()).toEqual([json.about, json.about]);
});

describe('a part of a text that gave nothing', () => {
	const people = [{ name: 'Ada' }, { name: '' }, {}].map((one, at) => ({
		json: { ...one, to: `1202555000${at}` },
	}));
	const toEach = (words: string) => ({ ...saying(words), to: '={{ $json.to }}' });

	it.each([
		'=Hello {{ $json.name }}, you won',
		'={{ $json.name }}: you won',
		'=For {{ $json.name }}',
	])('is a hint that counts and names it: %s', async (words) => {
		const { hints } = await execute({ items: people, parameters: toEach(words) });
		expect(hints.map((hint) => hint.message)).toEqual([
			'{{ $json.name }} in the parameter "Text" gave nothing for 2 items. Look how it reads without that.',
		]);
		expect(await acceptedTexts()).toHaveLength(3);
	});

	it.each(['=Hi{{ "\n\n" }}{{ $json.to }}', '=A{{ "\u00a0" }}B', '={{ $json.to }}{{ " " }}'])(
		'is none if the code reads nothing: %j',
		async (words) => {
			const one = [{ json: { to: '12025550101' } }];
			const { hints } = await execute({ items: one, parameters: toEach(words) });
			expect(hints).toEqual([]);
		},
	);

	it.each([' ', '\u00a0', '\u200b', '\n'])(
		'is a hint, too, if a cell has only %j',
		async (name) => {
			const one = [{ json: { name, to: '12025550101' } }];
			const { hints } = await execute({ items: one, parameters: toEach('=Hi {{ $json.name }}!') });
			expect(hints.map((hint) => hint.message)).toEqual([textWith('gave nothing for 1 item.')]);
		},
	);

	it.each([
		['the caption', 'parameter "Caption"', media({ caption: '={{ $json.Caption }}' })],
		[
			'the name of a file',
			'option "File Name"',
			withOption('fileName', '={{ $json.Name }}', media({})),
		],
		[
			'more fields',
			'option "Additional Content"',
			withOption('additionalContent', '={{ $json.thread }}'),
		],
	])(
		'is a hint, too, if it is all of %s, and the field is missing',
		async (_, title, parameters) => {
			const { hints } = await execute({
				items: [{ json: {}, binary: { data: photo } }],
				parameters,
			});
			expect(hints.map((hint) => hint.message)).toEqual([
				textWith(`in the ${title} gave nothing for 1 item.`),
			]);
		},
	);

	it.each([
		'=Hello {{ $json.name?.replaceAll(" ", "") }}!',
		'=Hello {{ $json.name || $json.nickname }}!',
		'=Hello {{ $json.name === "" ? $json.name : $json.name }}!',
	])('is a hint, too, if no empty text is what it can give: %s', async (words) => {
		const { hints } = await execute({ items: people, parameters: toEach(words) });
		expect(hints.map((hint) => hint.message)).toEqual([textWith('gave nothing for 2 items')]);
	});

	it.each([
		'=Hello {{ $json.name ? $json.name + ", " : "" }}you won',
		"=Hello {{ $json.name || '' }}",
		'=Hello {{ $json.name ?? "" }}!',
		'=Hello {{ $json.name ? $json.name : " " }}!',
		'=Hello {{ ["", "Mr. "][$json.name ? 0 : 0] }}!',
		'=Hello {{ $if($json.name, $json.name, "") }}!',
		'=Hello {{ $json.name ? "you" : ("") }}!',
		'=Hello {{ $if($json.name, $json.name, null) }}!',
		'=Hello {{ [$json.name].reduce((all, one) => (one ? all + "x" : all), "") }}!',
		'=Hello {{ (() => { let s = ""; if ($json.name) s = "x"; return s; })() }}!',
		'=Hello {{ (() => { return ""; $json })() }}!',
	])('is meant if its author says so: %s', async (words) => {
		const { hints } = await execute({ items: people, parameters: toEach(words) });
		expect(hints).toEqual([]);
	});
});

describe('a field of a content for which an expression gave nothing', () => {
	const poll = (question: string) =>
		message('poll', {
			contentFields: { assignments: [assignment('question', question, 'string')] },
		});
	const asJson = (contentJson: string) => message('poll', { specifyContent: 'json', contentJson });

	it.each([
		['"Content Fields"', poll('={{ $json.missing }}')],
		['"Content JSON"', asJson('={ "question": "{{ $json.missing }}" }')],
	])('is a hint that names it: %s', async (title, parameters) => {
		const { hints } = await execute({ items, parameters });
		expect(hints.map((hint) => hint.message)).toEqual([
			textWith(`{{ $json.missing }} in the parameter ${title} gave nothing for 1 item.`),
		]);
	});

	it.each([
		['"Content Fields"', poll('={{ ({ a: "b", when: [{ day: $json.missing }] }) }}')],
		[
			'"Content JSON"',
			asJson('={{ ({ question: "Which?", more: "", b: [], day: $json.missing }) }}'),
		],
	])('is named if it would be left out of an object: %s', async (title, parameters) => {
		const { hints } = await execute({ items, parameters });
		expect(hints.map((hint) => hint.message)).toEqual([
			textWith(`in the parameter ${title} gave no value for its field "day" for 1 item.`),
		]);
	});

	it('is named if the service would get null in a list', async () => {
		const { hints } = await execute({
			items,
			parameters: asJson('={{ ({ options: ["Tea", $json.missing] }) }}'),
		});
		expect(hints.map((hint) => hint.message)).toEqual([
			textWith('gave no value for entry 1 of a list (the first is 0), for 1 item.'),
		]);
	});

	it.each([
		poll('={{ $json.missing || "" }}'),
		asJson('={{ ({ question: "Which?", day: $json.missing ?? undefined }) }}'),
	])('is meant if its author says so: %#', async (parameters) => {
		const { hints } = await execute({ items, parameters });
		expect(hints).toEqual([]);
	});
});

it.each([
	['media URL', 'url', { mediaUrl: '=https://files.example/{{ $json.missing }}' }],
	['storage reference', 'storageRef', { storageRef: '=uploads/{{ $json.missing }}' }],
	['input field name', 'binary', { binaryPropertyName: '={{ $json.missing }}*' }],
	['input field name', 'binary', { binaryPropertyName: '=data{{ $json.missing }}' }],
	['input field name', 'binary', { binaryPropertyName: '=data, {{ $json.missing }}*' }],
	['input field name', 'binary', { binaryPropertyName: '={{ $json.nick || $json.missing }}*' }],
	['input field name', 'binary', { binaryPropertyName: '={{ $json.blank.replaceAll(" ", "") }}*' }],
])(
	'a part of the %s that gave nothing is an error: it could be another file (%s)',
	async (what, mediaSource, given) => {
		const { error } = await execute({
			items: [{ json: { ...json, blank: ' ' }, binary: { data: photo, data2: photo } }],
			parameters: media({ mediaSource, ...given }),
		});
		expect(error?.message).toBe(`Part of the ${what} is empty`);
		expect(await requests()).toEqual([]);
	},
);

it.each([
	'=data{{ $json.missing ?? "" }}',
	'={{ $json.missing && "big_" }}data',
	'={{ $ifEmpty($json.missing, "") }}data',
	'=data, {{ $json.missing }}',
	'={{ Object.keys($binary)[1] }}, {{ Object.keys($binary)[0] }}\n',
])('the name of an input field can be empty, or a part if its author says so: %j', async (name) => {
	const { error, hints } = await execute({
		items: [{ json, binary: { data: photo } }],
		parameters: media({ binaryPropertyName: name }),
	});
	expect([error, hints]).toEqual([undefined, []]);
});

it('a line break behind an expression changes nothing for an item without a file', async () => {
	const fields = { binaryPropertyName: '={{ $binary.photo }}\n', caption: 'Hello' };
	const { error } = await execute({
		items: [{ json }],
		parameters: withOption('ifNoFile', 'sendText', media(fields)),
	});
	expect(error).toBeUndefined();
	expect(await acceptedTexts()).toEqual(['Hello']);
});

it.each([
	['=open{{ $json.missing }}', undefined, ['gave nothing for 1 item. Look how it reads']],
	['={{ "open" + $json.missing }}', 'would say "undefined"', []],
	['={{ $json.missing ? "any" : "null" }}', undefined, []],
	['={{ ["null", $json.to].join() }}', undefined, []],
	['={{ $json.missing }}', undefined, []],
])('a query parameter is looked at like words: %s', async (value, said, hinted) => {
	const parameters = { parameters: [{ name: 'status', value }] };
	const { error, hints } = await execute({
		items,
		parameters: withOption('queryParameters', parameters, getAll),
	});
	expect(error?.message).toEqual(said && textWith(said));
	expect(hints.map((hint) => hint.message)).toEqual(hinted.map(textWith));
});

it('a list whose entries lack a field is named as it is, without the name of a function', async () => {
	const rows = [{ json: { to: '12025550101', lines: [{ name: 'Tea' }] } }];
	const words = '={{ $json.lines.map((one) => one.name + " x" + one.count).join(", ") }}';
	const { error } = await execute({
		items: rows,
		parameters: { ...saying(words), to: '={{ $json.to }}' },
	});
	expect(error?.description).toEqual(textWith('reads in the list $json.lines is missing'));
});

it.each([
	['Line 1\\nLine 2', 'has \\n as two letters, which people read'],
	['=Hello {{ $json.to }}\\nBye', 'has \\n as two letters, which people read'],
	['Hello%20Anna%21', 'People read %20 or %0A in the parameter "Text" (1 item)'],
	['={{ "Line 1%0aLine 2" }}', '{{ decodeURIComponent($json.text) }}'],
	['Answer: http://localhost:5678/form/a', 'an address at http://localhost:5678 that people'],
	[
		'={{ "(https://n8n.example/webhook-test/a)" }}',
		'an address at https://n8n.example that people',
	],
	['={{ "https://a.example/MÃ¼ller" }}', 'gave signs of a wrong encoding for 1 item'],
	['={{ "H\0i\0" }}', 'gave signs of a wrong encoding for 1 item'],
	['=Hi {{ $json.word }}!', 'gave the word "null" for 1 item'],
	['={{ $json.word }}', 'gave the word "null" for 1 item'],
	['Tom &amp; Jerry', 'signs of HTML such as &amp;amp; in the parameter "Text" (1 item)'],
	['<think>Hm.</think>Your order is ready.', 'People read what the model thought'],
	['={{ "That is 59.699999999999996 EUR" }}', '{{ Number($json.price).toFixed(2) }}'],
	['=That is {{ 19.9 * 3 }} EUR', '{{ 19.9 * 3 }} in the parameter "Text" gave a number with many'],
	['={{ "On " + new Date(0) }}', 'in the parameter "Text" gave a date as programs write it'],
	...['is {{ 19.9 * 3 }}.', '*{{ 19.9 * 3 }}*', 'EUR{{ 19.9 * 3 }}EUR'].map(
		(words): [string, string] => [`=It ${words}`, 'gave a number with many decimals for 1 item'],
	),
	...['*{{ $now.toISO() }}*', 'Date:{{ $now.toISO() }}', '({{ $now.toISO() }})'].map(
		(words): [string, string] => [`=At ${words}`, 'gave a date as programs write it for 1 item'],
	),
	['={{ "Line 1<br>Line 2" }}', 'tags of HTML such as ‹br› in the parameter "Text" (1 item)'],
	['={{ "Caf&eacute;" }}', 'signs of HTML such as &amp;amp; in the parameter "Text" (1 item)'],
	['={{ "On 2026-01-05T09:00:00.000Z" }}', 'gave a date as programs write it for 1 item'],
	['={{ "Dear M\u00c3\u00bcller" }}', 'gave signs of a wrong encoding for 1 item'],
	['={{ "StraÃŸe in Ã–sterreich" }}', 'gave signs of a wrong encoding for 1 item'],
	...['5 â‚¬', 'ðŸ˜€', 'Ù…Ø±Ø­Ø¨Ø§', 'ÐŸÑ€Ð¸Ð²ÐµÑ‚', 'ä½ å¥½', 'à¸ªà¸§', 'â†’ here', '×©×œ'].map(
		(words): [string, string] => [`={{ "${words}" }}`, 'gave signs of a wrong encoding for 1 item'],
	),
	['={{ $now }}', 'gave a date as programs write it for 1 item'],
	['**Hi Ada**, your order is ready', 'add the option "Markdown"'],
	['={{ "### Order" }}', 'add the option "Markdown"'],
	['={{ "See [Shop](https://shop.example)" }}', 'add the option "Markdown"'],
	['={{ "Hi $json.name" }}', '$json.name'],
	['={{ "10 &deg;" }}', 'signs of HTML such as &amp;amp; in the parameter "Text" (1 item)'],
	['={{ "<small>Hi</small>" }}', 'tags of HTML such as ‹br› in the parameter "Text" (1 item)'],
	['={{ "Dear M\ufffdller" }}', 'gave signs of a wrong encoding for 1 item'],
	['={{ "Line 1" + String.fromCharCode(92) + "nLine 2" }}', 'in the data of 1 item'],
])('%j goes as it is, with a hint', async (words, hint) => {
	const { hints } = await execute({ items, parameters: saying(words) });
	expect(hints.map((one) => one.message)).toEqual([textWith(hint)]);
	expect(await acceptedTexts()).toHaveLength(1);
});

it.each([
	['excel', '$json.date', 45_992, '01.12.2025'],
	['excel', '$json["Due Date"]', 45_992.5, '01.12.2025'],
	['excel', '$json.Termin', '45992', '01.12.2025'],
	['s', '$json.created', 1_764_547_200, '30.11.2025 19:00'],
	['ms', '$json.order.createdAt', 1_764_547_200_000, '30.11.2025 19:00'],
])(
	'a day as a number (%s) is a hint with what writes it for people',
	async (_, read, at, shown) => {
		const rows = [
			{ json: { date: at, 'Due Date': at, Termin: at, created: at, order: { createdAt: at } } },
		];
		for (const entered of [`={{ ${read} }}`, `=On {{ ${read} }}.`]) {
			const { hints } = await execute({ items: rows, parameters: saying(entered) });
			const [hint = { message: '' }] = hints;
			expect(hint.message).toEqual(
				textWith(`{{ ${read} }} in the parameter "Text" gave a number for 1 item.`),
			);
			const [, meant = ''] = /enter (\{\{.*\}\})\.$/.exec(hint.message) ?? [];
			await execute({ items: rows, parameters: saying(`=${meant}`) });
			expect((await acceptedTexts()).at(-1)).toBe(shown);
		}
	},
);

it.each([
	['$json.amount', 45_992],
	['$json.order', '1764547200'],
	['$json.date', 2025],
	['$json.data.id', 45_992],
	['$json.created.length', 45_992],
])('%s with %s needs no such hint', async (read, given) => {
	const json = { amount: given, order: given, date: given, data: { id: given } };
	const created = { length: given };
	const rows = [{ json: { ...json, created } }];
	expect((await execute({ items: rows, parameters: saying(`={{ ${read} }}`) })).hints).toEqual([]);
});

it.each([
	...['C:\\new\\names.txt', 'a < b & c > d', 'I <3 you', 'R&D', 'x<y>z'],
	...['https://a.example/2026-01-05T09:00', 'SÃO PAULO, AMANHÃ', '«Ã»', 'ESPAÑ…', '«café»…'],
	...['“Café”… “Thé” à… “là”', 'Ø±', '5×2×3', 'Spaß…', '“É”–“Ü”'],
	...['Tom&Jerry; 5', 'Card ****1234, refund to ****5678', '5 €**, 7 €** at the shop'],
	...['2**3 and 4**5', '# 12 Main St', '#1 of **'],
	...[
		'Ask for localhost',
		'https://n8n.example/webhook/a',
		'https://a.example/?to=http://localhost/',
	],
	...['für null Euro', 'My nan said null', 'Nil: 3'],
	...['file-2026-01-05T09:00.pdf', 'geo/48.1234567890', 'at 1.2.3456789012'],
	...[
		'https://a.example/?at=2026-01-05T09:00&lat=48.1234567890',
		'https://a.example/a%20b',
		'(shop.example/a%20b)',
		'10%20 off',
		'20 %0',
	],
])('%j needs no hint', async (words) => {
	const parameters = { ...saying('={{ $json.words }}'), to: '12025550001' };
	const { hints } = await execute({ items: [{ json: { words } }], parameters });
	expect(hints).toEqual([]);
	expect(await acceptedTexts()).toEqual([words]);
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

it.each(['={{ $json.about }}', '=About: {{ $json.about }}', '={{ "About: " + $json.about }}'])(
	'a question %j can be about "[object Object]"',
	async (asked) => {
		await execute({ items, parameters: question({ message: asked }) });
		expect(await acceptedTexts()).toEqual([textWith(json.about)]);
	},
);

it.each(['={{ String($json.person) }}', '={{ "Hi " + $json.person }}', '={{ $json.lost }}'])(
	'a question %j is an error if an object in it cannot be read',
	async (asked) => {
		const lost = [{ json: { ...json, lost: '[object Object]' } }];
		const { error } = await execute({ items: lost, parameters: question({ message: asked }) });
		expect(error?.message).toEqual(textWith('object'));
		expect(await requests()).toEqual([]);
	},
);

describe('several rows for one person', () => {
	const rows = Array.from({ length: 5 }, (_, at) => ({
		json: { to: '12025550001', name: `${at}` },
	}));

	it.each(['12025550001', "={{ $('Start').first().json.to }}"])(
		'are a hint if the messages are equal and the recipient is %s',
		async (to) => {
			const { hints } = await execute({ items: rows, parameters: { ...text, to } });
			expect(hints.map((hint) => hint.message)).toEqual([
				'5 equal messages go to one person. To send one, switch on "Execute Once" in Settings.',
			]);
			expect(await control().messages()).toHaveLength(5);
		},
	);

	it('are none if the messages differ, or each row has its recipient', async () => {
		const differ = await execute({ items: rows, parameters: saying('=No. {{ $json.name }}') });
		const each = await execute({ items: rows, parameters: { ...text, to: '={{ $json.to }}' } });
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
			'{{ $json.phone.find((one) => one.primary).value }}',
		],
		[
			'={{ $json.phone }}',
			{ area: '202', phone: '5550001' },
			'{{ $json.phone.area }}{{ $json.phone.phone }}',
		],
		[
			'={{ $json.phone }}',
			{ primary: { phone_number: '+491711234567' } },
			'{{ $json.phone.primary.phone_number }}',
		],
		[
			'={{ $json.phone }}',
			{ name: 'phone', values: ['+491711234567'] },
			'{{ $json.phone.values[0] }}',
		],
		['={{ $json["phone"] }}', { number: 491711234567 }, '{{ $json["phone"].number }}'],
		['=+{{ $json.phone }}', { value: '491711234567' }, '{{ $json.phone.value }}'],
	])('%s with %j names the expression', async (to, phone, expression) => {
		const failure = await failureOf({ items: [{ json: { phone } }], parameters: { ...text, to } });
		expect(failure.details).toMatchObject({ description: textWith(`Enter ${expression}`) });
		expect(failure.error).toMatch(/object/);
		expect(await requests()).toEqual([]);
	});

	it('with another number beside an empty one, it is an object', async () => {
		const items = [{ json: { phone: '', mobile: '+491711234567' } }];
		const failure = await failureOf({ items, parameters: { ...text, to: '={{ $json }}' } });
		expect(failure.error).toContain('object');
	});

	it.each([[[{ label: 'work', value: '', primary: true }]], [{ value: null }]])(
		'without a number in it, it is empty: %j',
		async (phone) => {
			const to = '={{ $json.phone }}';
			const failure = await failureOf({
				items: [{ json: { phone } }],
				parameters: { ...text, to },
			});
			expect(failure.error).toBe('The recipient is empty');
			expect(failure.details).toMatchObject({ reason: 'recipientEmpty' });
		},
	);

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

	it.each([
		['={{ $json.Phone }}', 'Do you mean {{ $json["Phone "] }}?', { 'Phone ': '+491711234567' }],
		[
			'={{ $json.phone }}',
			'Do you mean {{ $json.body.phone }}?',
			{ body: { phone: '+491711234567' } },
		],
		[
			'={{ $json.fields.phone }}',
			'Do you mean {{ $json.fields.Phone }}?',
			{ fields: { Phone: '1' } },
		],
		[
			'={{ $json.billing.phone }}',
			'Do you mean {{ $json.body.billing.phone }}?',
			{ body: { billing: { phone: '+491711234567' } } },
		],
		['={{ $json.phone }}', 'The item has these fields: "name", "mail".', { name: 'Ada', mail: '' }],
		['=+{{ $json.phone }}', 'The item has these fields: "name".', { name: 'Ada' }],
	])('%s says which fields there are: %s', async (to, advice, given) => {
		const failure = await failureOf({ items: [{ json: given }], parameters: { ...text, to } });
		expect(failure.error).toMatch(/recipient is empty/);
		expect(failure.details).toMatchObject({ description: textWith(advice) });
	});
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
