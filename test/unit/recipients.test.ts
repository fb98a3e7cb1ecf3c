import * as fc from 'fast-check';

import {
	type DefaultCountry,
	recipientFrom,
} from '../../nodes/MessagingIntegration/parameters/recipient';
import { refusalOf } from './refusalOf';

const sent = (typed: string, country: DefaultCountry = 'none') => recipientFrom(typed, country);

it.each([
	['digits', '12025554567', '12025554567'],
	['punctuation', '+1 (202) 555-45.67', '12025554567'],
	['a mathematical minus', '+1 202\u2212555\u22124567', '12025554567'],
	['the invisible marks of an address book', '\u202a+1 202 555 4567\u202c\u200b', '12025554567'],
	['TEL: with a space', ' TEL: +49 171 1234567', '491711234567'],
	['00 after a +', '+0049 171 1234567', '491711234567'],
	['(0) after a dash', '+49 – (0)171 1234567', '491711234567'],
	['(0) after 0049', '0049 (0)171 1234567', '491711234567'],
	['(0) before too few digits for a country', '+49 (0)171 12', '4917112'],
	['a (0) that belongs to the number, in Italy', '+39 (0)6 1234567', '39061234567'],
	['a (0) that belongs to the number, in Côte d’Ivoire', '+225 (0)1 23 45 67 89', '2250123456789'],
	['slashes and dots', '+32 475/12.34.56', '32475123456'],
	['full-width signs', '＋８１ ９０ １２３４ ５６７８', '819012345678'],
	['mathematical digits', '+𝟜𝟡𝟙𝟟𝟙', '49171'],
	['a comma after it', ' 491711234567, ', '491711234567'],
	['other quotation marks', '„491711234567“', '491711234567'],
	['quotation marks around tel:', ' "tel:+49-171-1234567",\n', '491711234567'],
	['a + at its end, written from right to left', '491711234567+', '491711234567'],
])('sends the digits of a phone number with %s', (_, typed, digits) => {
	expect(sent(typed)).toBe(digits);
});

it.each([
	...['1203630@g.us', 'alice.b-c (work)', '+1-555-FLOWERS', 'tel:', '00-11-aa', 'Smith, John'],
	...['-1001234567890', '\u22121001234567890', '\u200b-1001234567890', "'-5", '"alice",'],
	...['5E10', '1234 #5'],
])('sends anything else unchanged: %j', (typed) => {
	for (const around of ['', ' ', ' '.repeat(20)]) expect(sent(around + typed + around)).toBe(typed);
});

it('treats a short value after a minus as part of an ID, not as a second recipient', () => {
	for (const id of ['..+@.2(. -4/', '-4, 5']) expect(sent(id)).toBe(id);
});

it.each([
	['4917012345678,4915112345678', 2],
	['+49 170 12345678, +49 151 12345678, +49 151 1234567', 3],
	['4917012345678\n4915112345678\n', 2],
	['4917012345678 | 4915112345678', 2],
	['+4917012345678 +4915112345678', 2],
	['0170 12345678 / 0151 12345678', 2],
	['4917012345678/4915112345678', 2],
	['-1001234567890,-1001234567891', 2],
	['8613812345678，8613912345678', 2],
	['"4917012345678","4915112345678"', 2],
])('refuses several recipients in one value: %j', (typed, count) => {
	expect(refusalOf(() => sent(typed))).toMatchObject({
		message: expect.stringMatching(new RegExp(` is ${count} recipients$`)),
		description: expect.stringContaining('Split Out'),
		delivery: 'notSent',
	});
});

it.each(['0171 1234567', '(0)171 1234567', '0-0171 1234567', '0001', '+0171 12'])(
	'refuses %j, because no country code begins with 0, and says how to add one',
	(typed) => {
		expect(refusalOf(() => sent(typed))).toMatchObject({
			message: `"${typed}" has no country code`,
			description: expect.stringContaining('"Default Country", directly below "To"'),
			delivery: 'notSent',
			about: 'input',
		});
	},
);

function expectRefusals(typed: string, problem: string) {
	for (const country of ['none', 'DE'] as const)
		expect(refusalOf(() => sent(typed, country))).toMatchObject({
			message: `"${typed}" ${problem}`,
			description: expect.stringContaining('Remove'),
			delivery: 'notSent',
		});
}

it.each([
	...['0711 123456/57', '+49 711 123456/578', '+49 711 123456 / 5', '0711 123456 #12'],
	...['+1 212 555 2671, extension 12', '2125552671x12', 'tel:+49-711-123456;ext=12'],
	...['+49 171 1234567 (0)', '0171 1234567（12）'],
])('refuses %j, because the message would not reach an extension', (typed) => {
	expectRefusals(typed, 'ends in an extension');
});

it.each(['+49301234567.0', '12345.0', '+4917.000', '+49-1711234567.0', '(0171) 1234567.0'])(
	'refuses %j, whose last 0 may belong to the number',
	(typed) => expectRefusals(typed, 'ends like a number with decimals'),
);

it.each(['+49 171 1234567 +2', '+49+49 171 1234567', '+1 +1 415 555 2671', '0171 1234567 +2'])(
	'refuses %j, because it may be more than one number',
	(typed) => expectRefusals(typed, 'has a + behind other digits'),
);

it('only trims what is said not to be a phone number', () => {
	for (const id of ['0171 1234567', '+49 171 1234567', '711 123456/57', '4917.0', 'alice'])
		expect(sent(` ${id}\n`, 'id')).toBe(id);
	fc.assert(
		fc.property(
			fc.stringMatching(/^[\w +()./-]{1,20}$/),
			(id) => /E\d/i.test(id) || sent(id, 'id') === id.trim(),
		),
	);
	expect(() => sent('4917012345678,4915112345678', 'id')).toThrow('is 2 recipients');
});

it.each([
	['491711234567.0', 'none', '491711234567'],
	[' 491711234567.00 ', 'DE', '491711234567'],
	['491711234567,0', 'none', '491711234567'],
	['0171.123.45.67', 'DE', '491711234567'],
] as const)('a number that was exported with decimals keeps its digits: %s', (typed, country, to) =>
	expect(sent(typed, country)).toBe(to),
);

it.each(['4.91711E+11', ' 4,9e11 ', '5E+11', '"4.91711E+11"', '00 4,91711E+11'])(
	'a number that a spreadsheet shortened is refused: %s',
	(typed) => {
		expect(() => sent(typed)).toThrow('is a number that a spreadsheet has shortened');
	},
);

it('never changes a string of digits that does not begin with 0', () => {
	const digits = fc.stringMatching(/^[1-9](\d{0,5}|\d{11,18})$/);
	fc.assert(fc.property(digits, (typed) => sent(typed) === typed));
});

it('changes nothing but spaces around a value that contains a letter or an @, or begins with a minus', () => {
	const letter = fc.constantFrom('a', '@', 'é', '_', '#');
	fc.assert(
		fc.property(
			fc.stringMatching(/^[\d +()./-]{0,9}$/),
			letter,
			fc.stringMatching(/^[\d +()./-]{0,6}$/),
			(...parts) => sent(parts.join('')) === parts.join('').trim(),
		),
	);
	const negative = fc.bigInt({ min: -(10n ** 18n), max: -1n });
	fc.assert(fc.property(negative, (id) => sent(String(id)) === String(id)));
});

it('finds the digits whatever punctuation is between them', () => {
	const between = fc.constantFrom('', ' ', '-', '.', '\u2011', '\u200b', '\u00a0', ' - ');
	const prefix = fc.constantFrom('+', '00', 'tel:+', '\u202a+');
	// A 0 after the country code is removed, and one after a dot at the end is refused.
	const number = fc.stringMatching(/^[1-9]\d{6,14}$/).filter((one) => !/^\d{1,3}0|0$/.test(one));
	const gaps = fc.array(between, { minLength: 15, maxLength: 15 });
	fc.assert(
		fc.property(prefix, number, gaps, (start, digits, between) => {
			const typed = [...digits].reduce((before, digit, at) => before + between[at] + digit);
			expect(sent(start + typed)).toBe(digits);
		}),
	);
});

// A pattern that tries every position again at each position would take minutes.
it.each(['(', ' ', '0', '+', '@', '1 ', '+49 (0', '1.0'])(
	'a value of a million characters is read at once: %j again and again',
	(part) => {
		const typed = `${part.repeat(1_000_000 / part.length)} x`;
		expect(sent(typed)).toBe(typed.trim());
	},
);

describe('without a country code', () => {
	it.each([
		...['(51) 99123-4567', '(415) 555-2671', '49 171 1234567', '1 (415) 555-2671', '12 34'],
		...['49 0171 1234567', '\u200b12025554567', 'tel:12025554567', '1.234'],
	])('%j is refused, because nobody can tell whether it has one', (typed) => {
		expect(refusalOf(() => sent(typed))).toMatchObject({
			message: `"${typed}" may have no country code`,
			description: expect.stringMatching(/with \+ .*"Default Country".*"Not a Phone Number"/),
			delivery: 'notSent',
			about: 'input',
		});
	});

	it.each(['5551234', '4155552671', '15551234567', '13812345678'])(
		'the digits %s are refused, because they are no valid number that begins with one',
		(typed) => {
			expect(refusalOf(() => sent(typed)).message).toBe(`"${typed}" has no country code`);
		},
	);

	it.each(['51991234567', '3726123456', '6581234567', '123456', '120363025246125486'])(
		'the digits %s are sent',
		(typed) => expect(sent(typed)).toBe(typed),
	);

	it('numbers of the United States and of Brazil are never sent as those of another country', () => {
		const american = fc.stringMatching(/^(415|212|305)[2-9]\d{6}$/);
		const brazilian = fc.stringMatching(/^(11|21|51|55)9[1-9]\d{7}$/);
		fc.assert(
			fc.property(fc.oneof(american, brazilian), (digits) => {
				const [area, rest] = [digits.slice(0, -8), digits.slice(-8)];
				for (const typed of [`(${area}) ${rest}`, `${area} ${rest}`, `${area}-${rest}`])
					expect(() => sent(typed)).toThrow('may have no country code');
			}),
		);
	});
});

it.each([
	['+49 (0171) 1234567', '491711234567'],
	['0049 0171 1234567', '491711234567'],
	['+39 06 12345678', '390612345678'],
	['+225 01 23 45 67 89', '2250123456789'],
	['+49 01', '4901'],
	['+458 00000000', '45800000000'],
	['+52 1 55 1234 5678', '5215512345678'],
])('a zero behind the country code goes if the number is valid without it: %s', (typed, to) => {
	for (const country of ['none', 'DE', 'US'] as const) expect(sent(typed, country)).toBe(to);
});
