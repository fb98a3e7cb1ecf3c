import * as fc from 'fast-check';
import {
	type CountryCode,
	getCountries,
	getCountryCallingCode,
	getExampleNumber,
	parsePhoneNumberFromString,
	type PhoneNumber,
} from 'libphonenumber-js/max';
import { Metadata } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/metadata.max.json';
import examples from 'libphonenumber-js/mobile/examples';

import { check } from '../../nodes/MessagingIntegration/api/failure';
import {
	defaultCountry,
	recipientFrom,
} from '../../nodes/MessagingIntegration/parameters/recipient';
import { refusalOf } from './refusalOf';

const countryOf = (given: unknown) => check(defaultCountry.rule, given);
const sent = (typed: string, country: CountryCode) => recipientFrom(typed, country);

/** Undefined if it is refused. */
function sentOrRefused(typed: string, country: CountryCode): string | undefined {
	try {
		return sent(typed, country);
	} catch {
		return undefined;
	}
}

/** Whether the digits are a valid number that begins with the country's calling code. */
function isNumberIn(country: CountryCode, digits: string): boolean {
	const number = parsePhoneNumberFromString(`+${digits}`);
	const code = getCountryCallingCode(country);
	return (
		number?.isValid() === true &&
		number.number === `+${digits}` &&
		number.countryCallingCode === code
	);
}

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
	['030/123456', 'DE', '4930123456'],
	['(0)171 1234567', 'DE', '491711234567'],
	['tel:0171-1234567', 'DE', '491711234567'],
	['171 1234567', 'DE', '491711234567'],
	['4915123456789', 'DE', '4915123456789'],
	['49 (0)1512 3456789', 'DE', '4915123456789'],
	['49 0171 1234567', 'DE', '491711234567'],
	['04915 123456', 'DE', '494915123456'],
	['0171 1234567,', 'DE', '491711234567'],
	["'0171 1234567", 'DE', '491711234567'],
	['٠١٧١ ١٢٣٤٥٦٧', 'DE', '491711234567'],
	['1711234567.0', 'DE', '491711234567'],
	['（０９０）１２３４ー５６７８', 'JP', '819012345678'],
	['43 0664 1234567', 'AT', '436641234567'],
	['06 12345678', 'IT', '390612345678'],
	['39 06 12345678', 'IT', '390612345678'],
	['8 912 345-67-89', 'RU', '79123456789'],
	['4407911123456', 'GB', '447911123456'],
	['(212) 555-2671', 'US', '12125552671'],
	['(416) 555-2671', 'US', '14165552671'],
	['212 555 2671', 'CA', '12125552671'],
	['364-1234', 'BS', '12423641234'],
	['113084000000', 'BB', '13084000000'],
	['(55) 99123-4567', 'BR', '5555991234567'],
	['5555991234567', 'BR', '5555991234567'],
	['9123456789', 'IN', '919123456789'],
	['919123456789', 'IN', '919123456789'],
	['0841234567', 'VN', '84841234567'],
	['841234567', 'VN', '84841234567'],
	['011 15-1234-5678', 'AR', '5491112345678'],
	['11 1234-5678', 'AR', '541112345678'],
	['55 1234 5678', 'MX', '525512345678'],
])('sends %s in %s as %s', (typed, country, digits) => {
	expect(sent(typed, country)).toBe(digits);
});

it.each<[string, CountryCode, string]>([
	['+49 1', 'DE', '491'],
	['+1 555 0100', 'DE', '15550100'],
	['tel:+49 12', 'FR', '4912'],
	['0049 1', 'US', '491'],
	['+49 (0)171 1234567', 'US', '491711234567'],
	['+52 1 55 1234 5678', 'MX', '5215512345678'],
	['0011 49 171 1234567', 'AU', '491711234567'],
	['0011 49 1', 'AU', '491'],
	['011 49 171 1234567', 'US', '491711234567'],
	['011 49 171 12345678901', 'US', '4917112345678901'],
	['001 49 171 1234567', 'KR', '491711234567'],
	['0049 171 1234567', 'KR', '491711234567'],
	['009 49 171 1234567', 'NG', '491711234567'],
	['010 49 171 1234567', 'JP', '491711234567'],
	['810 49 171 1234567', 'RU', '491711234567'],
	['0041 79 123 45 67', 'BR', '41791234567'],
])(
	'keeps the digits of %s, which begins with + or a prefix for calls abroad, in %s',
	(typed, country, digits) => {
		expect(sent(typed, country)).toBe(digits);
	},
);

it.each(['1203630@g.us', '49171234@lid', '-1001234567890', '–1001234567890'])(
	'sends the ID %s unchanged',
	(id) => {
		expect(sent(` ${id}\n`, 'DE')).toBe(id);
	},
);

it.each<[typed: string, country: CountryCode]>([
	['12', 'DE'],
	['0171', 'DE'],
	['12 34 56 78 90', 'DE'],
	['120363025246125486', 'DE'],
	['(0)', 'DE'],
	['unknown', 'DE'],
	['0171-1230040 (office)', 'DE'],
	['+1-555-FLOWERS', 'US'],
	['*31#0171 1234567', 'DE'],
	['00000.1', 'JE'],
	['000000', 'JE'],
	['99123-4567', 'BR'],
	['5215512345678', 'MX'],
])('refuses %s, which is not a phone number in %s', (typed, country) => {
	const name = { DE: 'Germany', BR: 'Brazil', JE: 'Jersey', MX: 'Mexico', US: 'United States' }[
		country as 'DE'
	];
	expect(refusalOf(() => sent(typed, country))).toMatchObject({
		message: `"${typed}" is not a phone number in ${name}`,
		description: expect.stringContaining('"Not a Phone Number"'),
		delivery: 'notSent',
		about: 'input',
	});
});

it('refuses a number that begins with + and 0, because no country code does', () => {
	expect(() => sent('+0171 1234567', 'DE')).toThrow('has no country code');
});

it.each<[typed: string, country: CountryCode, international: string, national: string]>([
	['3902428800', 'IT', '3902428800', '393902428800'],
	['4902123456', 'DE', '492123456', '494902123456'],
	['496112345', 'DE', '496112345', '49496112345'],
	['(55) 4003-1234', 'BR', '5540031234', '555540031234'],
])('refuses %s in %s, which can be two numbers, and names both', (typed, country, ...numbers) => {
	const name = { IT: 'Italy', DE: 'Germany', BR: 'Brazil' }[country as 'DE'];
	expect(refusalOf(() => sent(typed, country))).toMatchObject({
		message: `"${typed}" can be read as two phone numbers in ${name}`,
		description: `Begin it with + and its country code: +${numbers[0]} or +${numbers[1]}.`,
		delivery: 'notSent',
		about: 'input',
	});
});

/** A prefix for calls abroad that a pattern of the library takes. */
const prefixOf = (country: CountryCode) => {
	const known = new Metadata(metadata);
	known.selectNumberingPlan(country);
	const pattern = new RegExp(`^(?:${known.numberingPlan?.IDDPrefix()})$`);
	const found = Array.from({ length: 1000 }, (_, at) => at)
		.flatMap((number) => [String(number), `0${number}`, `00${number}`])
		.find((digits) => pattern.test(digits));
	return found ?? '';
};

it("a number behind the country's own prefix for calls abroad is sent without it, in all 245 regions", () => {
	const unread = getCountries().flatMap((country) => {
		const typed = `${prefixOf(country)} 49 171 1234567`;
		const to = sentOrRefused(typed, country);
		return to === '491711234567' ? [] : [`${country} ${typed}: ${to}`];
	});
	expect(unread).toEqual([]);
});

const regions = fc.constantFrom(...getCountries());

it('sends a valid number of the country, or what was typed with a + or 00, or nothing', () => {
	fc.assert(
		fc.property(
			regions,
			fc.stringMatching(/^(tel:)?(\+|00|\()?\d[\d ()./-]{2,17}$/),
			(country, typed) => {
				const to = sentOrRefused(typed, country);
				if (to === undefined) return;
				const digits = typed.replace(/\D/g, '');
				const isBehindPrefix = digits.startsWith('0') && digits.endsWith(to);
				const isInternational = isBehindPrefix || /^(tel:)?\(?(\+|00)/.test(typed);
				expect(isInternational || isNumberIn(country, to)).toBe(true);
				if (isInternational) expect(typed.replace(/\D/g, '')).toContain(to.slice(3));
			},
		),
		{ numRuns: 5000 },
	);
});

it('sends digits as a valid number of the country, also if they begin with its calling code', () => {
	fc.assert(
		fc.property(regions, fc.boolean(), fc.stringMatching(/^\d{4,12}$/), (country, has, rest) => {
			const digits = (has ? getCountryCallingCode(country) : '') + rest;
			fc.pre(!digits.startsWith('00'));
			const to = sentOrRefused(digits, country);
			const isAbroad = to !== undefined && digits.startsWith('0') && digits.endsWith(to);
			if (to !== undefined && !isAbroad) expect(isNumberIn(country, to)).toBe(true);
		}),
		{ numRuns: 5000 },
	);
});

it.each<[what: string, country: CountryCode, areaCodes: string[]]>([
	['mobile numbers of the area code 55', 'BR', ['559']],
	['mobile numbers that begin with 91', 'IN', ['91']],
	['mobile numbers that begin with 84', 'VN', ['84']],
	['mobile numbers', 'DE', ['151', '160', '171', '176']],
	['mobile numbers that begin with 39', 'IT', ['391', '392', '393']],
	['mobile numbers of Buenos Aires', 'AR', ['911']],
	['numbers of Mexico City', 'MX', ['55']],
])('never sends %s in %s to another number', (_, country, areaCodes) => {
	const code = getCountryCallingCode(country);
	fc.assert(
		fc.property(fc.constantFrom(...areaCodes), fc.stringMatching(/^\d{9}$/), (area, rest) => {
			const number = [7, 8, 9, 10, 11]
				.map((length) => parsePhoneNumberFromString(`+${code}${(area + rest).slice(0, length)}`))
				.find((one) => one?.isValid());
			fc.pre(number !== undefined);
			const right = number?.number.slice(1);
			const national = number?.nationalNumber;
			expect([right, undefined]).toContain(sentOrRefused(national, country));
			expect([right, undefined]).toContain(sentOrRefused(right, country));
			expect(sent(`+${right}`, country)).toBe(right);
		}),
		{ numRuns: 500 },
	);
});

it('offers None, Not a Phone Number and every country that the library knows, with its calling code', () => {
	const { options, default: value } = defaultCountry.field;
	const [none, id, ...countries] = options as Array<{ name: string; value: string }>;
	expect([none, id, value]).toEqual([
		{ name: 'None', value: 'none' },
		{ name: 'Not a Phone Number', value: 'id' },
		'none',
	]);
	expect(countries.map((country) => country.value).sort()).toEqual(getCountries().sort());
	const names = countries.map(({ name }) => name);
	for (const { name, value } of countries)
		expect(name).toContain(` (+${getCountryCallingCode(value as CountryCode)})`);
	expect(new Set(names).size).toBe(245);
	expect(countries).toContainEqual({ name: 'Germany (+49)', value: 'DE' });
	// n8n looks for the words anywhere in a name, and keeps the order.
	const found = (words: string) => names.find((name) => name.toLowerCase().includes(words));
	expect(found('ger')).toBe('Germany (+49)');
	const shortCodes = names.filter((name) => /\+\d\d?\)/.test(name));
	const sorted = (some: string[]) => some.toSorted((one, other) => one.localeCompare(other, 'en'));
	const others = names.filter((name) => !shortCodes.includes(name));
	expect(names).toEqual([...sorted(shortCodes), ...sorted(others)]);
});

it.each([undefined, null, '', 'none', ' None '])('treats %j as no country', (given) => {
	expect(countryOf(given)).toBe('none');
});

it.each(['DE', 'de', ' De '])('reads %j as Germany', (given) => {
	expect(countryOf(given)).toBe('DE');
});

it('tells Indonesia from the value of Not a Phone Number', () => {
	expect([countryOf('ID'), countryOf('id')]).toEqual(['ID', 'id']);
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
