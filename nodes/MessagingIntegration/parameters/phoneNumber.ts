// Tests: test/unit/recipients.test.ts, test/unit/documentedRecipients.test.ts
import {
	type CountryCode,
	getCountryCallingCode,
	Metadata,
	type MetadataJson,
	parsePhoneNumberFromString,
	type PhoneNumber,
} from 'libphonenumber-js/core';

let known: MetadataJson | undefined;
/** Loading what is known of all countries takes long, so it waits for a number that needs it. */
const metadata = () => (known ??= require('libphonenumber-js/metadata.max.json') as MetadataJson);

/** Invisible characters that are often copied from address books and web pages. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** What lists and spreadsheets leave around a value: quotation marks, an = before it (="0171…"), a separator after it. */
const leftovers = /^[\s\p{Pi}\p{Pf}="'`„‚]{1,9}|[\s\p{Pi}\p{Pf}"'`,;]{1,9}$/gu;

/** Programs export a column of numbers like this: 491711234567.0, or with a comma. They write no `+` or 0 before it. */
const exported = /^([1-9]\d{6,})[.,]0+$/;

const dayOrMonth = '(?:0?[1-9]|[12]\\d|3[01])';
/** A date, which a table has in another column: 25.12.2026, 2026-01-05. */
const date = new RegExp(
	`^(?:${dayOrMonth}([./-])${dayOrMonth}\\1(?:19|20)\\d\\d|(?:19|20)\\d\\d([./-])${dayOrMonth}\\2${dayOrMonth})(?:[T ,].*)?$`,
);

/** A number with decimals, such as a date as a spreadsheet keeps it: 46023.375. */
const decimal = /^[1-9]\d{4,}\.\d{1,3}$/;

/** With commas for thousands, as some spreadsheets and services write numbers: 4,915,112,345,678. */
const grouped = /^\d{1,3}(?:,\d{3}){2,}$/;

/** "+49+49151…", which comes of `+49{{ $json.phone }}` for a phone with a + in front. */
const twoCodes = /^(?:\+|00)\s*\d{1,3}\s*\+\s*\d/;

/** "+49 (0)151". In Italy, San Marino and some countries of West Africa, a 0 is part of the number. */
const trunkZero = /^(\D*(?:00)?(?!39|225|226|227|229|242|378)[1-9]\d{0,2}[^\d(]*)\(\s*0\s*\)/;

/**
 * Whether the digits are one number for certain. A bracket or the only slash ends the front part, a plus begins it, or
 * ends what is written from right to left. So an extension, a second number and decimals are refused.
 */
function isOneNumber(typed: string): boolean {
	const signs = typed.replace(/[\s.-]/g, '');
	const end = 1 + Math.max(...['(', ')', '/'].map((sign) => signs.lastIndexOf(sign)));
	const before = signs.slice(0, end).replace(/\D/g, '').replace(/^00/, '');
	const isFront = end === 0 || (before.length <= 7 && /^\d{3,}/.test(signs.slice(end)));
	const isForeign = /[^\d+()/]|\/.*\/|\d[()/]*\+[+()/]*\d/.test(signs);
	// The 0 of an office, as in 0-0171…, and the decimals of a spreadsheet.
	return isFront && !isForeign && !/^\D*0\D+0|^[^.]*\.0+$/.test(typed);
}

/** A digit of a script such as Arabic, Persian or Devanagari, as 0 to 9. In Unicode, the digits of a script follow each other. */
function asciiDigit(digit: string): string {
	const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));
	const code = digit.codePointAt(0) as number;
	return String(Array.from({ length: 10 }, (_, value) => isDigit(code - value - 1)).indexOf(false));
}

/** The value with ASCII digits, brackets and dashes, without what programs leave around it. */
const cleared = (value: string) =>
	value
		.replace(/[\uff01-\uff5e\u{1d7ce}-\u{1d7ff}]/gu, (sign) => sign.normalize('NFKC'))
		.replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
		.replace(/[\p{Pd}\u2212]|(?<=\d)ー(?=\d)/gu, '-')
		.replace(leftovers, '')
		.replace(exported, '$1');

/** A link to a chat with a number, or how some services write one. It always has its country code. */
const chatLink = /^(?:whatsapp:\s*|(?:https?:\/\/)?(?:www\.)?wa\.me\/)\+?([1-9]\d*)\/?(?:\?.*)?$/i;

/** What else stands in front of a number. */
const scheme = /^(?:tel|sms|whatsapp):\s*/i;

/** One number, and what stands beside it. */
const beside = /^([^\d+]*)([\d+][\d\s()./-]*\d)([^\d+]*)$/;

/**
 * What can stand in front of a number that has no +: words, and a space, a colon or a bracket behind them. In "l71 1234567"
 * and "**30 123456", the sign is a digit that was typed wrong or hidden, and the rest is another number.
 */
const inFront =
	/^(?:[\p{L}\p{M}\p{Extended_Pictographic}\s.:()/-]*[\s:.()\p{Extended_Pictographic}])?$/u;

/** What can stand behind a number: a bracket, a quotation mark, a comma or a telephone sign comes first. */
const behind = /^\s*(?:[\p{Ps}\p{Pe}\p{Pi}\p{Pf}<>"',;\p{Extended_Pictographic}].*)?$/u;

/**
 * A number with a label or a remark, such as "Mobil: +49 171 1234567 (privat)", and with a country also
 * "Mobil: 0171 1234567". It has to be valid, because letters can also stand for digits, as in +1-800-FLOWERS.
 */
function labelled(visible: string, country?: CountryCode): Typed | undefined {
	const [, before = '', number = '', after = ''] = beside.exec(visible) ?? [];
	const around = before + after;
	const hasWords = /[^\s()./-]/.test(around) && !/\p{N}/u.test(around);
	const known = number.startsWith('+') ? undefined : country;
	if (!number.startsWith('+') && !(known && inFront.test(before))) return undefined;
	const typed = hasWords && behind.test(after) ? typedIn(number) : undefined;
	const [digits = '', another] = numbersIn(typed?.digits ?? '', known);
	return another === undefined && isValidInternational(digits) ? typed : undefined;
}

/** A recipient as it was typed: a phone number, or an ID, which has no digits. */
interface Typed {
	/** Without punctuation; a `+` is in front. */
	digits?: string;
	/** Nothing but digits was typed. */
	isPlain?: boolean;
	wrong?: 'shortened' | 'grouped' | 'date' | 'unclear' | 'twoCodes' | 'italian';
	/** An ID whatever the country: that of a chat contains an @, that of a group is a number with a minus. */
	isId?: boolean;
}

/**
 * "+39 (0)345 1234567": in Italy, landline numbers have the 0 and mobile numbers have none, and here both are numbers, of
 * two people.
 */
function isTwoInItaly(typed: string): boolean {
	const [, rest] = /^\D*(?:00)?39\D*\(\s*0\s*\)(.*)$/.exec(typed) ?? [];
	if (rest === undefined) return false;
	const digits = rest.replace(/\D/g, '');
	return isForMobile(valid(`+39${digits}`)) && valid(`+390${digits}`) !== undefined;
}

/** Reads a recipient. No phone number is longer than 200 characters. @param country of numbers beside a label */
export function typedIn(given: string, country?: CountryCode): Typed {
	const value = given.trim();
	if (/^[1-9]\d*$/.test(value)) return { digits: value, isPlain: true };
	const whole = cleared(value.slice(0, 200).replace(invisible, ''));
	// In a list of notes, a minus stands before words or a space.
	if (value.includes('@') || /^(?:tel:\s*)?-(?!\s|.*\p{L})/iu.test(whole)) return { isId: true };
	const visible = whole.replace(chatLink, '+$1').replace(scheme, '');
	if (value.length > 200) return {};
	if (/^[+(0\s]*\d(?:[.,]\d+E\+?|E\+)\d+$/i.test(visible)) return { wrong: 'shortened' };
	if (grouped.test(visible)) return { wrong: 'grouped' };
	if (date.test(visible)) return { wrong: 'date' };
	if (decimal.test(visible)) return { wrong: 'unclear' };
	if (twoCodes.test(visible)) return { wrong: 'twoCodes' };
	const alone = labelled(visible, country);
	if (alone) return alone;
	if (isTwoInItaly(visible)) return { wrong: 'italian' };
	const typed = visible.replace(trunkZero, '$1');
	if (/\p{L}/u.test(typed)) return {};
	const digits = typed.replace(/\D/g, '');
	const isPlain = /^\d+$/.test(cleared(value));
	if (!isPlain && (digits.length > 20 || !isOneNumber(typed)))
		return digits.length < 7 ? {} : { wrong: 'unclear' };
	// A + at the end is one written from right to left.
	return typed.includes('+') ? { digits: `+${digits.replace(/^00/, '')}` } : { digits, isPlain };
}

/** The recipients in a value: at least one. Address books export ":::" between them. In a number, a comma can stand before thousands and decimals. */
export function recipientsIn(value: string): string[] {
	const isOne = /^\d{1,3}(?:,\d{3})+$/.test(value.trim()) || exported.test(value.trim());
	return isOne || typedIn(value).wrong === 'shortened' ? [value] : value.split(/[,;|\n，；、]|:::/);
}

/** Whether a value has several recipients, phone numbers or other IDs, and nothing else. */
export function hasSeveral(value: string): boolean {
	const parts = recipientsIn(value).filter((part) => part.trim() !== '');
	const isRecipient = (part: string) => {
		const { digits, wrong } = typedIn(part);
		return (
			digits !== undefined || wrong !== undefined || /^(?:[^\s@]+@\S+|-\d{6,})$/.test(part.trim())
		);
	};
	// The first hundred are enough to be certain.
	return parts.length > 1 && parts.slice(0, 100).every(isRecipient);
}

const parsed = (typed: string, defaultCountry?: CountryCode) =>
	parsePhoneNumberFromString(typed, { defaultCountry, extract: false }, metadata());

/** The number that digits are with a + in front, if it is valid. */
export const withPlus = (digits: string) => valid(`+${digits}`)?.number.slice(1);

/** Whether digits have as many digits as the numbers of their country, with a + in front. */
export function isPossibleWithPlus(digits: string): boolean {
	const number = parsed(`+${digits}`);
	return number !== undefined && isPossible(number);
}

/** The calling code of a country, if digits begin with it. */
export function ownCodeOf(digits: string, country: CountryCode): string | undefined {
	const code = getCountryCallingCode(country, metadata());
	return digits.startsWith(code) ? code : undefined;
}

/** Whether it has as many digits as its country's numbers. Some services still want the 1 that Mexico's mobile numbers had. */
const isPossible = (number: PhoneNumber) =>
	number.isPossible() || /^\+521\d{10}$/.test(number.number);

/**
 * The country of a recipient that is a phone number, also of one that is only possible: undefined for an ID, and for a code
 * of no country. Of the countries that share a code, the library names the main one first.
 */
export function countryOf(to: string): string | undefined {
	const number = /^[1-9]\d+$/.test(to) ? parsed(`+${to}`) : undefined;
	if (!number || !isPossible(number)) return undefined;
	return number.country ?? number.getPossibleCountries()[0];
}

/** Undefined if the number is not valid. */
function valid(typed: string, country?: CountryCode) {
	const number = parsed(typed, country);
	return number?.isValid() ? number : undefined;
}

const isForMobile = (number: PhoneNumber | undefined) => number?.getType() === 'MOBILE';

/** In Denmark, nobody can tell mobile numbers from others. */
const canBeMobile = (number: PhoneNumber | undefined) =>
	isForMobile(number) || number?.getType() === 'FIXED_LINE_OR_MOBILE';

/**
 * What stands behind `prefix`, if it is a mobile number that begins with its country code. Those of seven digits, which
 * South Africa has, do not count: they are the end of landline numbers such as 027 814 2905.
 */
function mobileBehind(prefix: string, code: string, digits: string): PhoneNumber | undefined {
	const rest = digits.startsWith(prefix + code) ? digits.slice(prefix.length) : '';
	const number = rest.length >= code.length + 8 ? valid(`+${rest}`) : undefined;
	return isForMobile(number) ? number : undefined;
}

/**
 * A number, with its +, without a second country code, as in +49 49 171… or +49 0049 171…, which comes of
 * `+49{{ $json.phone }}` for a phone that has one. As it stands it can be a landline number of somebody: then only a mobile
 * number behind the second code counts. Undefined if it has one country code.
 * @param ofCountry whose code counts; without it, that of any country
 */
export function withoutSecondCode(digits: string, ofCountry?: CountryCode): string | undefined {
	// Nearly all numbers need no second look.
	if (!/^(\d{1,3})0{0,2}\1/.test(digits)) return undefined;
	const number = parsed(`+${digits}`);
	const { countryCallingCode: code = '', nationalNumber = '' } = number ?? {};
	const isOther = ofCountry && code !== getCountryCallingCode(ofCountry, metadata());
	if (isOther || isForMobile(number)) return undefined;
	const rest = nationalNumber.replace(/^0+/, '');
	if (number?.isValid()) return mobileBehind('', code, rest)?.number;
	return rest.startsWith(code) && isValidInternational(rest) ? `+${rest}` : undefined;
}

/** Whether the digits are a valid number: its calling code, directly followed by the rest, without a trunk prefix. */
export const isValidInternational = (digits: string) =>
	valid(`+${digits}`)?.number === `+${digits}`;

/**
 * The numbers behind a `+` or a prefix for calls abroad: two if the country's own prefix (`0011` in Australia) and `00`
 * both fit. They need not be valid, because numbering plans change, but possible.
 */
function abroad(digits: string, ownPrefix = '00') {
	const prefixes = digits.startsWith('+') ? ['\\+'] : [ownPrefix, '00'];
	const all = prefixes.flatMap((prefix) => {
		const behind = digits.replace(new RegExp(`^(?:${prefix})(?=[1-9])`), '+');
		const number = behind.startsWith('+') ? parsed(behind) : undefined;
		const { countryCallingCode: code, nationalNumber = '' } = number ?? {};
		const isOdd = nationalNumber.startsWith('0') && !number?.isValid();
		return (isOdd && valid(`+${code}${nationalNumber.slice(1)}`)) || (number ?? []);
	});
	const certain = all.filter((number) => number.isValid());
	// Fewer digits can be a wrong number of the country: 01 is a prefix in the Solomon Islands.
	const isAbroad = /^\+|^00|^0\d{10}/.test(digits);
	const possible = all.filter((one) => isAbroad && isPossible(one));
	return certain.length > 0 ? certain : possible.slice(0, 1);
}

/**
 * The numbers, in international digits, that digits can mean: none, one, or two. Without a + or a prefix for calls abroad,
 * they are valid ones of the country: the first begins with its calling code, the second is dialled there.
 */
export function numbersIn(digits: string, country?: CountryCode): string[] {
	const plan = new Metadata(metadata());
	if (country) plan.selectNumberingPlan(country);
	const code = country && getCountryCallingCode(country, metadata());
	let found: Array<ReturnType<typeof parsed>> = abroad(digits, plan.numberingPlan?.IDDPrefix());
	if (code && found.length === 0) {
		const beginsWithCode = digits.startsWith(code);
		const international = beginsWithCode ? valid(`+${digits}`) : undefined;
		// Some islands dial short numbers. 000000 would be a valid one in Jersey.
		const dialled = digits.startsWith('00') ? undefined : valid(digits, country);
		// 49171123456 is a mobile number that lost a digit. As dialled in Germany, it is a landline number of a stranger.
		const isBroken = beginsWithCode && !international && !canBeMobile(dialled);
		const national = isBroken ? undefined : dialled;
		// Any mobile number of Germany or Indonesia, 49171…, is also a long landline number without its 0, (0)4917 1….
		const isMobile = isForMobile(international) && !isForMobile(national);
		// 049 171… is a landline number of somebody, or a mobile number with one 0 instead of 00.
		const shortened = national && mobileBehind('0', code, digits);
		// The library also knows the prefixes for calls abroad: 011 49… in the United States.
		found = [international ?? shortened, isMobile ? undefined : national].filter(
			(number) => number?.countryCallingCode === code,
		);
	}
	return [...new Set(found.map((number) => number?.number.slice(1) ?? ''))];
}
