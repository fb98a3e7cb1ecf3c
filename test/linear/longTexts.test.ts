// However long a text is, it is split and converted in time that grows with it.
import fc from 'fast-check';

import { converted } from '../../nodes/MessagingIntegration/parameters/markdown';
import { piecesOf } from '../../nodes/MessagingIntegration/parameters/splitText';
import { growsInProportion } from './growsInProportion';

test.each([
	...[
		'[',
		'```\n',
		'a ',
		'a',
		'\n',
		'https://',
		'👨‍👩‍👧‍👦',
		'早',
		' ',
		'? ',
		'- ',
		'\u2028',
		'\u0301',
		'สวัสดี',
	],
	...['](b.c) ', 'a.b/c ', '[a](b "', '```a\n早\n', '\r\n\r\n', '🇩🇪', 'https://a/(', 'https://a/?'],
])(
	'256 kB of %j take time in proportion to their number, whatever is the longest message',
	(one) => {
		for (const maxLength of [10, 60, 4096, 131_072]) {
			const act = (size: number) =>
				piecesOf(one.repeat(size / one.length), { by: 'paragraphs', maxLength });
			expect(growsInProportion(act, 256 * 1024)).toBe(true);
		}
	},
);

test.each(['paragraphs', 'length'] as const)(
	'white space within a text is split in time that grows with it: %s',
	(by) => {
		for (const maxLength of [10, 4096, 131_072]) {
			const act = (size: number) => piecesOf(`a${' '.repeat(size)}b`, { by, maxLength });
			expect(growsInProportion(act, 1024 * 1024)).toBe(true);
		}
	},
);

test('an address with any number of signs of Markdown in it is converted in time that grows with them', () => {
	for (const sign of '*_~[]()`') {
		const act = (size: number) => converted(`https://a${sign.repeat(size)}`, 'chat');
		expect(growsInProportion(act, 256 * 1024)).toBe(true);
	}
});

test('signs of Markdown in any order are converted in time that grows with them', () => {
	const signs = fc.array(fc.constantFrom(...'*_~[]()`'), { minLength: 4096, maxLength: 4096 });
	for (const some of fc.sample(signs, { numRuns: 3, seed: 53 })) {
		const act = (size: number) => converted(some.join('').repeat(size / 4096), 'plain');
		expect(growsInProportion(act, 256 * 1024)).toBe(true);
	}
});

/** Whatever the grammar of Markdown has: the worst that a text of a thousand of the same can be. */
const grammar = [
	...[
		'[',
		'![',
		'](',
		'](b.c)',
		'*',
		'**',
		'_',
		'~~',
		'`',
		'``',
		'```',
		'<',
		'> ',
		'# ',
		'- ',
		'1. ',
	],
	...[
		'\n',
		'\n\n',
		'---\n',
		'|',
		'\\',
		'$',
		'\\(',
		'https://a.b/',
		'a.b/c',
		'a',
		'早',
		' ',
		'"',
		'(',
		')',
	],
	...['> # h\na\n', '[a](b "', '`` ` ', '**a ', '\u2028', '\r\n'],
];

test('128 kB of any Markdown take time in proportion to their number', () => {
	const units = fc.array(fc.constantFrom(...grammar), { minLength: 1, maxLength: 4 });
	const isLinear = (unit: string) =>
		growsInProportion((size) => converted(unit.repeat(size / unit.length), 'chat'), 128 * 1024);
	const slow = [
		...grammar,
		...fc.sample(units, { numRuns: 20, seed: 53 }).map((all) => all.join('')),
	].filter((unit) => !isLinear(unit));
	expect(slow).toEqual([]);
});
