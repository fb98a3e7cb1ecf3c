import * as fc from 'fast-check';

import {
	type DefaultCountry,
	recipientFrom,
} from '../../nodes/MessagingIntegration/parameters/recipient';
import { refusalOf } from './support/refusalOf';

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
	['a country code in brackets', '(+49) 171 1234567', '491711234567'],
	['(0) where the country dials a 1', '+1 (0)415 555 2671', '14155552671'],
	['thin spaces and marks of direction', '\u2067+49\u2009171\u20091234567\u2069', '491711234567'],
	['a new range behind a +', '+49 1999 1234567', '4919991234567'],
	['a (0) that belongs to the number, in Italy', '+39 (0)6 1234567', '39061234567'],
	['a (0) that belongs to the number, in Côte d’Ivoire', '+225 (0)1 23 45 67 89', '2250123456789'],
	['slashes and dots', '+32 475/12.34.56', '32475123456'],
	['full-width signs', '＋８１ ９０ １２３４ ５６７８', '819012345678'],
	['mathematical digits', '+𝟜𝟡𝟙𝟟𝟙1234567', '491711234567'],
	['Devanagari digits', '+४९ १७१ १२३४५६७', '491711234567'],
	['a comma after it', ' 491711234567, ', '491711234567'],
	['other quotation marks', '„491711234567“', '491711234567'],
	['the = of an export that keeps a first 0', '="491711234567"', '491711234567'],
	['quotation marks around tel:', ' "tel:+49-171-1234567",\n', '491711234567'],
	['a minus of a list of notes before it', '– +49 171 1234567', '491711234567'],
	['a + at its end, written from right to left', '491711234567+', '491711234567'],
])('sends the digits of a phone number with %s', (_, typed, digits) => {
	expect(sent(typed)).toBe(digits);
});

const others = [
	...['- keine -', '- siehe Notiz', '– n/a'],
	...['Ada Lovelace', 'not given', 'none 12', 'alice.b-c (work)', 'tel:'],
	...['00-11-aa', 'Smith, John', '"alice",', '5E10', '1234 #5'],
];

it.each(others)('refuses words, which can be from the wrong column: %j', (typed) => {
	expectRefusal(
		typed,
		{
			message: `"${typed}" is not a phone number`,
			description: expect.stringMatching(
				/For an ID, choose "Not a Phone Number" in "Default Country"\.$/,
			),
		},
		['none'],
	);
	expect(sent(typed, 'notPhone')).toBe(typed);
});

it.each([
	...['1203630@g.us', '-1001234567890', '\u22121001234567890', '\u200b-1001234567890', "'-5"],
	// A short value after a minus is part of an ID, not a second recipient.
	...['..+@.2(. -4/', '-4, 5'],
])('sends an ID unchanged: %j', (typed) => {
	for (const around of ['', ' ', ' '.repeat(20)]) expect(sent(around + typed + around)).toBe(typed);
});

const needsCountry = {
	message: expect.stringMatching(/" needs a country code$/),
	description: expect.stringMatching(
		/with \+ .*"Default Country", directly below .*"Not a Phone Number"/,
	),
};
const several = {
	message: expect.stringMatching(/" looks like several recipients$/),
	description: expect.stringContaining('Split Out'),
};
const unclear = {
	message: expect.stringMatching(/" is not one phone number for certain$/),
	description: expect.stringContaining('Split Out'),
};
const wrongLength = { message: expect.stringMatching(/" has too few or too many digits$/) };

function expectRefusal(typed: string, refusal: object, countries = ['none', 'DE', 'JE', 'ID']) {
	for (const country of countries)
		expect(refusalOf(() => sent(typed, country as DefaultCountry))).toMatchObject({
			...refusal,
			delivery: 'notSent',
			origin: 'input',
		});
}

it.each([
	...['4917012345678,4915112345678', '4917012345678\n4915112345678\n'],
	...['+49 170 12345678, +49 151 12345678, +49 151 1234567', '4917012345678 | 4915112345678'],
	...['-1001234567890,-1001234567891', '8613812345678，8613912345678'],
	...[
		'+49 170 1234567 ::: +49 151 1234567',
		'"4917012345678","4915112345678"',
		'1203630@g.us;491711234567',
	],
])('refuses %j, which looks like several recipients', (typed) => expectRefusal(typed, several));

it.each([
	...['0711 123456/57', '0711/123456/57', '+49/711/123456/578', '+49 711 123456/578'],
	...['+49 711 123456 / 5', '0711 123456 #12', '030 123456 (12)', '+49 171 1234567 (0)'],
	...['+4917012345678 +4915112345678', '4917012345678/4915112345678'],
	...['0170 12345678 / 0151 12345678', '+49 171 1234567 +2'],
	...['0171 1234567 +2', '+247 (40123)', '030 123 (4567)'],
	...['0171 1234567（12）', '0-0160 12345678', '0-0171 1234567'],
	...['+49301234567.0', '+4917.000', '+49-1711234567.0', '(0171) 1234567.0'],
])(
	'refuses %j: an extension, a second number, the 0 of an office, or zeros that may belong to it',
	(typed) => expectRefusal(typed, unclear),
);

it.each(['+49+49 171 1234567', '+1 +1 415 555 2671', '0049 +49171 1234567', '+49 +43 660 1234567'])(
	'refuses %j, in which an expression put a country code in front of another one',
	(typed) =>
		expectRefusal(typed, {
			message: `"${typed}" begins with two country codes`,
			description: expect.stringContaining('enter only the number'),
		}),
);

it.each(['+1 212 555 2671, extension 12', '2125552671x12', 'tel:+49-711-123456;ext=12'])(
	'refuses %j, because no phone number has letters',
	(typed) => expectRefusal(typed, { message: expect.stringContaining('" is not a phone number') }),
);

it.each([
	...['+49 17', '+45 3212345', '0045 3212345', '+1 415 555 267', '+52 55 1234 567', '+999 1234567'],
	'+93 (0)70 123 456',
])('refuses %s, which is no possible number of its country', (typed) =>
	expectRefusal(typed, wrongLength),
);

it.each(['0171 1234567', '(0)171 1234567', '+0171 12', '0001'])(
	'refuses %j, because no country code begins with 0, and says how to add one',
	(typed) => expectRefusal(typed, needsCountry, ['none']),
);

it.each([
	['+36 06 20 123 4567', '36201234567'],
	['+54 011 15-2345-6789', '5491123456789'],
	['+7 8 (912) 345-67-89', '79123456789'],
	['+375 8 029 491-19-11', '375294911911'],
	['00375 8 029 491-19-11', '375294911911'],
	['+49 (0171) 1234567', '491711234567'],
	['0049 0171 1234567', '491711234567'],
	['+39 06 12345678', '390612345678'],
	['+226 070123456', '22670123456'],
	['+972 050-123-4567', '972501234567'],
	['+52 1 55 1234 5678', '5215512345678'],
	['+225 01 23 45 67 89', '2250123456789'],
])(
	'a number as dialled at home behind its country code goes without the trunk prefix: %s',
	(typed, to) => {
		for (const country of ['none', 'DE', 'US', 'KR'] as const)
			expect(sent(typed, country)).toBe(to);
	},
);

it.each([
	['Mobil: +49 171 1234567', '491711234567'],
	['+49 171 1234567 (privat)', '491711234567'],
	['Ada (+49) 171 1234567', '491711234567'],
	['p:+491711234567', '491711234567'],
	['☎ +49 171 1234567', '491711234567'],
	['+49 (0)171 1234567 📞', '491711234567'],
	['=+491711234567', '491711234567'],
	['<b>+49 171 1234567</b>', '491711234567'],
	['whatsapp:+14155552671', '14155552671'],
	['whatsapp:14155552671', '14155552671'],
	['https://wa.me/491711234567', '491711234567'],
	['wa.me/491711234567?text=Hi%20Ada', '491711234567'],
	['TEL;TYPE=CELL:+491711234567', '491711234567'],
	['sms:+49-171-1234567', '491711234567'],
])('what stands beside one certain number goes: %s', (typed, to) => {
	for (const country of ['none', 'DE', 'US'] as const) expect(sent(typed, country)).toBe(to);
	expect(sent(typed, 'notPhone')).toBe(typed);
});

it.each([
	...[
		'Mobil: 0171 1234567',
		'+49 711 123456 ext. 12',
		'+1 800 FLOWERS',
		'+1-555-FLOWERS',
		'+49 30 1234 AUTO',
	],
	...['Mobil 2: +49 171 1234567', '+49 171 1234567²', '+49 171 123456 1️⃣', 'Mobil: +49 17'],
	...['whatsapp:0171 1234567', 'wa.me/01711234567', '+49 171 1234567 oder 0171 7654321'],
])('but what can be a part of it is refused, and nobody is told to send the words: %j', (typed) => {
	expect(() => sent(typed)).toThrow();
	expect(refusalOf(() => sent(typed)).description).not.toMatch(/^For an ID/);
});

it.each<[typed: string, country: DefaultCountry, to: string]>([
	['Mobil: 0171 1234567', 'DE', '491711234567'],
	['0171 1234567 (privat)', 'DE', '491711234567'],
	['☎ (415) 555-2671', 'US', '14155552671'],
	['whatsapp:0171 1234567', 'DE', '491711234567'],
	['Cell: 0412 345 678', 'AU', '61412345678'],
])('with a country, also beside a number without one: %s (%s)', (typed, country, to) =>
	expect(sent(typed, country)).toBe(to),
);

it.each<[typed: string, country: DefaultCountry]>([
	['Mobil 2: 0171 1234567', 'DE'],
	['1 800 FLOWERS', 'US'],
	['0711 123456 ext. 12', 'DE'],
	['0171 1234567 oder 0172 1234567', 'DE'],
	['Mobil: 49171123456', 'DE'],
])('but not beside what can be a part of it: %s (%s)', (typed, country) =>
	expect(() => sent(typed, country)).toThrow(),
);

it.each<[typed: string, country: DefaultCountry]>([
	// A letter that was typed or read for a digit: without it, each is a shorter number of somebody else.
	...['+43 664 123456O', '+49 30 12345O', '+49 30 12345 l', 'Ada: +43 664 12345b'].map(
		(typed): [string, DefaultCountry] => [typed, 'none'],
	),
	['l71 1234567', 'DE'],
	['O711 234567', 'DE'],
	['030 12345O', 'DE'],
	// Shops and offices hide digits.
	...['+49 30 123***', '+49 30 123 **', '+49 30 1234…', '+49 30 1234??', '+43 664 12345 xx'].map(
		(typed): [string, DefaultCountry] => [typed, 'none'],
	),
	['**30 123456', 'DE'],
	['…30 123456', 'DE'],
	['030 12345##', 'DE'],
	['030 12345-xx', 'DE'],
	// The number of an order or an invoice.
	['RE-30123456', 'DE'],
	['INV4155552671', 'US'],
	['#4155552671', 'US'],
])('a sign or a letter that can stand for digits is none that goes: %s (%s)', (typed, country) =>
	expect(() => sent(typed, country)).toThrow(),
);

it.each<[typed: string, country: DefaultCountry, to: string]>([
	['Tel.: 0171 1234567', 'DE', '491711234567'],
	['тел. 8 912 345-67-89 (Иван)', 'RU', '79123456789'],
	['هاتف: 0501234567', 'SA', '966501234567'],
	['手机：138 0013 8000', 'CN', '8613800138000'],
	['Ada (415) 555-2671 [home]', 'US', '14155552671'],
	['Ada <+49 171 1234567>', 'none', '491711234567'],
	['+49 171 1234567, Ada Lovelace', 'none', '491711234567'],
])('words in front of a number, or apart from it behind it, go: %s (%s)', (typed, country, to) =>
	expect(sent(typed, country)).toBe(to),
);

it('words beside a number never change whose number it is', () => {
	const number = fc.constantFrom('+49 171 1234567', '+1 (415) 555-2671', '+39 06 1234567');
	const words = fc.constantFrom(
		...['', ' ', 'Büro', 'Ada:', '(privat)', '☎', '"', 'HOME', 'x', '²', '#', '+1'],
	);
	fc.assert(
		fc.property(fc.array(words), number, fc.array(words), (before, typed, after) => {
			const all = [...before, typed, ...after].join(' ');
			const attempt = () => {
				try {
					return sent(all);
				} catch {
					return undefined;
				}
			};
			expect([undefined, sent(typed)]).toContain(attempt());
		}),
	);
});

it('a number with commas for thousands says what to do with the commas', () =>
	expectRefusal('4,915,112,345,678', {
		message: '"4,915,112,345,678" is a number with commas for thousands',
		description: expect.stringContaining('Format its column as text'),
	}));

it('only trims what is said not to be a phone number', () => {
	for (const id of ['0171 1234567', '+49 171 1234567', '711 123456/57', '4917.0', 'alice'])
		expect(sent(` ${id}\n`, 'notPhone')).toBe(id);
	fc.assert(
		fc.property(
			fc.stringMatching(/^[\w +()./-]{1,20}$/),
			(id) => /E\d/i.test(id) || sent(id, 'notPhone') === id.trim(),
		),
	);
	expect(() => sent('4917012345678,4915112345678', 'notPhone')).toThrow('several recipients');
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

it('an Italian number with (0) is refused if it is a landline with the 0 and a mobile number without it', () => {
	for (const typed of ['+39 (0)345 1234567', '0039 (0)345 1234567', 'Tel. +39 ( 0 ) 345 1234567'])
		expect(() => sent(typed, 'DE')).toThrow('can be read as two phone numbers in Italy');
	expect(sent('+39 (0)347 1234567')).toBe('393471234567');
	expect(sent('+39 0345 1234567')).toBe('3903451234567');
	expect(sent('+39 345 1234567')).toBe('393451234567');
});

it.each(['1234', '12345', '123456', '491711234567', '4930123456789'])(
	'digits alone go as they are, if they are a short code or can be a number with a + in front: %s',
	(typed) => expect(sent(typed)).toBe(typed),
);

it.each([
	// {{ parseInt($json.phone) }} of "+49 151 …" leaves 49.
	...['4', '49', '491'],
	...['120363025246125486', '1002345678901234', '999123456789', '4917112345678901234'],
])('digits alone that are no number are refused, and no group is lost from sight: %s', (typed) =>
	expectRefusal(
		typed,
		{
			message: `"${typed}" has too few or too many digits`,
			description: expect.stringContaining('"Not a Phone Number"'),
		},
		['none'],
	),
);

it.each(['447911123456-1600000000', '491711234567-1500000000', '120363025246125486-12'])(
	'the ID of a group is refused, and the error names "Not a Phone Number": %s',
	(typed) => {
		expectRefusal(typed, {
			message: expect.stringContaining(typed),
			description: expect.stringContaining('"Not a Phone Number"'),
		});
		expect(sent(typed, 'notPhone')).toBe(typed);
	},
);

it('digits alone never become other digits', () => {
	const digits = fc.stringMatching(/^[1-9]\d{0,18}$/);
	const attempt = (typed: string) => {
		try {
			return sent(typed);
		} catch {
			return typed;
		}
	};
	fc.assert(fc.property(digits, (typed) => attempt(typed) === typed));
});

it('changes nothing but spaces around a value that contains an @, begins with a minus, or is called an ID', () => {
	const part = fc.stringMatching(/^[\d +()./-]{0,9}$/);
	const letter = fc.constantFrom('a', '@', 'é', '_', '#');
	fc.assert(
		fc.property(part, letter, part, (...parts) => {
			const typed = parts.join('');
			const country = parts[1] === '@' ? 'none' : 'notPhone';
			return sent(typed, country) === typed.trim();
		}),
	);
	const negative = fc.bigInt({ min: -(10n ** 18n), max: -1n });
	fc.assert(fc.property(negative, (id) => sent(String(id)) === String(id)));
});

it('finds the digits whatever punctuation is between them', () => {
	const between = fc.constantFrom('', ' ', '-', '.', '\u2011', '\u200b', '\u00a0', ' - ');
	const prefix = fc.constantFrom('+', '00', 'tel:+', '\u202a+');
	const number = fc
		.stringMatching(/^(49171|39347|5511|86138)\d{6}[1-9]$/)
		.map((one) => one.replace(/^5511/, '551196'));
	const gaps = fc.array(between, { minLength: 15, maxLength: 15 });
	fc.assert(
		fc.property(prefix, number, gaps, (start, digits, between) => {
			const typed = [...digits].reduce((before, digit, at) => before + between[at] + digit);
			expect(sent(start + typed)).toBe(digits);
		}),
	);
});

describe('if the country of an item is an expression that gave nothing', () => {
	it.each(['51991234567', '491711234567', '0171 1234567', '(51) 99123-4567'])(
		'%j is refused, because it could be somebody in another country',
		(typed) =>
			expectRefusal(
				typed,
				{
					message: expect.stringContaining('"Default Country" is empty'),
				},
				['empty'],
			),
	);

	it.each([
		['+49 171 1234567', '491711234567'],
		['0049 171 1234567', '491711234567'],
		['-1001234567890', '-1001234567890'],
	])('%j is sent', (typed, digits) => expect(sent(typed, 'empty')).toBe(digits));
});

it.each([
	'25.12.2026',
	'2026-01-05',
	'24/12/1985',
	'5-1-2026',
	'2026-01-05 09:00',
	'2026-01-05T09:00:00Z',
])('refuses a date, which can be from the wrong column: %j', (typed) =>
	expectRefusal(typed, { message: expect.stringContaining('is a date') }, ['none', 'DE', 'NO']),
);

it.each([
	['71-45-1987', 'TN', '21671451987'],
	['45-67-2012', 'DK', '4545672012'],
	['22-33-1987', 'NO', '4722331987'],
] as const)('a number that is no date is sent: %s', (typed, country, digits) =>
	expect(sent(typed, country)).toBe(digits),
);

it.each(['46023.375', '46023.5'])('refuses a number with decimals: %j', (typed) =>
	expectRefusal(typed, unclear, ['none', 'DE', 'NO']),
);

describe('without a country code', () => {
	it.each([
		...['(51) 99123-4567', '(415) 555-2671', '49 171 1234567', '1 (415) 555-2671', '12 34'],
		...['49 0171 1234567', '\u200b12025554567', 'tel:12025554567', '1.234'],
		...['5551234', '4155552671', '15551234567', '13812345678'],
	])('%j is refused, because nobody can tell whether it has one', (typed) =>
		expectRefusal(typed, needsCountry, ['none']),
	);

	it.each(['51991234567', '3726123456', '6581234567', '123456', '4917112345678'])(
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
					expect(() => sent(typed)).toThrow('needs a country code');
			}),
		);
	});
});
