import {
	type CountryCode,
	getCountryCallingCode,
	parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

/**
 * The international digits of a number that is dialled within a country, or that starts with its calling code. The
 * calling code is checked first: read as a national number, the German 4915… would become 494915….
 * @returns undefined if the number is not valid
 */
export function inCountry(digits: string, country: CountryCode): string | undefined {
	if (digits.startsWith(getCountryCallingCode(country)) && isValidInternational(digits))
		return digits;
	const number = parsePhoneNumberFromString(digits, country);
	return number?.isValid() ? number.number.slice(1) : undefined;
}

/** Whether the digits are a valid number of any country: its calling code, directly followed by the rest. */
export function isValidInternational(digits: string): boolean {
	const number = parsePhoneNumberFromString(`+${digits}`);
	// The library skips a trunk prefix after the calling code: +1 1 308… becomes +1 308….
	return number?.isValid() === true && number.number === `+${digits}`;
}
