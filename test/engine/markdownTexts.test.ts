// Texts of a model: the option "Markdown", alone and with "Split Text".
import { reviewType } from '../n8n/examples';
import { texts } from './support/deliveryOnSandbox';
import { textWith } from './support/matchers';
import { message, photo } from './support/parameters';
import { question, questionsOnSandbox } from './support/questionsOnSandbox';

const { acceptedTexts, ask, control, execute, run } = questionsOnSandbox();

const splitText = { values: { by: 'paragraphs', maxLength: 4096 } };
const answer = '# Plan\n\n**One** and\n*two*\n\n```\na\nb\n```\n\n[End](https://a.example)';
const pieces = ['*Plan*', '*One* and\n_two_', '```\na\nb\n```', 'End (https://a.example)'];

describe('a text with Markdown', () => {
	it.each([
		['chat', pieces.join('\n\n')],
		['plain', 'Plan\n\nOne and\ntwo\n\na\nb\n\nEnd (https://a.example)'],
	])('goes out %s as the parser of all of Markdown reads it', async (markdown, said) => {
		const items = [{ json: { to: '1555', text: answer } }];
		await run({ items, parameters: texts({ markdown }) });
		expect(await acceptedTexts()).toEqual([said]);
	});

	it('goes out as it is without the option', async () => {
		await run({ items: [{ json: { to: '1555', text: answer } }], parameters: texts() });
		expect(await acceptedTexts()).toEqual([answer]);
	});

	it('is cut after it was converted, and a retry continues with the piece that failed', async () => {
		const items = [{ json: { to: '1555', text: answer } }];
		await control().bend({ path: 'messages', skip: 2, status: 422 });
		const request = { items, parameters: texts({ markdown: 'chat', splitText }) };
		const failed = await execute(request);
		expect(failed.error?.description).toEqual(textWith('This is message 3 of 4 of the item'));
		expect(await acceptedTexts()).toEqual(pieces.slice(0, 2));
		const { items: output } = await execute(request, failed.run);
		expect(await acceptedTexts()).toEqual(pieces);
		expect(output).toHaveLength(4);
	});

	it('can differ for each item', async () => {
		const items = ['asIs', 'plain'].map((how) => ({ json: { to: '1555', text: '**a**', how } }));
		await run({ items, parameters: texts({ markdown: '={{ $json.how }}' }) });
		expect(await acceptedTexts()).toEqual(['**a**', 'a']);
	});

	it('can be a caption', async () => {
		const image = message('image', { caption: '**caption**', options: { markdown: 'plain' } });
		await run({ items: [{ binary: { data: photo } }], parameters: image });
		const [sent] = await control().messages();
		expect(sent?.content.media).toMatchObject({ caption: 'caption' });
	});
});

it('a question goes out without its signs', async () => {
	await ask(question({ message: 'May **Ada** leave?', options: { markdown: 'plain' } }));
	expect(await acceptedTexts()).toEqual([textWith('May Ada leave?')]);
});

it('a human review shows what a model wrote as it goes, whatever the option says', async () => {
	const message = '**Pay** [us](https://a.example "1000 EUR")';
	const calls = [{ tool: 'Behind', toolParameters: { Text: 'Pay' } }];
	const { outcome } = await ask(question({ message, options: { markdown: 'plain' } }), {
		type: reviewType,
		calls,
	});
	expect(outcome.error).toBeUndefined();
	expect(await acceptedTexts()).toEqual([textWith(`> ${message}`)]);
});

it('an unknown value of the option fails before anything is sent', async () => {
	const items = [{ json: { to: '1555', text: 'a' } }];
	const { error } = await execute({ items, parameters: texts({ markdown: 'html' }) });
	expect(error?.message).toEqual(textWith('Markdown'));
	expect(await acceptedTexts()).toEqual([]);
});
