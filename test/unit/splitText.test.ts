import fc from 'fast-check';

import { piecesOf } from '../../nodes/MessagingIntegration/parameters/splitText';
import { languages, randomTexts } from './support/languages';

const links = [
	'https://example.com/a?b=c',
	'[the words of a link](https://example.com)',
	'shop.example.com/a?b=c-d&e!f',
	'[Words [in] brackets](https://en.wikipedia.org/wiki/A_(b) "and a title")',
];
const others = ['👨‍👩‍👧‍👦', '🇩🇪🇫🇷', '👍🏽', 'é', ' ', '\n', '\n\n', '\r\n\r\n', '\t', '  - item\n'];
const code = '\n```js\nlet a;\n\nlet b;\n```\n';
const texts = fc
	.array(
		fc.oneof(
			fc.constantFrom(...languages),
			fc.constantFrom(...links).map((link) => ` ${link} `),
			fc.constantFrom(...links).map((link) => `(${link})`),
			fc.constantFrom(...others, code),
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
			for (const whole of [...links, code.trim()])
				expect(pieces.join('\0').split(whole).length).toBe(text.split(whole).length);
		}),
		{ numRuns: randomTexts, seed: 53 },
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

test('a line of code within a line opens no block', () => {
	const at = (text: string) => piecesOf(text, { by: 'paragraphs', maxLength: 4096 });
	expect(at('```ABC-123```\n\nUse this code.\n\nBye')).toEqual([
		'```ABC-123```',
		'Use this code.',
		'Bye',
	]);
	expect(at('1. ```\n   a\n\n   b\n   ```\n\nBye')).toEqual([
		'1. ```\n   a\n\n   b\n   ```',
		'Bye',
	]);
});

test('paragraphs become messages, and an empty line in a code block does not end one', () => {
	const text = 'One\n\n```\na\n\nb\n```\n \nTwo';
	expect(piecesOf(text, { by: 'paragraphs', maxLength: 4096 })).toEqual([
		'One',
		'```\na\n\nb\n```',
		'Two',
	]);
});

test('a line between two sections is no message of its own', () => {
	const at = (text: string) => piecesOf(text, { by: 'paragraphs', maxLength: 4096 });
	expect(at('One\n\n---\n\nTwo\n\n* * *\n\n⸻\n\nThree')).toEqual([
		'One',
		'---\n\nTwo',
		'* * *\n\n⸻\n\nThree',
	]);
	expect(at('---\n\nOne\n\nTwo\n\n___\n\n')).toEqual(['---\n\nOne', 'Two\n\n___']);
	expect(at('---')).toEqual(['---']);
	expect(at('One\n\n👋\n\n?')).toEqual(['One', '👋', '?']);
});
