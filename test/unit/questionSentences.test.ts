import { say, translated } from '../../nodes/MessagingIntegration/question/words';
import table from '../../nodes/MessagingIntegration/question/words.json';

const languages = ['ar', 'de', 'en', 'es', 'fr', 'it', 'nl', 'pt'];
const rows = Object.entries(table);
const placeholders = (words: string) => (words.match(/\{\w*\}/g) ?? []).sort();

it.each(rows)('each language has the sentence "%s", with the same placeholders', (_, row) => {
	expect(Object.keys(row)).toEqual(languages);
	for (const words of Object.values(row)) {
		expect(words.trim()).not.toBe('');
		expect(words).toBe(words.trim());
		expect(placeholders(words)).toEqual(placeholders(row.en));
	}
});

it.each([
	['DE-ch-1996', 'Ablehnen'],
	['pt-BR', 'Recusar'],
	['ar-u-nu-latn', '\u0631\u0641\u0636'],
	['zh-Hans', 'Decline'],
])('the words for %s: %s', (language, words) => {
	expect(say('decline', language)).toBe(words);
});

it('two English sentences differ, so that each leads to its own translation', () => {
	for (const [, { en, ar }] of rows) expect(translated(en, 'ar')).toBe(ar);
	expect(translated('Approve it', 'ar')).toBe('Approve it');
});
