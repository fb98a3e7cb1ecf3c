// Tests: test/unit/recipients.test.ts, test/unit/defaultCountry.test.ts
import type { CountryCode } from 'libphonenumber-js/core';
import type { INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';

import { isObject } from '../service/json';
import { parseJson } from '../service/json';
import { refusal, type Refusal, refuses } from '../words/refusal';
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
import { anyText, isBlank } from './typedValues';

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
	throw refusal('defaultCountryUnknown', { given: typed });
}

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
		rule: anyText('recipient')
			.refine((to) => /(?!0)[\p{L}\p{N}]/u.test(to), {
				error: refuses('recipientEmpty'),
				abort: true,
			})
			.refine((to) => to.length <= 200, {
				error: refuses('recipientTooLong'),
			}),
		looks: identity('recipient'),
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

/** What is wrong with a value that cannot be read, by what `typedIn` calls it. */
const problems = {
	shortened: 'numberShortened',
	grouped: 'numberGrouped',
	date: 'numberIsDate',
	twoCodes: 'twoCountryCodes',
	italian: 'twoNumbersInItaly',
} as const;

/**
 * Digits alone, as the service takes them: a short code of four to six digits, or a number with its country code. An
 * expression such as `{{ parseInt($json.phone) }}` can leave two digits of "+49 151 …".
 */
function serviceForm(digits: string, typed: string): string {
	const { length } = digits;
	if (length < 4 || (length > 11 && !isPossibleWithPlus(digits)))
		throw refusal('numberNotPossible', { typed, isId: true });
	// A number with 7 to 11 digits can be one without its country code.
	if (length >= 7 && length <= 11 && !isValidInternational(digits))
		throw refusal('countryCodeMissing', { typed });
	return digits;
}

function withoutCountry(typed: string, digits: string, country: DefaultCountry): Refusal {
	if (digits === '') return refusal('noNumber', { typed });
	return refusal(country === 'empty' ? 'countryEmpty' : 'countryCodeMissing', { typed });
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
 * @param takesSeveral whether the field takes several recipients, with commas between them
 */
export function recipientFrom(
	typed: string,
	country: DefaultCountry,
	takesSeveral = false,
): string {
	const region =
		country === 'none' || country === 'empty' || country === 'notPhone' ? undefined : country;
	if (hasSeveral(typed)) throw refusal('severalRecipients', { typed, takesSeveral });
	if (country === 'notPhone') return typed.trim();
	const { digits = '', isPlain, wrong, isId } = typedIn(typed, region);
	if (wrong === 'unclear') throw refusal('notOneNumber', { typed, takesSeveral });
	if (wrong) throw refusal(problems[wrong], { typed });
	if (isId) return typed.trim();
	if (country === 'none' && isPlain && !digits.startsWith('0')) return serviceForm(digits, typed);
	const [to, second] = numbersIn(digits, region);
	const other = second ?? afterSpace(typed, digits, to);
	const [, abroad = ''] = /^(?:\+|00)([1-9]\d*)$/.exec(digits) ?? [];
	if (other === undefined) {
		// With Singapore's own prefix for calls abroad, 0065 65… would be a number in Chile. Behind Australia's, 0011 1… is one
		// in the United States.
		const own = digits.startsWith('+') ? undefined : region;
		const once = withoutSecondCode(abroad, own) ?? withoutSecondCode(to ?? '');
		if (once !== undefined) throw refusal('countryCodeTwice', { typed, once });
		if (to !== undefined) return to;
	}
	if (abroad !== '' && other === undefined) throw refusal('numberNotPossible', { typed });
	// An ID with letters has few digits.
	const isMixed = digits === '' && (/\+\d/.test(typed) || typed.replace(/\D/g, '').length >= 7);
	if (isMixed) throw refusal('numberWithWords', { typed });
	if (region === undefined) throw withoutCountry(typed, digits, country);
	const there = countryName(region);
	if (other !== undefined)
		throw refusal('twoNumbers', { typed, country: there, to: to ?? '', other });
	if (digits.startsWith('+0')) throw refusal('plusAndZero', { typed, country: there });
	const code = ownCodeOf(digits, region);
	throw code === undefined
		? refusal('noNumberIn', { typed, country: there })
		: refusal('noNumberBehind', { typed, code });
}

/**
 * Recipients as an item gives them, with "Default Country" applied. What the parameters say of all is evaluated once,
 * because a question can have thousands.
 */
function readRecipients(
	parameters: Parameters,
	itemIndex: number,
	given: unknown[],
	takesSeveral = false,
): string[] {
	const all = given.map((one) => recipient.rule.parse(one));
	const country = parameters.read(defaultCountry, itemIndex);
	parameters.latest = 'to';
	return all.map((typed) => recipientFrom(typed, country, takesSeveral));
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
	const each = isList && mayBeSeveral && steps !== undefined;
	const whole = each ? `.map((one) => one${steps})` : steps;
	const isKnown = code !== undefined && whole !== undefined;
	throw refusal('recipientIsObject', { isList, ...(isKnown && { meant: [code, whole] }) });
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
	if (empty >= 0 && each.length > 1)
		throw refusal('recipientOfListEmpty', { entry: empty + 1, count: each.length });
	return [...new Set(readRecipients(parameters, itemIndex, each, true))];
}

/** The recipient of an item; undefined if the parameter is empty. */
export function optionalRecipientOf(parameters: Parameters, itemIndex: number): string | undefined {
	return isBlank(parameters.saved('to')) ? undefined : recipientOf(parameters, itemIndex);
}
