import fc from 'fast-check';

import { piecesOf } from '../../nodes/MessagingIntegration/parameters/splitText';
import { languages } from './support/languages';
import { randomValues } from './support/randomValues';

const links = [
	'https://example.com/a?b=c',
	'shop.example.com/a?b=c-d&e!f',
	'https://en.wikipedia.org/wiki/A_(b)',
];
const others = ['👨‍👩‍👧‍👦', '🇩🇪🇫🇷', '👍🏽', 'é', ' ', '\n', '\n\n', '\r\n\r\n', '\t', '  - item\n'];
const texts = fc
	.array(
		fc.oneof(
			fc.constantFrom(...languages),
			fc.constantFrom(...links).map((link) => ` ${link} `),
			fc.constantFrom(...links).map((link) => ` (${link})`),
			fc.constantFrom(...others),
			fc.string({ unit: 'grapheme' }).map((words) => words.replace(/[`~[\]()/.@:]/g, '')),
		),
		{ maxLength: 30 },
	)
	.map((parts) => parts.join(''))
	.filter((text) => text.trim() !== '');
const splits = fc.record({
	by: fc.constantFrom('paragraphs' as const, 'length' as const),
	maxLength: fc.integer({ min: 80, max: 400 }),
});
const withoutSpaces = (text: string) => text.replace(/\s/g, '');
const charactersOf = (text: string) =>
	[...new Intl.Segmenter('en').segment(text)]
		.map(({ segment }) => segment)
		.filter((one) => one.trim() !== '');

test('any text in twenty languages comes out whole, in order, in pieces that are neither empty nor too long', () => {
	fc.assert(
		fc.property(texts, splits, (text, split) => {
			const pieces = piecesOf(text, split);
			expect(withoutSpaces(pieces.join(''))).toBe(withoutSpaces(text));
			expect(pieces.every((piece) => piece.trim() !== '' && piece.length <= split.maxLength)).toBe(
				true,
			);
			expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
			expect(piecesOf(text, split)).toEqual(pieces);
			for (const whole of links)
				expect(pieces.join('\0').split(whole).length).toBe(text.split(whole).length);
		}),
		{ numRuns: randomValues, seed: 53 },
	);
});

test('no family, flag, skin tone or Indic cluster is cut', () => {
	fc.assert(
		fc.property(
			fc.array(fc.constantFrom('👨‍👩‍👧‍👦', '🇩🇪', '👍🏽', 'e\u0301', 'क्षि', 'a'), { minLength: 1 }),
			(parts) => {
				const text = parts.join('');
				const pieces = piecesOf(text, { by: 'length', maxLength: 20 });
				expect(pieces.flatMap(charactersOf)).toEqual(charactersOf(text));
			},
		),
	);
});

test('a text is cut at a paragraph before a line, a sentence and a word', () => {
	const at = (text: string) => piecesOf(text, { by: 'length', maxLength: 20 });
	expect(at('One.\n\nTwo\nthree. Four five')).toEqual(['One.', 'Two\nthree. Four five']);
	expect(at('One two.\nThree. Four five six')).toEqual(['One two.', 'Three. Four five six']);
	expect(at('One two. Three four five')).toEqual(['One two.', 'Three four five']);
	expect(at('one two three four five six')).toEqual(['one two three four', 'five six']);
	expect(at('short\n\ntext')).toEqual(['short\n\ntext']);
});

test('an emoji that is longer than a message is cut between its persons, not within one', () => {
	const at = (text: string) => piecesOf(text, { by: 'length', maxLength: 10 });
	expect(at('👨‍👩‍👧‍👦')).toEqual(['👨‍👩‍👧‍', '👦']);
	expect(at('Hello 👨‍👩‍👧‍👦')).toEqual(['Hello', '👨‍👩‍👧‍', '👦']);
	expect(at(`a${'\u0301'.repeat(15)}`)).toEqual([`a${'\u0301'.repeat(9)}`, '\u0301'.repeat(6)]);
});

test('an emoji is never torn, even if the signs that belong to it are longer than a message', () => {
	const pieces = piecesOf(`👍${'🏽'.repeat(6)}`, { by: 'length', maxLength: 11 });
	expect(pieces).toEqual([`👍${'🏽'.repeat(4)}`, '🏽🏽']);
});

test('a paragraph keeps what stands in front of its first line, and one that shows nothing is no message', () => {
	const at = (text: string) => piecesOf(text, { by: 'paragraphs', maxLength: 4096 });
	expect(at('One\n\n    Two\n    three\n\n\t- Four')).toEqual([
		'One',
		'    Two\n    three',
		'\t- Four',
	]);
	expect(at('One\n\n\u200b\n\n\ufeff \u2060\n\nTwo')).toEqual(['One', 'Two']);
	const byLength = piecesOf('one two\n    three four', { by: 'length', maxLength: 15 });
	expect(byLength).toEqual(['one two', '    three four']);
});

test('paragraphs become messages: an empty line ends one, also within code', () => {
	const at = (text: string) => piecesOf(text, { by: 'paragraphs', maxLength: 4096 });
	expect(at('One\n\nTwo\n \n\n\n---\r\n\r\nThree')).toEqual(['One', 'Two', '---', 'Three']);
	expect(at('```\na\n\nb\n```')).toEqual(['```\na', 'b\n```']);
});

test('a link that fits into a message is in one, also where no space is around it', () => {
	const long = `https://example.com/?q=${'a'.repeat(40)}!b`;
	const at = (text: string) => piecesOf(text, { by: 'length', maxLength: 80 });
	expect(at(`${'早'.repeat(40)}${long}。${'早'.repeat(20)}`)).toEqual([
		'早'.repeat(40),
		`${long}。`,
		'早'.repeat(20),
	]);
	expect(at(`${'a'.repeat(50)}(${long})`)).toEqual([`${'a'.repeat(50)}(`, `${long})`]);
	expect(at(`Look: ${long}${'c'.repeat(30)} now`).join('')).toContain('now');
});

test('a word of a script without spaces is not cut', () => {
	const at = (text: string) => piecesOf(text, { by: 'length', maxLength: 12 });
	expect(at('สวัสดีตอนเช้า')).toEqual(['สวัสดีตอน', 'เช้า']);
	expect(at('今天天气很好我们一起去公园散步吧').join('|')).toBe(
		'今天天气很好我们一起去|公园散步吧',
	);
});
