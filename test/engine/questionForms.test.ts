import { textWith } from './support/matchers';
import { form, question, questionsOnSandbox } from './support/questionsOnSandbox';
import { respondedBy } from '../support/respondedBy';

const { ask, visit, execute, requestedTexts } = questionsOnSandbox();

/** A question whose page is a form that JSON describes, as in n8n’s own forms. */
const jsonForm = (jsonOutput: unknown) =>
	question({ responseType: 'customForm', defineForm: 'json', jsonOutput: jsonOutput as string });
const send = { answer: 'send' };
const choices = (...names: string[]) => ({
	fieldOptions: { values: names.map((option) => ({ option })) },
});
const each = [
	{ fieldLabel: 'Name', requiredField: true, placeholder: 'Ada' },
	{
		fieldLabel: 'Reply',
		fieldType: 'textarea',
		fieldName: 'reply',
		defaultValue: 'Dear Ada,\n<b>',
	},
	{ fieldLabel: 'Mail', fieldType: 'email' },
	{ fieldLabel: 'Days', fieldType: 'number' },
	{ fieldLabel: 'From', fieldType: 'date' },
	{ fieldLabel: 'Size', fieldType: 'dropdown', ...choices('S', 'L') },
	{ fieldLabel: 'Pay', fieldType: 'radio', ...choices('now', 'later') },
	{ fieldLabel: 'With', fieldType: 'checkbox', ...choices('milk', 'sugar', 'tea, hot') },
];
const filled = {
	...send,
	f0: ' Ada ',
	f1: 'One\r\nTwo',
	f2: 'ada@example.com',
	f3: '1.5',
	f4: '2026-03-31',
	f5: 'L',
	f6: 'later',
	f7: ['milk', 'tea, hot'],
};
const answers = {
	Name: 'Ada',
	reply: 'One\nTwo',
	Mail: 'ada@example.com',
	Days: 1.5,
	From: '2026-03-31',
	Size: 'L',
	Pay: 'later',
	With: ['milk', 'tea, hot'],
};
const responded = respondedBy('12025554567');

it.each([
	['its fields', form(each)],
	['JSON, as in n8n’s own forms', jsonForm(JSON.stringify(each))],
])(
	'a form from %s is answered: numbers as numbers, checkboxes as a list',
	async (_, parameters) => {
		const asked = await ask(parameters);
		expect(asked.outcome.run.status).toBe('waiting');
		const { status, data } = await visit(asked, filled);
		expect([status, data]).toEqual([200, { ...answers, ...responded }]);
	},
);

it('what was left empty is there: as an empty text, an empty list, or null', async () => {
	const { data } = await visit(await ask(form(each)), { ...send, f0: 'Ada' });
	const none = { reply: '', Mail: '', Days: null, From: null, Size: null, Pay: null, With: [] };
	expect(data).toEqual({ Name: 'Ada', ...none, ...responded });
});

it.each<[string, Record<string, string | string[]>, string]>([
	['a required field', { f0: ' ' }, 'Please fill this in'],
	['a choice that is sent twice', { f5: ['L', 'S'] }, 'Please choose from these'],
	['a choice that is not there', { f5: 'XL' }, 'Please choose from these'],
	['a box that is not there', { f7: ['milk', 'salt'] }, 'Please choose from these'],
	['a number', { f3: 'two' }, 'Please enter a number'],
	['an endless number', { f3: '1e999' }, 'Please enter a number'],
	['a number that would lose digits', { f3: '12345678901234567891' }, 'Please enter a number'],
	['an e-mail address', { f2: 'ada' }, 'Please enter an e-mail address'],
	['a date', { f4: '2026-02-30' }, 'Please enter a date'],
	['a very long text', { f1: 'x'.repeat(10_001) }, 'at most 10000 characters'],
])('%s is checked by the server, which keeps what was entered', async (_, wrong, said) => {
	const asked = await ask(form(each));
	const { status, page, data } = await visit(asked, { ...filled, ...wrong });
	expect([status, data]).toEqual([400, undefined]);
	expect(page.match(/class="problem"/g)).toHaveLength(1);
	expect(page).toContain(said);
	expect(page).toContain('value="ada');
	expect(page).toContain('<option value="S">');
	for (const value of Object.values(wrong).flat().slice(0, 1))
		if (value.trim() && !/salt|XL/.test(value)) expect(page).toContain(value);
	expect((await visit(asked, filled)).data).toEqual({ ...answers, ...responded });
});

it('a form counts if its button was pressed or a field was filled in, even if every field may be empty', async () => {
	const asked = await ask(form([{ fieldLabel: 'Name' }]));
	expect((await visit(asked, {})).status).toBe(400);
	expect((await visit(asked, { ...send })).data).toEqual({ Name: '', ...responded });
	const other = await ask(form([{ fieldLabel: 'Name' }]));
	expect((await visit(other, { f0: 'Ada' }, 1)).data).toEqual({ Name: 'Ada', ...responded });
});

it('fields that were not asked for are dropped, and the time and the person win over fields of their names', async () => {
	const names = ['respondedAt', 'respondedBy', 'constructor', 'a[b]', 'f1'];
	const asked = await ask(form(names.map((fieldLabel) => ({ fieldLabel }))));
	const more = { more: 'x', __proto__: 'x', respondedBy: 'me', f9: 'x' };
	const filledIn = { f0: '1', f1: '2', f2: '3', f3: '4', f4: '5' };
	const { data } = await visit(asked, { ...send, ...more, ...filledIn });
	expect(data).toEqual({ constructor: '3', 'a[b]': '4', f1: '5', ...responded });
	expect(data?.respondedAt).not.toBe('1');
});

it('a form has 50 fields, and markup in a label is text', async () => {
	const fields = Array.from({ length: 50 }, (_, at) => ({ fieldLabel: `<script>${at}</script>` }));
	const asked = await ask(form(fields));
	const { page } = await visit(asked);
	expect(page).not.toContain('<script');
	expect(page).toContain('&#60;script&#62;49&#60;/script&#62;');
	const values = Object.fromEntries(fields.map((_, at) => [`f${at}`, String(at)]));
	const { data } = await visit(asked, { ...send, ...values });
	expect(Object.keys(data ?? {})).toHaveLength(54);
	expect(data?.['<script>49</script>']).toBe('49');
});

it('a draft is on the page, and comes back as it was edited', async () => {
	const draft = 'Dear Ada,\n\n"yes" & <no>\n';
	const field = { fieldLabel: 'Reply', fieldType: 'textarea', defaultValue: '={{ $json.draft }}' };
	const asked = await ask(form([field]), { items: [{ json: { draft } }] });
	const { page } = await visit(asked);
	expect(page).toContain('>\nDear Ada,\n\n&#34;yes&#34; &#38; &#60;no&#62;</textarea>');
	expect((await visit(asked, { ...send, f0: 'Dear Ada, no' })).data?.Reply).toBe('Dear Ada, no');
});

const evening = 'DateTime.fromISO("2031-03-31T21:00", { zone: "America/New_York" })';

it.each([
	...[`${evening}.toJSDate()`, `${evening}.toUTC().toISO()`, evening],
	// As databases write it.
	...['"2031-04-01 01:00:00+00"', '"2031-04-01T01:00:00+0000"'],
])('the default of a date is the day in the time zone of the workflow: %s', async (moment) => {
	const day = { fieldLabel: 'Day', fieldType: 'date', defaultValue: `={{ ${moment} }}` };
	expect((await visit(await ask(form([day])))).page).toContain('type="date" value="2031-03-31"');
});

const long = 'x'.repeat(10_001);
const wrong = { defaultValue: 'y' };
const radio = { fieldType: 'radio' };

it.each<[what: string, fields: object | object[], said: string]>([
	['no field', [], 'The form has no fields'],
	['a field without a label', { fieldLabel: ' ' }, 'Field 1 of the form has no label'],
	['a password', { fieldType: 'password' }, 'The type "password"'],
	['markup', { fieldType: 'html' }, 'The type "html" of the field "a" cannot be used'],
	[
		'two of one name',
		[{}, { fieldLabel: 'b', fieldName: 'a' }],
		'Two fields of the form have the name "a"',
	],
	['the name __proto__', { fieldName: '__proto__' }, 'The name "__proto__" cannot be used'],
	[
		'a choice that nobody sees',
		{ ...radio, ...choices('x', '\u3164') },
		'The options of the field',
	],
	['a label that nobody sees', { fieldLabel: '\u3164' }, 'Field 1 of the form has no label'],
	[
		'two defaults',
		{ defaultValue: ['x', 'y'] },
		'The default value "x, y" of the field "a" cannot be used',
	],
	['no choices', radio, 'The options of the field "a" cannot be used'],
	['a draft that is too long', { defaultValue: long }, 'of the field "a" cannot be used'],
	[
		'an empty choice',
		{ ...radio, ...choices('x', ' ') },
		'The options of the field "a" cannot be used',
	],
	['a long choice', { ...radio, ...choices(long) }, 'The options of the field "a" cannot be used'],
	[
		'a default that is no choice',
		{ ...radio, ...wrong, ...choices('x') },
		'The default value "y" of the field "a" cannot be used',
	],
	['a default that is no number', { fieldType: 'number', ...wrong }, 'The default value "y"'],
	['an object as a default', { defaultValue: '={{ ({ a: 1 }) }}' }, 'is an object instead of text'],
])('a form that cannot be shown fails before anything is sent: %s', async (_, given, said) => {
	const fields = [given].flat().map((field) => ({ fieldLabel: 'a', ...field }));
	for (const parameters of [form(fields), jsonForm(fields)]) {
		// In JSON an expression is only a text.
		if ('jsonOutput' in parameters && JSON.stringify(fields).includes('={{')) continue;
		const { error, run } = await execute({ parameters });
		expect(error?.message).toContain(said);
		expect(run.status).toBe('error');
	}
	expect(await requestedTexts()).toEqual([]);
});

it.each([
	{ defaultValue: ['x', 'y'] },
	{ fieldType: 'hiddenField', fieldName: 'a', fieldValue: ['x', 'y'] },
])('a list as the value of one text names what makes one text of it: %j', async (given) => {
	const { error } = await execute({ parameters: form([{ fieldLabel: 'a', ...given }]) });
	expect(error).toMatchObject({ description: textWith('.join(", ") makes one text of it') });
});

it.each([['now'], { values: [null] }, { values: { option: 'now' } }, { values: 'now' }])(
	'choices in another shape than that of n8n fail: %j',
	async (fieldOptions) => {
		const jsonOutput = JSON.stringify([{ fieldLabel: 'a', fieldType: 'radio', fieldOptions }]);
		const { error } = await execute({ parameters: jsonForm(jsonOutput) });
		expect(error?.message).toBe('The options of the field "a" cannot be used');
	},
);

it.each(['{', '{}', '"a"', '[1]', '[null]', ''])(
	'JSON that is no list of fields fails: %s',
	async (jsonOutput) => {
		expect((await execute({ parameters: jsonForm(jsonOutput) })).error?.message).toMatch(
			/^The form (is not valid JSON|has no fields)/,
		);
		expect(await requestedTexts()).toEqual([]);
	},
);
