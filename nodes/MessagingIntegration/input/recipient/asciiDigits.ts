const otherDigit = /(?![0-9])\p{Nd}/gu;

/** In Unicode, the digits 0 to 9 of a script follow each other. */
function asciiDigit(digit: string): string {
	const code = digit.codePointAt(0) as number;
	let zero = code;
	while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
	// Several sets of digits can follow each other.
	return String((code - zero) % 10);
}

/** Replaces the decimal digits of all scripts, such as Arabic, Persian or Devanagari, with 0 to 9. */
export function asciiDigits(text: string): string {
	return text.replace(otherDigit, asciiDigit);
}
