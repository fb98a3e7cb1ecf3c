import { reviewType } from '../n8n/examples';
import { question, questionsOnSandbox } from './questionsOnSandbox';

const { ask, visit, execute, acceptedTexts, requests } = questionsOnSandbox();

const words = {
	messageButtonLabel: 'Genehmigen oder ablehnen',
	responseFormTitle: 'Bitte antworten',
	responseFormDescription: 'Darf Ada am Freitag frei haben?',
	commentLabel: 'Anmerkung',
	recordedText: 'Danke, das ist notiert.',
	pageLanguage: 'de',
};
const german = question({
	message: 'Eine Frage:',
	approvalOptions: { values: { approveLabel: 'Ja', disapproveLabel: 'Nein' } },
	options: words,
});

it('with all words set, the message and the pages have no others', async () => {
	const asked = await ask(german);
	expect(await acceptedTexts()).toEqual([
		expect.stringMatching(/^Eine Frage:\n\nGenehmigen oder ablehnen:\nhttp\S+$/),
	]);
	const textOf = (page: string) =>
		page
			.replace(/^[^]*<\/style>/, '')
			.replace(/<[^>]*>/g, '\n')
			.split('\n')
			.filter((line) => line.trim() !== '');
	const { responseFormTitle: title, responseFormDescription: said, commentLabel } = words;
	const { page } = await visit(asked);
	expect(page).toContain('<html lang="de" dir="ltr">');
	expect(textOf(page)).toEqual([title, said, commentLabel, 'Ja', 'Nein']);
	const none = await visit(asked, {});
	expect(textOf(none.page)).toEqual([title, said, '⚠', commentLabel, 'Ja', 'Nein']);
	const given = await visit(asked, { answer: 'approve' });
	expect(textOf(given.page)).toEqual([title, words.recordedText, '✓ Ja']);
});

it('without a comment label, the page has no field for a comment, and takes none', async () => {
	const asked = await ask(question({ options: { commentLabel: '' } }));
	expect((await visit(asked)).page).not.toContain('<textarea');
	const { data } = await visit(asked, { answer: 'approve', comment: 'Hello' });
	expect(data).toEqual({
		approved: true,
		respondedAt: expect.any(String),
		respondedBy: '12025554567',
	});
});

it('the review of a tool says when its comment is read, and then tells the model that nothing ran', async () => {
	const asked = await ask(question(), { type: reviewType });
	const { page } = await visit(asked);
	expect(page).toContain('>Comment (optional, read only if you decline)</label>');
	const { data } = await visit(asked, { answer: 'decline', comment: 'Not today' });
	expect(data).toMatchObject({
		approved: false,
		comment: 'Not today',
		chatInput: 'Declined, so the tool did not run. Comment: Not today',
	});
});

it('the review of a tool has the words of its own comment label', async () => {
	const parameters = question({ options: { commentLabel: 'Why?' } });
	const { page } = await visit(await ask(parameters, { type: reviewType }));
	expect(page).toContain('>Why?</label>');
	expect(page).not.toContain('read only');
});

it('a page language that does not exist is an error before anything is sent', async () => {
	const { error } = await execute({ parameters: question({ options: { pageLanguage: 'x_y' } }) });
	expect(error?.message).toBe('The page language "x_y" is not known');
	expect(await requests()).toEqual([]);
});
