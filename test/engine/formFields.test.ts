// What the fields of a form contain at first, and which forms and answers are refused.
import { form, questionsOnSandbox } from './support/questionsOnSandbox';

const { ask, visit, execute, requestedTexts } = questionsOnSandbox();

it('a text with line breaks comes back with them', async () => {
	const address = 'Hauptstr. 1\n10115 Berlin';
	const asked = await ask(form([{ fieldLabel: 'Address', defaultValue: '={{ $json.address }}' }]), {
		items: [{ json: { address } }],
	});
	// Browsers drop the line breaks in any other element.
	expect((await visit(asked)).page).toMatch(/<textarea[^>]*>\n?Hauptstr\. 1\n10115 Berlin</);
	expect((await visit(asked, { answer: 'send', f0: address })).data).toMatchObject({
		Address: address,
	});
});

it.each(['+5', '5.'])('a number is shown as browsers show one: %s', async (defaultValue) => {
	const asked = await ask(form([{ fieldLabel: 'Points', fieldType: 'number', defaultValue }]));
	expect((await visit(asked)).page).toContain('value="5"');
});

it('a number that has lost its last digits is refused', async () => {
	const asked = await ask(form([{ fieldLabel: 'Order', defaultValue: '={{ $json.id }}' }]), {
		items: [{ json: { id: Number('1203630252461254861') } }],
	});
	expect(asked.outcome.error?.message).toContain('lost digits');
	expect(asked.links).toEqual([]);
});

const boxes = (count: number) =>
	Array.from({ length: count }, (_, at) => String(at)).map((option) => ({ option }));

it.each<[string, object[]]>([
	[
		'1,500 checkboxes',
		[{ fieldLabel: 'a', fieldType: 'checkbox', fieldOptions: { values: boxes(1500) } }],
	],
	[
		'more texts than n8n takes',
		Array.from({ length: 700 }, (_, at) => ({ fieldLabel: `Text ${at}` })),
	],
])(
	'a form that n8n cannot take back is refused before the question is sent: %s',
	async (_, fields) => {
		const { error, run } = await execute({ parameters: form(fields) });
		expect(error?.message).toBe('The form is too large');
		expect(error?.description).toContain('1000 entries');
		expect(run.status).toBe('error');
		expect(await requestedTexts()).toEqual([]);
	},
);

it('a body that is no answer shows the page that asks again', async () => {
	const asked = await ask(form([{ fieldLabel: 'Name' }]));
	for (const body of ['', 'null', '[]', '"send"', '{"data":null}']) {
		const { status, page, data } = await visit(asked, body);
		expect([body, status, data]).toEqual([body, 400, undefined]);
		expect(page).toContain('please choose one of the buttons');
	}
});
