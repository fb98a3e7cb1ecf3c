import { asciiDigits } from './asciiDigits';

/** The parts of a typed phone number that matter. */
export interface PhoneNumber {
	/** Without `+`, `00`, the `(0)` after a country code, and punctuation. */
	digits: string;
	/** Whether a `+` or `00` shows that the digits start with a country code. */
	isInternational: boolean;
}

/** Invisible characters that are often copied from address books and web pages. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** What lists and spreadsheets leave around a value: quotation marks, and a separator after it. */
const leftovers = /^[\s\p{Pi}\p{Pf}"'`„‚]{1,9}|[\s\p{Pi}\p{Pf}"'`,;]{1,9}$/gu;

const startsWithMinus = /^\s*[\p{Pd}\u2212]/u;

/** Includes dashes of all kinds, and the mathematical minus. */
const punctuation = /[+()./\s\p{Pd}\u2212]/gu;

/**
 * "+49 (0)151": that zero is dialled only within the country. Italy, San Marino and some countries of West Africa have
 * no such zero: a 0 is part of the number there.
 */
const trunkZero =
	/^([\s(]*(?:\+|00)?[\s(]*(?!39|225|226|227|229|242|378)[1-9]\d{0,2}[\s).\-/]*)\(\s*0\s*\)/;

/** Spreadsheets and other programs export a column of numbers like this: 491711234567.0 */
const decimals = /(?<=^\s*\+?\d{7,})\.0+\s*$/;

/** No recipient is longer. The patterns here would take minutes for a million characters. */
const longest = 200;

/** @returns undefined if the value does not look like a phone number, or starts with a minus, as some IDs do */
export function phoneNumberIn(value: string): PhoneNumber | undefined {
	if (/^[1-9]\d*$/.test(value)) return { digits: value, isInternational: false };
	if (value.length > longest) return undefined;
	const visible = asciiDigits(value)
		.replace(invisible, '')
		.replace(leftovers, '')
		.replace(/^\s*tel:/i, '');
	if (startsWithMinus.test(visible)) return undefined;
	const bare = visible.replace(decimals, '').replace(trunkZero, '$1').replace(punctuation, '');
	if (!/^\d+$/.test(bare)) return undefined;
	const digits = bare.replace(/^00(?=[1-9])/, '');
	return { digits, isInternational: digits !== bare || /^[\s(]*\+/.test(visible) };
}

/** IDs that are not phone numbers: the ID of a chat contains an @, the ID of a group starts with a minus. */
const otherRecipient = /^(\S+@\S+|-\d{6,})$/;

/**
 * Separators between recipients, and how many digits each recipient needs at least. The last two separators also occur
 * within a number.
 */
const separators: Array<[separator: RegExp, digits: number]> = [
	[/[,;|\n]/, 1],
	[/\s\/\s|(?=\+)/, 7],
	[/[\s/]/, 10],
];

/** The number of recipients in a value. */
export function recipientsIn(value: string): number {
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
