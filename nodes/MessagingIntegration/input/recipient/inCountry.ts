import {
	type CountryCode,
	getCountryCallingCode,
	parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

/** The valid numbers that digits can mean in a country, in international digits. */
interface Readings {
	/** The digits begin with the country's calling code. */
	international?: string;
	/** The digits are dialled within the country. */
	national?: string;
}

/** Whether the digits are a valid number of any country: its calling code, directly followed by the rest. */
export function isValidInternational(digits: string): boolean {
	const number = parsePhoneNumberFromString(`+${digits}`);
	// The library skips a trunk prefix after the calling code: +1 1 308… becomes +1 308….
	return number?.isValid() === true && number.number === `+${digits}`;
}

/**
 * Drops an extra 0 directly after the calling code: 49 0171… becomes 49171….
 * @returns undefined if the digits are not valid without it, or if it belongs to the number, as in Italy
 */
export function withoutTrunkZero(digits: string): string | undefined {
	// Most numbers have no such 0, and need not be parsed.
	const number = /^\d{1,3}0/.test(digits) ? parsePhoneNumberFromString(`+${digits}`) : undefined;
	if (!number?.isValid()) return undefined;
	const code = number.countryCallingCode;
	const right = number.number.slice(1);
	return digits === `${code}0${right.slice(code.length)}` ? right : undefined;
}

/** A valid number as it was typed wins: read as a national number, the German 4915… would become 494915…. */
export function readingsIn(digits: string, country: CountryCode): Readings {
	const hasCode = digits.startsWith(getCountryCallingCode(country));
	if (hasCode && isValidInternational(digits)) return { international: digits };
	const number = parsePhoneNumberFromString(digits, country);
	return {
		international: hasCode ? withoutTrunkZero(digits) : undefined,
		national: number?.isValid() ? number.number.slice(1) : undefined,
	};
}

/** Whether the calling code stands apart from a 0 after it: `49 0171…`, `(49) 0171…`. */
export function hasCodeBeforeZero(typed: string, country: CountryCode): boolean {
	return new RegExp(`^\\D*${getCountryCallingCode(country)}\\D+0`).test(typed);
}
