import {
	type CountryCode,
	getCountryCallingCode,
	Metadata,
	type MetadataJson,
	parsePhoneNumberFromString,
} from 'libphonenumber-js/core';

/** Loading what is known of all countries takes long, so it waits for a number that needs it. */
const metadata = () => require('libphonenumber-js/metadata.max.json') as MetadataJson;

/** A digit of a script such as Arabic, Persian or Devanagari, as 0 to 9. In Unicode, the digits of a script follow each other. */
function asciiDigit(digit: string): string {
	const code = digit.codePointAt(0) as number;
	let zero = code;
	while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
	// Several sets of digits can follow each other.
	return String((code - zero) % 10);
}

/** The parts of a typed phone number that matter. */
export interface PhoneNumber {
	/** Without the `(0)` after a country code, and without punctuation. */
	digits: string;
	/** Whether a country code follows a `+`, or may follow a prefix for calls abroad. */
	start?: '+' | 'prefix';
	/** Nothing but digits was typed. */
	isPlain: boolean;
	/** What the value ends with, if the digits are not one number for certain. */
	end?: 'extension' | 'decimals' | 'plus';
}

/** Invisible characters that are often copied from address books and web pages. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** East Asian keyboards type such signs beside their digits. In Unicode, they follow each other as in ASCII. */
const fullWidth = /[\uff01-\uff5e]/g;

/** What lists and spreadsheets leave around a value: quotation marks, and a separator after it. */
const leftovers = /^[\s\p{Pi}\p{Pf}"'`„‚]{1,9}|[\s\p{Pi}\p{Pf}"'`,;]{1,9}$/gu;

/** A + at the end is one written from right to left. */
const plus = /^[\s(]*\+|\+\s*$/;

/** Not 0-0171…, where a 0 for calls from an office stands in front. */
const officeZero = /^\D*0\D+0/;

const startsWithMinus = /^\s*[\p{Pd}\u2212]/u;

/** Includes dashes of all kinds, and the mathematical minus. */
const punctuation = /[+()./\s\p{Pd}\u2212]/gu;

/**
 * "+49 (0)151": that zero is dialled only within the country. Italy, San Marino and some countries of West Africa have
 * no such zero: a 0 is part of the number there.
 */
const trunkZero =
	/^([\s(]*(?:\+|00)?[\s(]*(?!39|225|226|227|229|242|378)[1-9]\d{0,2}[\s).\p{Pd}\u2212/]*)\(\s*0\s*\)/u;

/** Programs export a column of numbers like this: 491711234567.0, or with a comma. They write no `+` or 0 before it. */
const exported = /(?<=^\s*[1-9]\d{6,})[.,]0+\s*$/;
/** Zeros after the only dot. In 0171.123.45.00 they belong to the number. */
const decimals = /^\s*\+?\d+\.0+\s*$|^[^.]*\d\.0{1,2}\s*$/;

const extension = /[\s,;]*(?:(?:ext(?:ension|n)?|x|#)[\s.:=]*\d+|\(\s*\d{1,5}\s*\))\s*$/i;

/** Before a second country code, or before the count of further numbers. */
const laterPlus = /\d\D*\+\D*\d/;

/** At most two digits after a slash, or any after a whole number. After an area code, as in 030/123456, more follow. */
const slashedExtension = /\/\d{1,2}$|^(?:\/?\d){8,}\/\d+$/;

/** No recipient is longer. The patterns here would take minutes for a million characters. */
const longest = 200;

/** The value in ASCII digits, without what people and programs leave around it. */
function cleared(value: string): string {
	return value
		.replace(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
		.replace(/(?<=\p{Nd})ー(?=\p{Nd})/gu, '-')
		.replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
		.replace(leftovers, '');
}

/** The same without what nobody sees. */
function visibleIn(value: string): string {
	return cleared(value.replace(invisible, '')).replace(/^\s*tel:/i, '');
}

/** Whether the value is an ID whatever the country: the ID of a chat contains an @, that of a group starts with a minus. */
export function isId(value: string): boolean {
	return value.includes('@') || startsWithMinus.test(visibleIn(value.slice(0, longest)));
}

/** @returns undefined if the value does not look like a phone number, or starts with a minus, as some IDs do */
export function phoneNumberIn(value: string): PhoneNumber | undefined {
	if (/^[1-9]\d*$/.test(value)) return { digits: value, start: 'prefix', isPlain: true };
	if (value.length > longest) return undefined;
	const visible = visibleIn(value);
	if (startsWithMinus.test(visible)) return undefined;
	if (extension.test(visible)) {
		const extended = phoneNumberIn(visible.replace(extension, ''));
		if (extended && extended.digits.length >= 7) return { ...extended, end: 'extension' };
	}
	const typed = visible.replace(exported, '').replace(trunkZero, '$1');
	const digits = typed.replace(punctuation, '');
	if (!/^\d+$/.test(digits)) return undefined;
	const withoutPlus = officeZero.test(typed) ? undefined : 'prefix';
	const number: PhoneNumber = {
		digits,
		start: plus.test(typed) ? '+' : withoutPlus,
		isPlain: /^\d+$/.test(cleared(value).replace(exported, '')),
	};
	if (laterPlus.test(typed)) return { ...number, end: 'plus' };
	if (decimals.test(typed)) return { ...number, end: 'decimals' };
	const slashed = typed.replace(/[^\d/]/g, '').replace(/^00/, '');
	return slashedExtension.test(slashed) ? { ...number, end: 'extension' } : number;
}

/** IDs that are not phone numbers. */
const otherRecipient = /^(\S+@\S+|-\d{6,})$/;

/** Separators between recipients that are rare within a number. */
export const betweenRecipients = /[,;|\n，；、]/;

/**
 * Separators between recipients, and how many digits each recipient needs at least. The last two separators also occur
 * within a number.
 */
const separators: Array<[separator: RegExp, digits: number]> = [
	[betweenRecipients, 1],
	[/\s\/\s|(?=\+)/, 7],
	[/[\s/]/, 10],
];

/** Whether a spreadsheet has shortened the number, such as 4.91711E+11. */
export function isShortened(value: string): boolean {
	return /^[\s+(0]*\d(?:[.,]\d+E\+?|E\+)\d+\s*$/i.test(visibleIn(value.slice(0, longest)));
}

/** Whether a comma or semicolon belongs to a number, for example before decimals or an extension. */
export function isOneNumber(value: string): boolean {
	if (value.length > longest) return false;
	const hasThousands = /^\s*\d{1,3}(?:,\d{3})+\s*$/.test(value);
	const isNumber = hasThousands || exported.test(value) || isShortened(value);
	// With a later plus, there are several numbers.
	return isNumber || /extension|decimals/.test(phoneNumberIn(value)?.end ?? '');
}

/** The number of recipients in a value. */
export function recipientsIn(value: string): number {
	if (value.length <= longest && exported.test(value)) return 1;
	for (const [separator, digits] of separators) {
		const parts = value
			.split(separator)
			.map((part) => part.trim())
			.filter(Boolean);
		const isRecipient = (part: string) =>
			part.length <= longest &&
			(otherRecipient.test(part) || (phoneNumberIn(part)?.digits.length ?? 0) >= digits);
		if (parts.length > 1 && parts.every(isRecipient)) return parts.length;
	}
	return 1;
}

/** Undefined if the number is not valid. */
function valid(typed: string, country?: CountryCode) {
	const number = parsePhoneNumberFromString(typed, { defaultCountry: country }, metadata());
	return number?.isValid() ? number : undefined;
}

/** Whether the digits are a valid number of any country: its calling code, directly followed by the rest. */
export function isValidInternational(digits: string): boolean {
	// The library skips a trunk prefix after the calling code: +49 0171… becomes +49 171….
	return valid(`+${digits}`)?.number === `+${digits}`;
}

/** "+49 0171 1234567": a zero behind the country code is not part of the number if that is valid without it. */
function withoutTrunkZero(digits: string): string {
	if (!/^\d{1,3}0/.test(digits) || isValidInternational(digits)) return digits;
	const without = [1, 2, 3].map((length) => {
		const to = digits.slice(0, length) + digits.slice(length).replace(/^0/, '');
		const isCode = valid(`+${to}`)?.countryCallingCode.length === length;
		return isCode && isValidInternational(to) ? to : undefined;
	});
	return without.find((to) => to !== undefined) ?? digits;
}

/** The country's own prefix for calls abroad, as a pattern: `0011` in Australia. */
function prefixFor(country: CountryCode): string {
	const known = new Metadata(metadata());
	known.selectNumberingPlan(country);
	return known.numberingPlan?.IDDPrefix() ?? '00';
}

/**
 * The international digits of a number behind a `+` or a prefix for calls abroad: `00`, or the country's own. None if it
 * has neither; two if both prefixes fit, and both give valid numbers.
 */
export function abroadIn({ digits, start }: PhoneNumber, country?: CountryCode): string[] {
	if (start === '+') return [withoutTrunkZero(digits.replace(/^00/, ''))];
	if (start === undefined) return [];
	const found = [...(country ? [prefixFor(country)] : []), '00']
		.map((prefix) => new RegExp(`^(?:${prefix})(?=[1-9])`))
		.filter((prefix) => prefix.test(digits))
		.map((prefix) => withoutTrunkZero(digits.replace(prefix, '')));
	const valid = found.filter(isValidInternational);
	// Fewer digits can be a wrong number of the country: 01 is a prefix in the Solomon Islands.
	const certain = /^00|^0\d{10}/.test(digits) ? found.slice(0, 1) : [];
	return [...new Set(valid.length > 0 ? valid : certain)];
}

/**
 * The valid numbers, in international digits, that digits without + or 00 can mean in a country: none, one, or two. The
 * first begins with the country's calling code, the other is dialled within the country.
 */
export function numbersIn(country: CountryCode, digits: string): string[] {
	const code = getCountryCallingCode(country, metadata());
	const international = digits.startsWith(code) ? valid(`+${digits}`) : undefined;
	// Some islands dial short numbers. 000000 would be a valid one in Jersey.
	const national = digits.startsWith('00') ? undefined : valid(digits, country);
	// Any mobile number of Germany or Indonesia, 49171…, is also a long landline number without its 0, (0)4917 1….
	const isMobile = international?.getType() === 'MOBILE' && national?.getType() !== 'MOBILE';
	const readings = isMobile ? [international] : [international, national];
	// The library also knows the prefixes for calls abroad: 011 49… in the United States.
	const here = readings.filter((number) => number?.countryCallingCode === code);
	return [...new Set(here.map((number) => number?.number.slice(1) ?? ''))];
}
