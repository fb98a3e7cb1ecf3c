import {
	languages,
	say,
	type Sentence,
	translated,
} from '../../nodes/MessagingIntegration/question/words';

const { en = {} as never, ar } = languages;
const placeholders = (text: string) => (text.match(/\{\w*\}/g) ?? []).sort();

it.each(Object.entries(languages))(
	'%s has each sentence, with its placeholders',
	(_, sentences) => {
		expect(Object.keys(sentences)).toEqual(Object.keys(en));
		for (const [name, text] of Object.entries(sentences)) {
			expect(text).toBe(text.trim());
			expect(text).not.toBe('');
			expect(placeholders(text)).toEqual(placeholders(en[name as Sentence]));
		}
	},
);

it.each([
	['DE-ch-1996', 'Ablehnen'],
	['pt-BR', 'Recusar'],
	['ar-u-nu-latn', '\u0631\u0641\u0636'],
	['zh-Hans', 'Decline'],
])('the words for %s: %s', (language, words) => {
	expect(say('decline', language)).toBe(words);
});

it('two English sentences differ, so that each leads to its own translation', () => {
	const sentences = Object.keys(en) as Sentence[];
	expect(sentences.map((name) => translated(en[name], 'ar'))).toEqual(Object.values(ar ?? {}));
	expect(translated('Approve it', 'ar')).toBe('Approve it');
});
