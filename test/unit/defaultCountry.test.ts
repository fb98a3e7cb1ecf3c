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

import {
	type DefaultCountry,
	defaultCountry,
	recipientFrom,
} from '../../nodes/MessagingIntegration/parameters/recipient';
import { randomValues } from './support/randomValues';
import { refusalOf } from './support/refusalOf';

const countryOf = (given: unknown) => defaultCountry.rule.parse(given);
const sent = (typed: string, country: DefaultCountry) => recipientFrom(typed, country);

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
	const isWhole = number?.number === `+${digits}` && number.countryCallingCode === code;
	return isWhole && number.isValid();
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
	const read = regions.map((country) => [country, sent(typed(exampleOf(country)), country)]);
	expect(read).toEqual(regions.map((country) => [country, exampleOf(country).number.slice(1)]));
});

it.each<[typed: string, country: CountryCode, digits: string]>([
	['0171 1234567', 'DE', '491711234567'],
	['="0171 1234567"', 'DE', '491711234567'],
	['4915123456789', 'DE', '4915123456789'],
	['49 0171 1234567', 'DE', '491711234567'],
	['04915 123456', 'DE', '494915123456'],
	['1711234567.0', 'DE', '491711234567'],
	['（０９０）１２３４ー５６７８', 'JP', '819012345678'],
	['39 06 12345678', 'IT', '390612345678'],
	['8 912 345-67-89', 'RU', '79123456789'],
	['4407911123456', 'GB', '447911123456'],
	['(212) 555-2671', 'US', '12125552671'],
	['364-1234', 'BS', '12423641234'],
	['113084000000', 'BB', '13084000000'],
	['(55) 99123-4567', 'BR', '5555991234567'],
	['011 15-1234-5678', 'AR', '5491112345678'],
	// What begins with + or a prefix for calls abroad keeps its digits.
	['+49 19991', 'DE', '4919991'],
	['0049 1999 12345', 'US', '49199912345'],
	['0011 49 1999 12345', 'AU', '49199912345'],
	['0011 1 415 555 2671', 'AU', '14155552671'],
	['0082 10 1234 5678', 'KR', '821012345678'],
	['0057 321 1234567', 'CO', '573211234567'],
	['0055 11 96123-4567', 'BR', '5511961234567'],
	['0812-3456-7890', 'ID', '6281234567890'],
	['628123456789', 'ID', '628123456789'],
	['(01) 691 7115', 'PE', '5116917115'],
	// No mobile number +27 814 2905, with two country codes.
	['027 814 2905', 'ZA', '27278142905'],
	['07797 712345', 'JE', '447797712345'],
	['40123', 'AC', '24740123'],
	['011 49 171 12345678901', 'US', '4917112345678901'],
	['0041 79 123 45 67', 'BR', '41791234567'],
])('sends %s in %s as %s', (typed, country, digits) => {
	expect(sent(typed, country)).toBe(digits);
});

it.each(['1203630@g.us', '-1001234567890', '–1001234567890'])('sends the ID %s unchanged', (id) => {
	expect(sent(` ${id}\n`, 'DE')).toBe(id);
});

it.each<[typed: string, country: CountryCode, name: string]>([
	['12', 'DE', 'Germany'],
	['(31) 9688-3193', 'BR', 'Brazil'],
	['unknown', 'DE', 'Germany'],
	['00000.1', 'JE', 'Jersey'],
	// 011 is the prefix for calls abroad, but too little follows.
	['011234', 'CA', 'Canada'],
])('refuses %s, which is not a phone number in %s', (typed, country, name) => {
	expect(refusalOf(() => sent(typed, country))).toMatchObject({
		message: `"${typed}" is not a phone number in ${name}`,
		description: expect.stringContaining('"Not a Phone Number"'),
		delivery: 'notSent',
		origin: 'input',
	});
});

it.each<[typed: string, country: CountryCode, name: string, one: string, other: string]>([
	['3902428800', 'IT', 'Italy', '3902428800', '393902428800'],
	['4902123456', 'DE', 'Germany', '492123456', '494902123456'],
	// 00 with one 0.
	['049 171 1234567', 'DE', 'Germany', '491711234567', '49491711234567'],
])(
	'refuses %s in %s, which can be two numbers, and names both',
	(typed, country, name, ...both) => {
		expect(refusalOf(() => sent(typed, country))).toMatchObject({
			message: `"${typed}" can be read as two phone numbers in ${name}`,
			description: `Begin it with + and its country code: +${both.join(' or +')}.`,
			delivery: 'notSent',
			origin: 'input',
		});
	},
);

it.each<[typed: string, country: DefaultCountry, once: string]>([
	// {{ "+49" + $json.phone }} for a phone that has its country code.
	['+49 49 171 1234567', 'none', '+491711234567'],
	['00971971501234567', 'none', '+971501234567'],
	['49 49 171 1234567', 'DE', '+491711234567'],
	['+62 62 812345678', 'US', '+62812345678'],
	['+56 56 9 8765 4321', 'none', '+56987654321'],
	// {{ "+43" + $json.phone }} for a phone that begins with 00.
	['+43 0043 664 1234567', 'none', '+436641234567'],
	['+49 0049 171 1234567', 'DE', '+491711234567'],
	['+91 0091 98765 43210', 'IN', '+919876543210'],
	// Not as long as a number.
	['+960 960 771 2345', 'none', '+9607712345'],
	// Longer than a number.
	['+44 44 7911 123456', 'GB', '+447911123456'],
	['+234 00234 802 123 4567', 'none', '+2348021234567'],
	// Singapore's own prefix for calls abroad leads to Chile.
	['0065 65 8123 4567', 'SG', '+6581234567'],
])('refuses %s (%s), whose country code stands there twice: a stranger can have it', (...given) => {
	const [typed, country, once] = given;
	expect(refusalOf(() => sent(typed, country))).toMatchObject({
		message: `"${typed}" seems to have its country code twice`,
		description: expect.stringContaining(`Write the country code once: ${once}. If the number is`),
		delivery: 'notSent',
		origin: 'input',
	});
	expect(sent(typed, 'notPhone')).toBe(typed);
});

it.each<[typed: string, country: CountryCode, code: string]>([
	// Mobile numbers that lost a digit. Read as dialled, each is a landline number of a stranger.
	['49171123456', 'DE', '49'],
	['49160123456', 'DE', '49'],
	['49 171 123456', 'DE', '49'],
	['336123456', 'FR', '33'],
	['46701234567890', 'SE', '46'],
])(
	'refuses %s in %s: it begins with its country code, but is no number',
	(typed, country, code) => {
		expect(refusalOf(() => sent(typed, country))).toMatchObject({
			message: `"${typed}" begins with ${code}, but has a digit too few or too many`,
			delivery: 'notSent',
			origin: 'input',
		});
	},
);

it.each<[typed: string, country: CountryCode, digits: string]>([
	['55991234567', 'BR', '5555991234567'],
	['3934512345', 'IT', '393934512345'],
	['9198765432', 'IN', '919198765432'],
	['45672012', 'DK', '4545672012'],
])(
	'but sends %s in %s, a mobile number whose area code looks like the code',
	(typed, country, digits) => expect(sent(typed, country)).toBe(digits),
);

it.each<[typed: string, country: CountryCode, name: string, one: string, other: string]>([
	// A form or an address turned the + into a space.
	[' 33612345678', 'DE', 'Germany', '4933612345678', '33612345678'],
	['\u00a033651234567', 'DE', 'Germany', '4933651234567', '33651234567'],
	['  447911123456', 'DE', 'Germany', '49447911123456', '447911123456'],
])('refuses %j in %s: the space may have been a +', (typed, country, name, one, other) => {
	expect(refusalOf(() => sent(typed, country))).toMatchObject({
		message: `"${typed.trim()}" can be read as two phone numbers in ${name}`,
		description: `Begin it with + and its country code: +${one} or +${other}.`,
	});
});

it.each<[typed: string, country: CountryCode, digits: string]>([
	[' 491711234567', 'DE', '491711234567'],
	[' 0171 1234567', 'DE', '491711234567'],
	[' 4155552671', 'US', '14155552671'],
])('but a space in front of one certain number changes nothing: %j in %s', (typed, country, to) =>
	expect(sent(typed, country)).toBe(to),
);

it.each<[typed: string, country: CountryCode]>([
	['+0412 345 678', 'AU'],
	['+0171 1234567', 'DE'],
	['+(0)20 7946 0018', 'GB'],
])('says of %s in %s that it needs no +', (typed, country) => {
	expect(refusalOf(() => sent(typed, country)).description).toContain('without the +');
});

/** A prefix for calls abroad that a pattern of the library takes. */
const prefixOf = (country: CountryCode) => {
	const known = new Metadata(metadata);
	known.selectNumberingPlan(country);
	const pattern = new RegExp(`^(?:${known.numberingPlan?.IDDPrefix()})$`);
	const all = Array.from({ length: 1000 }, (_, at) => [`${at}`, `0${at}`, `00${at}`]).flat();
	return all.find((digits) => pattern.test(digits)) ?? '';
};

it("a number behind the country's own prefix for calls abroad is sent without it, in all 245 regions", () => {
	const read = getCountries().map((country) => [
		country,
		sentOrRefused(`${prefixOf(country)} 49 171 1234567`, country),
	]);
	expect(read.filter(([, to]) => to !== '491711234567')).toEqual([]);
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
		{ numRuns: randomValues },
	);
});

it.each<[what: string, country: CountryCode, areaCodes: string[]]>([
	['mobile numbers of the area code 55', 'BR', ['559']],
	['mobile numbers that begin with 91', 'IN', ['91']],
	['mobile numbers', 'DE', ['151', '160', '171', '176']],
	['mobile numbers that begin with 39', 'IT', ['391', '392', '393']],
	['mobile numbers of Buenos Aires', 'AR', ['911']],
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
	const [none, id, ...countries] = options as Array<{ name: string; value: CountryCode }>;
	expect([none, id, value]).toEqual([
		{ name: 'None', value: 'none' },
		{ name: 'Not a Phone Number', value: 'notPhone' },
		'none',
	]);
	expect(countries.map((country) => country.value).sort()).toEqual(getCountries().sort());
	for (const { name, value } of countries)
		expect(name).toMatch(new RegExp(`^\\p{Lu}.* \\(\\+${getCountryCallingCode(value)}\\)$`, 'u'));
	const names = countries.map(({ name }) => name);
	expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')));
	// As n8n's list searches.
	const found = (typed: string) => names.filter((name) => name.toLowerCase().includes(typed));
	expect(found('ger')).toEqual(
		['Algeria', 'Germany', 'Niger', 'Nigeria'].map(
			(name) => expect.stringContaining(name) as unknown,
		),
	);
	expect(found('united')).toHaveLength(3);
	for (const typed of ['turkey', 'türk', 'ivory', 'reunion', 'curacao', 'sao tome', '+49'])
		expect([typed, ...found(typed)]).toHaveLength(2);
});

it.each([
	...[undefined, null, '', ' '].map((given) => [given, 'empty']),
	[' None ', 'none'],
	...['DE', ' de '].map((given) => [given, 'DE']),
	...['ID', 'id'].map((given) => [given, 'ID']),
	...[['notPhone', 'notPhone']],
])('reads the country %j as %s', (given, country) => {
	expect(countryOf(given)).toBe(country);
});

it.each(['Germany', 'EU', '__proto__', 49, {}])('refuses %j as a country', (given) => {
	expect(refusalOf(() => countryOf(given))).toMatchObject({
		message: expect.stringMatching(/^The default country .* is not known$/),
		description: expect.stringContaining('"Default Country"'),
	});
});
