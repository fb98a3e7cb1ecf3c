/** A phone number as it was typed, reduced to what matters. */
export interface PhoneNumber {
	/** Without `+`, `00`, the `(0)` behind a country code, and punctuation. */
	digits: string;
	/** Whether a `+` or `00` says that the digits begin with a country code. */
	isInternational: boolean;
}

/** These come along from address books and web pages. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

const startsWithMinus = /^\s*[\p{Pd}\u2212]/u;

/** Dashes of all kinds, the mathematical minus included. */
const punctuation = /[+()./\s\p{Pd}\u2212]/gu;

/**
 * "+49 (0)151": that zero is dialled only within the country. Where there is no such zero, in Italy and San Marino and in
 * some countries of West Africa, it is part of the number.
 */
const trunkZero = /^([\s(]*(?:\+|00)?[\s(]*(?!39|225|226|227|229|242|378)[1-9]\d{0,2}[\s).\-/]*)\(\s*0\s*\)/;

/** @returns undefined for a value that is not made up of phone characters, or that starts with a minus as some IDs do */
export function phoneNumberIn(value: string): PhoneNumber | undefined {
	const visible = value.replace(invisible, '').replace(/^\s*tel:/i, '');
	if (startsWithMinus.test(visible)) return undefined;
	const bare = visible.replace(trunkZero, '$1').replace(punctuation, '');
	if (!/^\d+$/.test(bare)) return undefined;
	const digits = bare.replace(/^00(?=[1-9])/, '');
	return { digits, isInternational: digits !== bare || /^[\s(]*\+/.test(visible) };
}

/** IDs, beside phone numbers: a chat's with an @, and a group's that starts with a minus. */
const otherRecipient = /^(\S+@\S+|-\d{6,})$/;

/** What stands between recipients, and how many digits each must have at least: the last two also stand within a number. */
const separators: Array<[separator: RegExp, digits: number]> = [
	[/[,;|\n]/, 1],
	[/\s\/\s|(?=\+)/, 7],
	[/[\s/]/, 10],
];

/** How many recipients a value names. */
export function recipientsIn(value: string): number {
	for (const [separator, digits] of separators) {
		const parts = value.split(separator).map((part) => part.trim()).filter(Boolean);
		const isRecipient = (part: string) => otherRecipient.test(part) || (phoneNumberIn(part)?.digits.length ?? 0) >= digits;
		if (parts.length > 1 && parts.every(isRecipient)) return parts.length;
	}
	return 1;
}
