// What a field of a form contains at first.
import { form, questionsOnSandbox } from './questionsOnSandbox';

const { ask, visit } = questionsOnSandbox();

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

it.each(['2026-03-31T22:30:00.000Z', '2026-03-31 22:30:00+00', '2026-03-31T22:30:00+0000'])(
	'a moment is shown as its day in the time zone of the workflow: %s',
	async (day) => {
		const field = { fieldLabel: 'From', fieldType: 'date', defaultValue: '={{ $json.day }}' };
		const asked = await ask(form([field]), {
			items: [{ json: { day } }],
			settings: { timezone: 'Europe/Berlin' },
		});
		expect((await visit(asked)).page).toContain('value="2026-04-01"');
	},
);
