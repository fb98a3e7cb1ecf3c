import { reviewType } from '../n8n/examples';
import { textWith } from './support/matchers';
import { form, question, questionsOnSandbox } from './support/questionsOnSandbox';
import { respondedBy } from '../support/respondedBy';

const { ask, visit, execute, acceptedTexts, requests } = questionsOnSandbox();

const textOf = (page: string) =>
	page
		.replace(/^[^]*<\/style>/, '')
		.replace(/<[^>]*>/g, '\n')
		.split('\n')
		.filter((line) => line.trim() !== '');
const own = 'Darf Ada frei haben?';

it('in the language of the page are the message, the page, what is wrong, and what comes after the answer', async () => {
	const asked = await ask(question({ message: own, options: { pageLanguage: 'de-AT' } }));
	expect(await acceptedTexts()).toEqual([
		expect.stringMatching(/^Darf Ada frei haben\?\n\nGenehmigen oder ablehnen:\nhttp\S+$/),
	]);
	const { page } = await visit(asked);
	expect(page).toContain('<html lang="de-AT" dir="ltr">');
	const shown = [own, 'Kommentar (optional)', 'Genehmigen', 'Ablehnen'];
	expect(textOf(page)).toEqual(shown);
	const none = await visit(asked, {});
	const press = 'Es wurde nichts gespeichert. Bitte w\u00E4hlen Sie eine der Schaltfl\u00E4chen.';
	expect(textOf(none.page)).toEqual([own, press, ...shown.slice(1)]);
	const given = await visit(asked, { answer: 'approve' });
	expect(textOf(given.page)).toEqual([
		'Gespeichert',
		'Ihre Antwort wurde gespeichert. Sie k\u00F6nnen diese Seite schlie\u00DFen.',
		own,
		'Ihre Auswahl: Genehmigen',
	]);
	const other = await visit(asked, { answer: 'decline' });
	expect(other.status).toBe(409);
	expect(other.page).toContain('Diese Frage wurde soeben beantwortet');
});

it('so is the page of a link that leads to an earlier question, or to one that cannot be shown', async () => {
	const parameters = question({ options: { pageLanguage: 'pt-BR' } });
	const first = await ask(parameters);
	const second = await ask(parameters);
	const earlier = await visit({ ...second, links: first.links });
	expect(earlier.status).toBe(410);
	expect(textOf(earlier.page)[0]).toBe('Esta pergunta est\u00E1 encerrada');
	const { contextData } = second.outcome.run.data.executionData ?? {};
	for (const kept of Object.values(contextData ?? {}))
		kept.question = String(kept.question).replace('"type"', '"kind"');
	const broken = await visit(second, {}, 1);
	expect(broken.status).toBe(500);
	expect(textOf(broken.page)[0]).toBe('N\u00E3o \u00E9 poss\u00EDvel mostrar esta p\u00E1gina');
});

const unchanged = {
	messageButtonLabel: 'Answer',
	responseFormTitle: 'Please answer',
	commentLabel: 'Comment (optional)',
	recordedText: 'Your answer was recorded. You can close this page.',
};
const values = { approvalType: 'double', approveLabel: 'Approve', disapproveLabel: 'Decline' };

it('words that nobody has changed are in the language of the page, and others stay', async () => {
	const options = { ...unchanged, pageLanguage: 'fr' };
	const french = await ask(question({ approvalOptions: { values }, options }));
	expect((await acceptedTexts())[0]).toContain('\n\nR\u00E9pondre\u00A0:\nhttp');
	const titled = ['Merci de r\u00E9pondre', 'May Ada take Friday off?'];
	const shown = [...titled, 'Commentaire (facultatif)', 'Approuver', 'Refuser'];
	expect(textOf((await visit(french)).page)).toEqual(shown);
	const labels = { ...values, disapproveLabel: 'Jamais' };
	const own = { ...options, commentLabel: 'Pourquoi ?', messageButtonLabel: 'Oui ou non ?' };
	const changed = await ask(question({ approvalOptions: { values: labels }, options: own }));
	expect((await acceptedTexts())[1]).toContain('\n\nOui ou non ?\nhttp');
	const mixed = [...titled, 'Pourquoi ?', 'Approuver', 'Jamais'];
	expect(textOf((await visit(changed, undefined, 1)).page)).toEqual(mixed);
});

it('without a comment label, the page has no field for a comment, and takes none', async () => {
	const asked = await ask(question({ options: { commentLabel: '' } }));
	expect((await visit(asked)).page).not.toContain('<textarea');
	const { data } = await visit(asked, { answer: 'approve', comment: 'Hello' });
	expect(data).toEqual({
		approved: true,
		...respondedBy('12025554567'),
	});
});

it('the review of a tool says when its comment is read, and then tells the model that nothing ran', async () => {
	const calls = [{ tool: 'Behind', toolParameters: { Text: 'Hello' } }];
	const asked = await ask(question(), { type: reviewType, calls });
	const { page } = await visit(asked);
	expect(page).toContain('>Comment (optional, read only if you decline)</label>');
	const { data } = await visit(asked, { answer: 'decline', comment: 'Not today' });
	expect(data).toMatchObject({
		approved: false,
		comment: 'Not today',
		chatInput: 'Declined, so the tool did not run. Comment: Not today',
	});
});

it.each(['={{ $tool.parameters.Text }}', '=Send? {{ $tool.parameters.Text }}'])(
	'the review %j of a text about "[object Object]" is asked',
	async (asked) => {
		const Text = 'JavaScript shows [object Object]';
		const calls = [{ tool: 'Behind', toolParameters: { Text } }];
		await ask(question({ message: asked }), { type: reviewType, calls });
		expect(await acceptedTexts()).toEqual([textWith(Text)]);
	},
);

it.each(['x_y', 'German'])(
	'a page language that does not exist is an error before anything is sent: %s',
	async (pageLanguage) => {
		const { error } = await execute({ parameters: question({ options: { pageLanguage } }) });
		expect(error?.message).toBe(`The page language "${pageLanguage}" is not known`);
		expect(await requests()).toEqual([]);
	},
);

it('a question that would say "[object Object]" is not asked: an expression joined an object to words', async () => {
	const parameters = { ...question(), message: '={{ "Input: " + ({ to: "Ada" }) }}' };
	const { error } = await execute({ items: [{ json: {} }], parameters });
	expect(error?.message).toContain('would say "[object Object]"');
	expect(await requests()).toEqual([]);
});

it.each([
	['May Ada go?', {}, ['May Ada go?']],
	['May Ada go?\n\nOn Friday.\nFor a day.', {}, ['May Ada go?', 'On Friday.', 'For a day.']],
	['May Ada go?', { responseFormTitle: 'Leave' }, ['Leave', 'May Ada go?']],
	['May Ada go?', { responseFormDescription: 'Ada\nFriday' }, ['Ada', 'Friday']],
])(
	'the heading of the page is the first line of the question, unless it has a title: %j, %j',
	async (message, options, lines) => {
		const asked = await ask(question({ message, options: { ...options, commentLabel: '' } }));
		const { page } = await visit(asked);
		expect(textOf(page)).toEqual([...lines, 'Approve', 'Decline']);
		expect(page).toContain(`<title>${lines[0]}</title>`);
		expect(page).toMatch(new RegExp(`<h1[^>]*>${lines[0]?.replace('?', '\\?')}</h1>`));
	},
);

it('a field says in words that it is required, and for files which kinds and how much', async () => {
	const fields = [
		{ fieldLabel: 'Receipt', fieldType: 'file', requiredField: true },
		{ fieldLabel: 'More', fieldType: 'file', acceptFileTypes: '.pdf, image/*, text/csv' },
		{ fieldLabel: 'Day', fieldType: 'date', requiredField: true },
	];
	const shownIn = async (pageLanguage: string, at: number) => {
		const asked = await ask(form(fields, { options: { pageLanguage } }));
		return textOf((await visit(asked, undefined, at)).page).map((line) => line.trim());
	};
	expect(await shownIn('en', 0)).toEqual(
		expect.arrayContaining([
			...['Receipt', '(required)', 'at most 200 MB in all'],
			...['More', '.pdf, pictures, .csv', '\u00b7 at most 200 MB in all', 'Day', '(required)'],
		]),
	);
	process.env.N8N_FORMDATA_FILE_SIZE_MAX = '16';
	const german = await shownIn('de', 1);
	delete process.env.N8N_FORMDATA_FILE_SIZE_MAX;
	expect(german).toContain('.pdf, Bilder, .csv');
	expect(german).toContain('\u00b7 zusammen h\u00F6chstens 16 MB');
	expect(german).toContain('(erforderlich)');
});
