import * as fc from 'fast-check';

import { recipientFrom } from '../../nodes/MessagingIntegration/parameters/recipient';
import { refusalOf } from './refusalOf';

const sent = (typed: string) => recipientFrom(typed, 'none');

it.each([
	['digits', '12025554567', '12025554567'],
	['punctuation', '+1 (202) 555-45.67', '12025554567'],
	['a slash', '+49 171/1234567', '491711234567'],
	['the spaces of a spreadsheet', '\u00a0+1202\u202f5554567\t', '12025554567'],
	['non-breaking dashes', '+1 202\u2011555\u20114567', '12025554567'],
	['long dashes', '+1 202–555—4567', '12025554567'],
	['a mathematical minus', '+1 202\u2212555\u22124567', '12025554567'],
	['a full-width dash', '+1 202\uff0d5554567', '12025554567'],
	['the invisible marks of an address book', '\u202a+1 202 555 4567\u202c\u200b', '12025554567'],
	['a soft hyphen and a joiner', '+1202\u00ad555\u034f4567', '12025554567'],
	['tel:', 'tel:+49-171-1234567', '491711234567'],
	['TEL: with a space', ' TEL: +49 171 1234567', '491711234567'],
	['00', '00 49 171 1234567', '491711234567'],
	['00 after a +', '+0049 171 1234567', '491711234567'],
	['00 in brackets', '(0049) 171 1234567', '491711234567'],
	['(0) after +49', '+49 (0)171 1234567', '491711234567'],
	['(0) after a dash', '+49 – (0)171 1234567', '491711234567'],
	['(0) after +49 without spaces', '+49(0)1711234567', '491711234567'],
	['(0) after (+49)', '(+49) (0) 171 1234567', '491711234567'],
	['(0) after 0049', '0049 (0)171 1234567', '491711234567'],
	['(0) before too few digits for a country', '+49 (0)171 12', '4917112'],
	['(0) after +44 with a dash', '+44-(0)20 7946 0000', '442079460000'],
	['a (0) that belongs to the number, in Italy', '+39 (0)6 1234567', '39061234567'],
	['a (0) that belongs to the number, in Côte d’Ivoire', '+225 (0)1 23 45 67 89', '2250123456789'],
	['a 0 after +39 that belongs to the number', '+39 06 12345678', '390612345678'],
	['a slash after an area code of five digits', '0049 39053/123', '4939053123'],
	['slashes and dots', '+32 475/12.34.56', '32475123456'],
	['a direct dial after a dash', '+49 711 123456-57', '4971112345657'],
	['Arabic digits', '+٤٩ ١٧١ ١٢٣٤٥٦٧', '491711234567'],
	['Persian digits', '۰۰۴۹ ۱۷۱ ۱۲۳۴۵۶۷', '491711234567'],
	['Devanagari digits', '+४९ १७१ १२३४५६७', '491711234567'],
	['full-width digits', '+４９１７１', '49171'],
	['full-width signs', '＋８１ ９０ １２３４ ５６７８', '819012345678'],
	['mathematical digits', '+𝟜𝟡𝟙𝟟𝟙', '49171'],
	['a comma after it', ' 491711234567, ', '491711234567'],
	['a semicolon after it', '+49 171 1234567;', '491711234567'],
	['the apostrophe of a spreadsheet', "'+49 171 1234567", '491711234567'],
	['quotation marks', '"491711234567"', '491711234567'],
	['other quotation marks', '„491711234567“', '491711234567'],
	['quotation marks around tel:', ' "tel:+49-171-1234567",\n', '491711234567'],
])('sends the digits of a phone number with %s', (_, typed, digits) => {
	expect(sent(typed)).toBe(digits);
});

it.each([
	'1203630@g.us',
	'4917@lid',
	'alice.b-c (work)',
	'+1-555-FLOWERS',
	'-1001234567890',
	'–1001234567890',
	'\u22121001234567890',
	'\u200b-1001234567890',
	'tel:alice',
	'tel:',
	'00-11-aa',
	'Smith, John',
	'box 12',
	'x12',
	'room-7 #3',
	'1234 #5',
])('sends anything else unchanged: %j', (typed) => {
	expect(sent(typed)).toBe(typed);
});

it.each(['1203630@g.us', 'alice', '-1001234567890', "'-5", '"alice",'])(
	'removes only the spaces around anything else: %j',
	(typed) => {
		expect(sent(` ${typed}\n`)).toBe(typed);
		expect(sent(`${' '.repeat(20)}${typed}`)).toBe(typed);
	},
);

it.each([
	['4917012345678,4915112345678', 2],
	['4917012345678;4915112345678', 2],
	['+49 170 12345678, +49 151 12345678, +49 151 1234567', 3],
	['4917012345678\n4915112345678\n', 2],
	['4917012345678 | 4915112345678', 2],
	['+4917012345678 +4915112345678', 2],
	['+4917012345678/+4915112345678', 2],
	['0170 12345678 / 0151 12345678', 2],
	['4917012345678 4915112345678', 2],
	['4917012345678/4915112345678', 2],
	['-1001234567890,-1001234567891', 2],
	['a@g.us, b@g.us', 2],
	['8613812345678，8613912345678', 2],
	['"4917012345678","4915112345678"', 2],
	['٤٩١٧٠١٢٣٤٥٦٧٨, ٤٩١٥١١٢٣٤٥٦٧٨', 2],
])('refuses several recipients in one value: %j', (typed, count) => {
	expect(refusalOf(() => sent(typed))).toMatchObject({
		message: expect.stringMatching(new RegExp(` is ${count} recipients$`)),
		description: expect.stringContaining('Split Out'),
		delivery: 'notSent',
	});
});

const phoneDigits = fc.stringMatching(/^[1-9]\d{6,14}$/);

it('never changes a string of digits that does not begin with 0', () => {
	const digits = fc.stringMatching(/^[1-9](\d{0,5}|\d{11,18})$/);
	fc.assert(fc.property(digits, (typed) => sent(typed) === typed));
});

it.each([
	'0171 1234567',
	'01711234567',
	'(0)171 1234567',
	'0-0171 1234567',
	'tel:0171-1234567',
	'0001',
	'+0171 12',
])('refuses %j, because no country code begins with 0, and says how to add one', (typed) => {
	expect(refusalOf(() => recipientFrom(typed, 'none'))).toMatchObject({
		message: `"${typed}" has no country code`,
		description: expect.stringContaining('"Default Country", directly below "To"'),
		delivery: 'notSent',
		about: 'input',
	});
});

it.each([
	'0711 123456/57',
	'+49 711 123456/57',
	'+49 711 123456 / 5',
	'123456/57',
	'030 1234567/8',
	'+49 (711) 123/456/57',
	'+49 711 123456 ext. 12',
	'+49 711 123456 Ext 12',
	'+1 212 555 2671, extension 12',
	'2125552671x12',
	'+1-212-555-2671 x 12',
	'0711 123456 #12',
	'tel:+49-711-123456;ext=12',
	'+49 711 123456 (2)',
	'+49 171 1234567 (0)',
	'0171 1234567（12）',
])('refuses %j, because the message would not reach an extension', (typed) => {
	for (const country of ['none', 'DE'] as const) {
		expect(refusalOf(() => recipientFrom(typed, country))).toMatchObject({
			message: `"${typed}" ends in an extension`,
			description: expect.stringContaining('Remove'),
			delivery: 'notSent',
		});
	}
});

it.each([
	...['+49301234567.0', '030123456.0', '12345.0', '0171.0', '+4917.00', '+49 1711234567.0'],
	...['+49-1711234567.0', '(+49)1711234567.0', '0049 1711234567.0', '(0171) 1234567.0'],
])('refuses %j, whose last 0 may belong to the number', (typed) => {
	for (const country of ['none', 'DE'] as const) {
		expect(refusalOf(() => recipientFrom(typed, country))).toMatchObject({
			message: `"${typed}" ends like a number with decimals`,
			delivery: 'notSent',
		});
	}
});

it('only trims what is said not to be a phone number', () => {
	for (const id of [
		'0171 1234567',
		'+49 171 1234567',
		'0049',
		'711 123456/57',
		'4917.0',
		'alice',
	]) {
		expect(recipientFrom(` ${id}\n`, 'id')).toBe(id);
	}
	fc.assert(
		fc.property(
			fc.stringMatching(/^[\w +()./-]{1,20}$/),
			(id) => /E\d/i.test(id) || recipientFrom(id, 'id') === id.trim(),
		),
	);
	expect(() => recipientFrom('4917012345678,4915112345678', 'id')).toThrow('is 2 recipients');
});

it.each([
	['491711234567.0', 'none', '491711234567'],
	[' 491711234567.00 ', 'DE', '491711234567'],
	['491711234567,0', 'none', '491711234567'],
	['0171.123.45.67', 'DE', '491711234567'],
] as const)(
	'a number that was exported with decimals keeps its digits: %s',
	(typed, country, to) => {
		expect(recipientFrom(typed, country)).toBe(to);
	},
);

it.each([
	...['4.91711E+11', '4,91711e+11', '4.91711E11', ' 4,9e11 ', '5E+11'],
	...['+4.91711E+11', '"4.91711E+11"', '00 4,91711E+11'],
])('a number that a spreadsheet shortened is refused: %s', (typed) => {
	expect(() => sent(typed)).toThrow('is a number that a spreadsheet has shortened');
});

it('an ID like 5E10 is not taken for a shortened number', () => {
	expect(sent('5E10')).toBe('5E10');
});

it('treats a short value after a minus as part of an ID, not as a second recipient', () => {
	for (const id of ['..+@.2(. -4/', '-4, 5']) expect(sent(id)).toBe(id);
});

it('changes nothing but spaces around a value that contains a letter or an @, or begins with a minus', () => {
	const letter = fc.constantFrom('a', '@', 'é', '_', '#');
	fc.assert(
		fc.property(
			fc.stringMatching(/^[\d +()./-]{0,9}$/),
			letter,
			fc.stringMatching(/^[\d +()./-]{0,6}$/),
			(before, middle, after) => {
				const typed = before + middle + after;
				expect(sent(typed)).toBe(typed.trim());
			},
		),
	);
	fc.assert(
		fc.property(
			fc.bigInt({ min: -(10n ** 18n), max: -1n }),
			(id) => sent(String(id)) === String(id),
		),
	);
});

it('finds the digits whatever punctuation is between them', () => {
	const between = fc.constantFrom('', ' ', '-', '.', '\u2011', '\u200b', '\u00a0', ' - ');
	const prefix = fc.constantFrom('+', '00', 'tel:+', '\u202a+');
	fc.assert(
		fc.property(
			prefix,
			// A 0 after the country code is removed, and one after a dot at the end is refused.
			phoneDigits.filter((digits) => !/^\d{1,3}0|0$/.test(digits)),
			fc.array(between, { minLength: 15, maxLength: 15 }),
			(start, digits, gaps) => {
				const typed =
					start +
					[...digits].map((digit, at) => digit + (at < digits.length - 1 ? gaps[at] : '')).join('');
				expect(sent(typed)).toBe(digits);
			},
		),
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
