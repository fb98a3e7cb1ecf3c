import * as fc from 'fast-check';
import {
	type CountryCode,
	getCountries,
	getCountryCallingCode,
	getExampleNumber,
	parsePhoneNumberFromString,
	type PhoneNumber,
} from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';

import { countries } from '../../nodes/MessagingIntegration/input/recipient/countries';
import {
	countryOf,
	defaultCountry,
} from '../../nodes/MessagingIntegration/input/recipient/defaultCountry';
import { recipientFrom } from '../../nodes/MessagingIntegration/input/recipient/recipient';
import { refusalOf } from './refusalOf';

const sent = (typed: string, country: CountryCode) => recipientFrom(typed, country).to;

/** The library's example of a number in a region. */
const exampleOf = (country: CountryCode) => getExampleNumber(country, examples) as PhoneNumber;

it.each<[format: string, typed: (example: PhoneNumber) => string]>([
	['internationally', (example) => example.formatInternational()],
	['with 00 in front', ({ number }) => `00${number.slice(1)}`],
	['internationally without a +', ({ number }) => number.slice(1)],
	['nationally, with the trunk prefix', (example) => example.formatNational()],
	['nationally, without the trunk prefix', ({ nationalNumber }) => nationalNumber],
])('sends numbers of all 245 regions with their country code if typed %s', (_, typed) => {
	const regions = getCountries();
	expect(regions).toHaveLength(245);
	const right = regions.map((country) => [country, exampleOf(country).number.slice(1)]);
	expect(regions.map((country) => [country, sent(typed(exampleOf(country)), country)])).toEqual(
		right,
	);
});

it.each<[typed: string, country: CountryCode, digits: string]>([
	['0171 1234567', 'DE', '491711234567'],
	['0171/1234567', 'DE', '491711234567'],
	['(0)171 1234567', 'DE', '491711234567'],
	['tel:0171-1234567', 'DE', '491711234567'],
	['4915123456789', 'DE', '4915123456789'],
	['49 (0)1512 3456789', 'DE', '4915123456789'],
	['06 12345678', 'IT', '390612345678'],
	['8 912 345-67-89', 'RU', '79123456789'],
	['(416) 555-2671', 'US', '14165552671'],
	['011 49 171 1234567', 'US', '491711234567'],
	['0171 1234567,', 'DE', '491711234567'],
	["'0171 1234567", 'DE', '491711234567'],
	['٠١٧١ ١٢٣٤٥٦٧', 'DE', '491711234567'],
	['49 0171 1234567', 'DE', '491711234567'],
	['49-030-123456', 'DE', '4930123456'],
	['(49) 02123456', 'DE', '492123456'],
	['43 0664 1234567', 'AT', '436641234567'],
	['4407911123456', 'GB', '447911123456'],
	['39 06 12345678', 'IT', '390612345678'],
])('sends %s in %s as %s', (typed, country, digits) => {
	expect(sent(typed, country)).toBe(digits);
});

it.each<[string, CountryCode, string]>([
	['+49 1', 'DE', '491'],
	['+1 555 0100', 'DE', '15550100'],
	['tel:+49 12', 'FR', '4912'],
	['0049 1', 'US', '491'],
])('treats %s as international and does not validate it', (typed, country, digits) => {
	expect(sent(typed, country)).toBe(digits);
});

it.each(['1203630@g.us', '49171234@lid', 'alice', '+1-555-FLOWERS', '-1001234567890'])(
	'leaves %s unchanged',
	(typed) => {
		expect(sent(typed, 'DE')).toBe(typed);
	},
);

it.each(['12', '0171', '120363025246125486', '(0)'])(
	'refuses %s, which is not a phone number in the country',
	(typed) => {
		expect(refusalOf(() => sent(typed, 'DE'))).toMatchObject({
			message: `"${typed}" is not a phone number in Germany`,
			description: expect.stringContaining('Default Country'),
			delivery: 'notSent',
			about: 'input',
		});
	},
);

describe('an ambiguous number', () => {
	it('is refused if a 0 directly follows the calling code and both readings are valid', () => {
		expect(refusalOf(() => sent('4902123456', 'DE'))).toMatchObject({
			message: '"4902123456" can be read as two phone numbers in Germany',
			description: 'Begin it with + and its country code: +492123456 or +494902123456.',
			delivery: 'notSent',
			about: 'input',
		});
	});

	it('counts as international if it begins with the calling code', () => {
		expect(sent('04915 123456', 'DE')).toBe('494915123456');
		expect(sent('4915 123456789', 'DE')).toBe('4915123456789');
	});

	it('in Argentina counts as mobile only with a 9 or a 15', () => {
		expect(sent('011 15-1234-5678', 'AR')).toBe('5491112345678');
		expect(sent('11 1234-5678', 'AR')).toBe('541112345678');
	});

	it('in Mexico gets no 1 for mobile phones, but keeps one after +52', () => {
		expect(sent('55 1234 5678', 'MX')).toBe('525512345678');
		expect(sent('+52 1 55 1234 5678', 'MX')).toBe('5215512345678');
		expect(() => sent('5215512345678', 'MX')).toThrow('not a phone number in Mexico');
	});
});

it('either sends digits or refuses, whatever is typed', () => {
	const typed = fc.stringMatching(/^[+\d][\d ()./-]{0,16}$/);
	fc.assert(
		fc.property(typed, fc.constantFrom(...getCountries()), (value, country) => {
			let to: string | undefined;
			try {
				({ to } = recipientFrom(value, country));
			} catch {
				return;
			}
			expect(to === value.trim() || /^[1-9]\d*$/.test(to) || /^\s*(\+|00)/.test(value)).toBe(true);
		}),
		{ numRuns: 2000 },
	);
});

it('drops a trunk prefix that was typed after the calling code', () => {
	expect(sent('113084000000', 'BB')).toBe('13084000000');
});

it('turns every number that it accepts in a country into international digits', () => {
	fc.assert(
		fc.property(
			fc.constantFrom(...getCountries()),
			fc.stringMatching(/^\d{4,12}$/),
			(country, digits) => {
				fc.pre(!digits.startsWith('00'));
				let first: string;
				try {
					first = sent(digits, country);
				} catch {
					return;
				}
				expect(parsePhoneNumberFromString(`+${first}`)?.number).toBe(`+${first}`);
			},
		),
		{ numRuns: 5000 },
	);
});

it('reads a calling code that stands apart as one, with or without a 0 after it', () => {
	fc.assert(
		fc.property(
			fc.constantFrom(...getCountries()),
			fc.stringMatching(/^[1-9]\d{4,10}$/),
			fc.constantFrom('', '0'),
			(country, rest, zero) => {
				const code = getCountryCallingCode(country);
				const to = parsePhoneNumberFromString(`+${code}${zero}${rest}`);
				fc.pre(to?.isValid() === true && to.number === `+${code}${rest}`);
				expect(sent(`${code} ${zero}${rest}`, country)).toBe(`${code}${rest}`);
			},
		),
		{ numRuns: 3000 },
	);
});

it('offers every country that the library knows, sorted by name, and none by default', () => {
	expect(Object.keys(countries).sort()).toEqual(getCountries().sort());
	const names = Object.values(countries);
	expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')));
	expect(new Set(names).size).toBe(names.length);
	expect(defaultCountry.options?.slice(0, 2)).toEqual([
		{ name: 'None', value: 'none' },
		{ name: 'Afghanistan', value: 'AF' },
	]);
	expect(defaultCountry.default).toBe('none');
});

it.each([undefined, null, '', 'none'])('treats %j as no country', (given) => {
	expect(countryOf(given)).toBeUndefined();
});

it.each(['DE', 'de', ' De '])('reads %j as Germany', (given) => {
	expect(countryOf(given)).toBe('DE');
});

it.each(['Germany', 'EU', '49', 'toString', '__proto__', 49, {}])(
	'refuses %j as a country',
	(given) => {
		expect(refusalOf(() => countryOf(given))).toMatchObject({
			message: expect.stringMatching(/^The default country .* is not known$/),
			description: expect.stringContaining('"Default Country"'),
		});
	},
);
