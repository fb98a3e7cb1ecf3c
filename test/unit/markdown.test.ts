import fc from 'fast-check';

import { converted } from '../../nodes/MessagingIntegration/parameters/markdown';
import { piecesOf } from '../../nodes/MessagingIntegration/parameters/splitText';
import { languages } from './support/languages';
import { randomValues } from './support/randomValues';

const ways = ['chat', 'plain'] as const;
const both = (text: string) => ways.map((way) => converted(text, way));
const seed = 53;

const sentences = fc.constantFrom(...languages.map((words) => words.trim()));
const emojis = fc.constantFrom('👨‍👩‍👧‍👦', '🇩🇪', '👍🏽', 'e\u0301', '(c)', '3 €', '50 %');
/** A part of a line: as models write it, as chats do, and without signs. */
const parts = fc.oneof(
	fc.oneof(sentences, emojis).map((words) => [words, words, words]),
	sentences.map((words) => [`**${words}**`, `*${words}*`, words]),
	sentences.map((words) => [`__${words}__`, `*${words}*`, words]),
	sentences.map((words) => [`*${words}*`, `_${words}_`, words]),
	sentences.map((words) => [`~~${words}~~`, `~${words}~`, words]),
	sentences.map((words) => [`\`${words}\``, `\`${words}\``, words]),
	sentences.map((words) => [
		`[${words}](https://a.example/b_c_d)`,
		...ways.map(() => `${words} (https://a.example/b_c_d)`),
	]),
	fc
		.constantFrom(
			'snake_case_name',
			'2*3*4',
			'https://a.example/_b_/~c',
			'f(*a, **b)',
			'$x_i + y_i$',
		)
		.map((words) => [words, words, words]),
);
const joined = (all: string[][], between: string) =>
	[0, 1, 2].map((at) => all.map((one) => one[at]).join(between));
const inFront = (sign: string) => (line: string[]) => line.map((words) => sign + words);
const lines = fc.array(parts, { minLength: 1, maxLength: 5 }).map((all) => joined(all, ' '));
const blocks = fc.oneof(
	lines,
	lines.map(inFront('- ')),
	lines.map(inFront('> ')),
	sentences.map((words) => [`## ${words}`, `*${words}*`, words]),
	sentences.map((words) =>
		['```\n', '```\n', ''].map((fence) => fence + words + (fence && '\n```')),
	),
);
const texts = fc.array(blocks, { minLength: 1, maxLength: 6 }).map((all) => joined(all, '\n\n'));

test('texts in twenty languages become what a chat or a person reads, also with line ends of Windows', () => {
	fc.assert(
		fc.property(texts, ([text = '', chat = '', plain = '']) => {
			expect(both(text)).toEqual([chat, plain]);
			const ofWindows = (words: string) => words.replaceAll('\n', '\r\n');
			expect(both(ofWindows(text))).toEqual([chat, plain].map(ofWindows));
			expect(converted(plain, 'plain')).toBe(plain);
		}),
		{ numRuns: randomValues, seed },
	);
});

test('a text without signs stays as it is', () => {
	const strings = fc
		.string({ unit: 'grapheme' })
		.map((words) => words.replace(/[[\]<>*_~`#=-]/g, ''));
	const any = fc.array(
		fc.oneof(sentences, emojis, strings, fc.constantFrom('\n', '\n\n', '\t', '    ', '\r\n')),
	);
	fc.assert(
		fc.property(any, (all) => {
			const text = all.join('');
			expect(both(text)).toEqual([text, text]);
		}),
		{ numRuns: randomValues, seed },
	);
});

test('however signs are mixed, nothing but signs goes', () => {
	const some = fc.constantFrom(
		...[
			'*',
			'**',
			'_',
			'__',
			'~~',
			'`',
			'``',
			'# ',
			'\n',
			'\n\n',
			'- ',
			'> ',
			'1. ',
			'    ',
			'\t',
			'\r\n',
			'\\',
			'(',
			'.',
			'a',
			'б',
			'早',
			'👍🏽',
			' ',
		],
	);
	const words = (text: string) => text.replace(/[*_~`#\s]/g, '');
	fc.assert(
		fc.property(fc.array(some, { maxLength: 60 }), (all) => {
			const text = all.join('');
			for (const result of both(text)) expect(words(result)).toBe(words(text));
		}),
		{ numRuns: randomValues, seed },
	);
});

test.each([
	['**a *b* c** ***d*** **重点**是', '*a _b_ c* _*d*_ *重点*是', 'a b c d 重点是'],
	['## **A** `b` ##', '*A `b`*', 'A b'],
	['Title\n=====\nText', '*Title*\nText', 'Title\nText'],
	['Two\nlines\n---\nText', 'Two\nlines\n---\nText', 'Two\nlines\n---\nText'],
	['| **A** | `b` |\n|---|---|', '| *A* | `b` |\n|---|---|', '| A | b |\n|---|---|'],
	['<https://a.b> <a@b.c>', 'https://a.b a@b.c', 'https://a.b a@b.c'],
	['[https://a.b](https://a.b/) [a@b.c](mailto:a@b.c)', 'https://a.b a@b.c', 'https://a.b a@b.c'],
	[
		'[**A**](<https://a.b/c d> "T") [](https://a.b)',
		'*A* (https://a.b/c d "T") https://a.b',
		'A (https://a.b/c d "T") https://a.b',
	],
	['![A](https://a.b/c.png)', 'A (https://a.b/c.png)', 'A (https://a.b/c.png)'],
	['![](https://a.b/c.png)', 'https://a.b/c.png', 'https://a.b/c.png'],
	[
		'\\(a_i*b*\\) \\*c\\* list[i](x) 2**3 + 4**5',
		'\\(a_i*b*\\) \\*c\\* list[i](x) 2**3 + 4**5',
		'\\(a_i*b*\\) \\*c\\* list[i](x) 2**3 + 4**5',
	],
	['**say "**this**" now**', '*say "this" now*', 'say "this" now'],
	...['f(**a)**2', '2**3**4', 'a.*b.*c', 'snake_case_name'].map((code) => [code, code, code]),
	['```\n```', '```\n```', '```\n```'],
	['> a **b**\r\n> c', '> a *b*\r\n> c', '> a b\r\n> c'],
	['**a \r\n  b**', '*a* \r\n  *b*', 'a \r\n  b'],
	[
		'[a](https://x.y "and pay 1000 EUR") [https://x.y](https://x.y "T")',
		'a (https://x.y "and pay 1000 EUR") https://x.y ("T")',
		'a (https://x.y "and pay 1000 EUR") https://x.y ("T")',
	],
	[
		'[![Build](https://a.b/c.png)](https://d.e)',
		'Build (https://a.b/c.png) (https://d.e)',
		'Build (https://a.b/c.png) (https://d.e)',
	],
	['```pay 1000 EUR\na\n```\nb', '```pay 1000 EUR\na\n```\nb', 'pay 1000 EUR\na\nb'],
	['A\n-', 'A\n-', 'A\n-'],
	['- A\n---', '- A\n---', '- A\n---'],
	['* one *two\n* three* four', '* one *two\n* three* four', '* one *two\n* three* four'],
	['```**a**```\n**b**', '```**a**```\n*b*', '**a**\nb'],
	[
		'**Link: https://a.b/c** (https://a.b/d)**e**',
		'*Link: https://a.b/c* (https://a.b/d)*e*',
		'Link: https://a.b/c (https://a.b/d)e',
	],
])('%j becomes %j, or %j', (text, ...results) => {
	expect(both(text)).toEqual(results);
});

test('an address in a text stays as it is, whatever signs are in it, with a scheme and without', () => {
	const inside = fc.constantFrom(
		'*a*',
		'_a_',
		'__',
		'~~b',
		'**',
		'*',
		'_',
		'~',
		'`',
		'(c_d)',
		'%20',
		'&e=',
	);
	const addresses = fc
		.tuple(
			fc.constantFrom('https://x.y/', 'http://x.y:80/', 'www.x.co/', 'shop.x.co/', 'x.co?q='),
			fc.array(
				inside.filter((one) => one !== '`'),
				{ maxLength: 6 },
			),
		)
		.map(([start, all]) => `${start}${all.join('')}z`);
	const around = fc.constantFrom('a', '**b**', '_c_', '*', '**', '__d', '[e](f.g)', '\n');
	fc.assert(
		fc.property(fc.array(fc.oneof(addresses, around), { minLength: 1 }), (all) => {
			const text = all.join(' ');
			const whole = all.filter((one) => one.endsWith('z'));
			for (const result of both(text))
				expect(result.split(/\s/).filter((word) => whole.includes(word))).toEqual(whole);
		}),
		{ numRuns: randomValues, seed },
	);
	expect(both('https://x.y/?q=*a*')).toEqual(['https://x.y/?q=*a*', 'https://x.y/?q=*a*']);
});

test('a text is cut without its Markdown, so that no piece has half of a sign', () => {
	const text = `**${'word '.repeat(30).trim()}**`;
	const pieces = piecesOf(converted(text, 'plain'), { by: 'length', maxLength: 60 });
	expect(pieces.join(' ')).toBe('word '.repeat(30).trim());
});

test('the parser is loaded when a text needs it', async () => {
	jest.doMock('markdown-it', () => {
		throw new Error('loaded');
	});
	await jest.isolateModulesAsync(async () => {
		const there = await import('../../nodes/MessagingIntegration/parameters/markdown');
		expect(there.converted('**a**', 'asIs')).toBe('**a**');
		expect(() => there.converted('**a**', 'chat')).toThrow('loaded');
	});
	jest.dontMock('markdown-it');
});

it.each(['*858*12#', '*٨٥٨*١٢#', '*८५८*१२#'])('a code to dial stays as it is: %s', (code) => {
	const text = `Dial ${code} now`;
	expect(both(text)).toEqual([text, text]);
});
