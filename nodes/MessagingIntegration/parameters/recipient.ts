import type { CountryCode } from 'libphonenumber-js/core';
import type { INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';

import { isObject } from '../service/json';
import { parseJson } from '../service/json';
import {
	check,
	ensure,
	type InputError,
	type InputReason,
	invalidInput,
	refuses,
} from '../service/inputError';
import { quoted, sentences } from '../service/sentences';
import type { Parameters } from '../n8n/parameters';
import countryNames from './countries.json';
import { identity } from './check';
import { choices, field, withNames } from './editorFields';
import {
	countryOf,
	hasSeveral,
	isPossibleWithPlus,
	isValidInternational,
	numbersIn,
	ownCodeOf,
	recipientsIn,
	typedIn,
	withoutSecondCode,
	withPlus,
} from './phoneNumber';
import { anyText, isBlank, makeItems } from './typedValues';

/**
 * The country of a recipient without a country code: unknown, or none because the recipient is not a phone number.
 * `empty`: an expression gave nothing for this item.
 */
export type DefaultCountry = CountryCode | 'none' | 'notPhone' | 'empty';

/**
 * By ISO code, in the order of the alphabet. n8n searches the words that it shows, and tells "u" from "ü". A table, because
 * Intl.DisplayNames and the library's smallest metadata would add 18 ms to n8n's start.
 */
const countries: Record<string, string> = countryNames;

const countryName = (country: CountryCode) =>
	countries[country]?.replace(/ \(\+\d+\)$/, '') ?? country;

/** The country that an item names. */
function defaultCountryFrom(given: unknown): DefaultCountry {
	const typed = typeof given === 'string' ? given : JSON.stringify(given ?? '');
	const code = typed.trim().slice(0, 9);
	if (code === 'notPhone') return code;
	if (code === '' || code === '""') return 'empty';
	if (/^none$/i.test(code)) return 'none';
	const country = code.toUpperCase();
	if (Object.hasOwn(countries, country)) return country as CountryCode;
	throw invalidInput(
		'parameterUnusable',
		`The default country "${quoted(typed)}" is not known`,
		'Choose one in the parameter "Default Country", or give it a code of two letters, such as DE.',
	);
}

const splitOut = makeItems('phones');
const putCommas = 'Put a comma between two recipients in "To".';

export const { to: recipient, defaultCountry } = withNames({
	/** The recipient of a message. No model fills it in by itself: what a model reads can mislead it. */
	to: {
		field: field('string', 'To', '', {
			required: true,
			placeholder: 'e.g. +49 171 1234567',
			hint: 'Start with + and the country code, or choose the country below',
			description:
				'The recipient of the message: a phone number that starts with + and its country code, or an ID',
		}),
		// API reference, part 2, shows only a string of digits. `+` and `00` are what is left if an expression finds nothing.
		rule: anyText('The recipient', `Enter one recipient in the parameter "To". ${splitOut}`)
			.refine((to) => /(?!0)[\p{L}\p{N}]/u.test(to), {
				error: refuses(
					'recipientEmpty',
					'The recipient is empty',
					'Enter a phone number in the parameter "To", for example +49 171 1234567, or drag a field there from the input.',
				),
				abort: true,
			})
			.refine((to) => to.length <= 200, {
				error: refuses(
					'recipientUnusable',
					'The recipient has more than 200 characters',
					'Enter one phone number or ID in the parameter "To".',
				),
			}),
		looks: identity('recipient', ['recipientEmpty', 'The recipient is empty']),
	},
	defaultCountry: {
		field: field('options', 'Default Country', 'none', {
			description:
				'The country of phone numbers without a country code: 0171 1234567 in Germany becomes 491711234567. Numbers that start with + (and nearly all with 00) keep theirs. For an ID of digits or letters, choose Not a Phone Number: it is sent unchanged.',
			builderHint: {
				propertyHint:
					'Set the country (ISO code in capital letters, such as "DE") only if the numbers have no country code. Keep "none" for numbers that begin with their country code, and use "notPhone" if "to" is an ID.',
			},
			// The AI builder of n8n 2.41.1 writes all values of a list into the type of each operation, unless they seem to
			// depend on other parameters: then it writes that any text is right. The editor shows the list as ever; tested by
			// test/e2e/aiBuilder.
			typeOptions: { loadOptionsDependsOn: [] },
			options: [
				{ name: 'None', value: 'none' },
				{ name: 'Not a Phone Number', value: 'notPhone' },
				...choices(countries),
			],
		}),
		rule: z.unknown().transform(defaultCountryFrom),
	},
});

/** For requests whose body the reference does not show. */
export const optionalToField = (hint: string): INodeProperties => ({
	...recipient.field,
	required: undefined,
	hint,
	description:
		'The recipient, sent in the field "to" of the body: a phone number that starts with + and its country code, or an ID',
});

const forId = 'For an ID, choose "Not a Phone Number" in "Default Country".';

/** What can be wrong with a value. The title begins with the value. */
interface Problem {
	reason: InputReason;
	title: string;
	advice: string;
}

const problems = {
	several: {
		reason: 'recipientUnusable',
		title: 'looks like several recipients',
		advice: 'Enter one recipient in the parameter "To".',
	},
	shortened: {
		reason: 'numberNotValid',
		title: 'is a number that a spreadsheet has shortened',
		advice: 'Format its column as text before you export it. The last digits are lost.',
	},
	grouped: {
		reason: 'numberNotValid',
		title: 'is a number with commas for thousands',
		advice:
			'Format its column as text, or take the commas out: {{ String($json.phone).replaceAll(",", "") }}.',
	},
	date: {
		reason: 'numberNotValid',
		title: 'is a date, not a phone number',
		advice: 'Choose the field that has the phone number in the parameter "To".',
	},
	unclear: {
		reason: 'numberNotValid',
		title: 'is not one phone number for certain',
		advice: 'Enter one phone number, without an extension or decimals.',
	},
	twoCodes: {
		reason: 'numberNotValid',
		title: 'begins with two country codes',
		advice:
			'Take the one in front away. If an expression puts it there, enter only the number in "To".',
	},
	italian: {
		reason: 'numberNotValid',
		title: 'can be read as two phone numbers in Italy',
		advice: 'Write a mobile number without the 0, and a landline number without the brackets.',
	},
	length: {
		reason: 'numberNotPossible',
		title: 'has too few or too many digits',
		advice: 'Enter the country code, and behind it all digits of the number.',
	},
	words: { reason: 'numberNotValid', title: 'is not a phone number', advice: forId },
	mixed: {
		reason: 'numberNotValid',
		title: 'is not a phone number',
		advice: 'Enter the number alone, with + and its country code.',
	},
	noCountry: {
		reason: 'countryCodeMissing',
		title: 'needs a country code',
		advice: `Begin the number with + and its country code, or choose the country in "Default Country", directly below "To". ${forId}`,
	},
	emptyCountry: {
		reason: 'countryCodeMissing',
		title: 'needs a country code, and "Default Country" is empty for this item',
		advice:
			'Correct "Default Country", or begin the number with + and its country code. If such numbers begin with their country code, make the expression give "none".',
	},
} as const;

/**
 * Digits alone, as the service takes them: a short code of four to six digits, or a number with its country code. An
 * expression such as `{{ parseInt($json.phone) }}` can leave two digits of "+49 151 …".
 */
function serviceForm(
	digits: string,
	refusal: (problem: Problem, ...more: string[]) => InputError,
): string {
	const { length } = digits;
	if (length < 4) throw refusal(problems.length, forId);
	if (length > 11 && !isPossibleWithPlus(digits)) throw refusal(problems.length, forId);
	// A number with 7 to 11 digits can be one without its country code.
	if (length >= 7 && length <= 11 && !isValidInternational(digits))
		throw refusal(problems.noCountry);
	return digits;
}

/**
 * The other number that digits behind a space can be, beside that of the country: " 33612345678" is one of France if a form
 * or an address turned its + into the space.
 */
function afterSpace(typed: string, digits: string, to?: string): string | undefined {
	const number = to !== undefined && /^\s+[1-9]/.test(typed) ? withPlus(digits) : undefined;
	return number === to ? undefined : number;
}

/**
 * Turns what was typed into the recipient that the service takes: the digits of a phone number, or anything else without
 * the spaces around it. Refuses what is not certainly one recipient.
 * @param country for phone numbers without a country code
 * @param ofSeveral how to enter several recipients
 */
export function recipientFrom(
	typed: string,
	country: DefaultCountry,
	ofSeveral = splitOut,
): string {
	const region =
		country === 'none' || country === 'empty' || country === 'notPhone' ? undefined : country;
	const refusal = ({ reason, title, advice }: Problem, ...more: string[]) =>
		invalidInput(reason, `"${quoted(typed)}" ${title}`, sentences(advice, ...more));
	if (hasSeveral(typed)) throw refusal(problems.several, ofSeveral);
	if (country === 'notPhone') return typed.trim();
	const { digits = '', isPlain, wrong, isId } = typedIn(typed, region);
	if (wrong === 'unclear') throw refusal(problems.unclear, ofSeveral, forId);
	if (wrong) throw refusal(problems[wrong]);
	if (isId) return typed.trim();
	if (country === 'none' && isPlain && !digits.startsWith('0')) return serviceForm(digits, refusal);
	const [to, second] = numbersIn(digits, region);
	const other = second ?? afterSpace(typed, digits, to);
	const [, abroad = ''] = /^(?:\+|00)([1-9]\d*)$/.exec(digits) ?? [];
	if (other === undefined) {
		// With Singapore's own prefix for calls abroad, 0065 65… would be a number in Chile. Behind Australia's, 0011 1… is one
		// in the United States.
		const own = digits.startsWith('+') ? undefined : region;
		const once = withoutSecondCode(abroad, own) ?? withoutSecondCode(to ?? '');
		if (once !== undefined)
			throw refusal({
				reason: 'numberNotValid',
				title: 'seems to have its country code twice',
				advice: `Write the country code once: ${once}. If the number is right as it is, choose "Not a Phone Number" in "Default Country", and enter the digits alone.`,
			});
		if (to !== undefined) return to;
	}
	if (abroad !== '' && other === undefined) throw refusal(problems.length);
	// An ID with letters has few digits.
	const isMixed = digits === '' && (/\+\d/.test(typed) || typed.replace(/\D/g, '').length >= 7);
	if (isMixed) throw refusal(problems.mixed);
	const { words, noCountry, emptyCountry } = problems;
	if (region === undefined)
		throw refusal(digits === '' ? words : country === 'empty' ? emptyCountry : noCountry);
	const there = countryName(region);
	if (other !== undefined)
		throw refusal({
			reason: 'numberNotValid',
			title: `can be read as two phone numbers in ${there}`,
			advice: `Begin it with + and its country code: +${to} or +${other}.`,
		});
	if (digits.startsWith('+0'))
		throw refusal({
			reason: 'numberNotValid',
			title: 'begins with + and 0',
			advice: `Enter it without the + if it is a number in ${there}, otherwise with + and its country code.`,
		});
	const code = ownCodeOf(digits, region);
	throw refusal({
		reason: 'numberNotValid',
		title:
			code === undefined
				? `is not a phone number in ${there}`
				: `begins with ${code}, but has a digit too few or too many`,
		advice: `Correct the number, or begin it with + and its country code. ${forId}`,
	});
}

/**
 * Recipients as an item gives them, with "Default Country" applied. What the parameters say of all is evaluated once,
 * because a question can have thousands.
 */
function readRecipients(
	parameters: Parameters,
	itemIndex: number,
	given: unknown[],
	ofSeveral?: string,
): string[] {
	const all = given.map((one) => check(recipient.rule, one));
	const country = parameters.read(defaultCountry, itemIndex);
	parameters.latest = 'to';
	return all.map((typed) => recipientFrom(typed, country, ofSeveral));
}

/** As whose number the recipient of an item was read: undefined for an ID, which can have only digits. */
export function countryOfRecipient(parameters: Parameters, itemIndex: number, to: string) {
	return parameters.read(defaultCountry, itemIndex) === 'notPhone' ? undefined : countryOf(to);
}

/** Under which names services keep a phone number. */
const phoneNames = ['value', 'phone', 'phone_number', 'number', 'primary'];

/** What leads from an object, or a list of them, to a phone number in it: `.phone.value`. */
function stepsToNumber(given: unknown): string | undefined {
	if (Array.isArray(given)) {
		const at = Math.max(
			given.findIndex((one) => isObject(one) && one.primary === true),
			0,
		);
		const inside = stepsToNumber(given[at]);
		return inside && `[${at}]${inside}`;
	}
	if (!isObject(given)) return undefined;
	for (const name of phoneNames) {
		const one = given[name];
		const isNumber = /^(?:string|number)$/.test(typeof one) && /\d/.test(String(one));
		const inside = isNumber ? '' : stepsToNumber(one);
		if (inside !== undefined) return `.${name}${inside}`;
	}
	return undefined;
}

/**
 * Refuses a value with objects, as a CRM gives a phone number, and names the expression that is meant.
 * @param mayBeSeveral whether a list has a number in each of its entries
 */
function refuseObjects(saved: unknown, to: unknown, mayBeSeveral = false): void {
	if (![to].flat().some(isObject)) return;
	const isList = Array.isArray(to);
	const [, code] = /^=\s*\{\{\s*([\w$.?[\]()"'-]+)\s*\}\}\s*$/.exec(String(saved)) ?? [];
	const steps = stepsToNumber(isList && mayBeSeveral ? to[0] : to);
	const whole = isList && mayBeSeveral ? `.map((one) => one${steps})` : steps;
	const meant =
		code !== undefined && steps !== undefined
			? `{{ ${quoted(code)}${whole} }}`
			: 'the field of it that has the number';
	throw invalidInput(
		'recipientUnusable',
		`The recipient is ${isList ? 'a list of objects' : 'an object'}, not a phone number`,
		`Enter ${meant} in the parameter "To".`,
	);
}

/** The recipient of an item. */
export function recipientOf(parameters: Parameters, itemIndex: number): string {
	const given = parameters.get('to', itemIndex);
	refuseObjects(parameters.saved('to'), given);
	const [to = ''] = readRecipients(parameters, itemIndex, [given]);
	return to;
}

/** A text with several recipients, or a list of them as JSON. */
function separated(to: string): unknown[] {
	try {
		const list: unknown = parseJson(to);
		if (Array.isArray(list)) return list;
	} catch {
		// Most texts are no JSON.
	}
	// Only a space in front of a whole value can have been a +.
	const all = recipientsIn(to).map((one, _, { length }) => (length > 1 ? one.trim() : one));
	// A list that people write, or a cell, can end with a comma or a line break.
	while (all.length > 1 && isBlank(all.at(-1))) all.pop();
	return all;
}

/** The recipients of an item, in a list, or separated by commas, semicolons, bars or line breaks. One that occurs twice counts once. */
export function recipientsOf(parameters: Parameters, itemIndex: number): string[] {
	const to = parameters.get('to', itemIndex);
	refuseObjects(parameters.saved('to'), to, true);
	const given: unknown[] = [typeof to === 'string' ? separated(to) : to].flat();
	const each = given.length > 0 ? given.map((one) => one ?? '') : [''];
	const empty = each.findIndex((one) => isBlank(one));
	ensure(
		empty < 0 || each.length === 1,
		'recipientEmpty',
		`The recipient is empty: entry ${empty + 1} of ${each.length}`,
		'Correct the list in the parameter "To", or leave empty entries out: {{ $json.phones.filter(Boolean) }}.',
	);
	return [...new Set(readRecipients(parameters, itemIndex, each, putCommas))];
}

/** The recipient of an item; undefined if the parameter is empty. */
export function optionalRecipientOf(parameters: Parameters, itemIndex: number): string | undefined {
	return isBlank(parameters.saved('to')) ? undefined : recipientOf(parameters, itemIndex);
}
