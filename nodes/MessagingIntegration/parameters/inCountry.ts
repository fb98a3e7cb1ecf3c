import {
	type CountryCode,
	getCountryCallingCode,
	parsePhoneNumberFromString,
} from 'libphonenumber-js/max';

/** @returns undefined if the number is not valid */
function valid(typed: string, country?: CountryCode) {
	const number = parsePhoneNumberFromString(typed, country);
	return number?.isValid() ? number : undefined;
}

/** Whether the digits are a valid number of any country: its calling code, directly followed by the rest. */
export function isValidInternational(digits: string): boolean {
	// The library skips a trunk prefix after the calling code: +49 0171… becomes +49 171….
	return valid(`+${digits}`)?.number === `+${digits}`;
}

/**
 * The valid numbers, in international digits, that digits without + or 00 can mean in a country: none, one, or two. The
 * first begins with the country's calling code, the other is dialled within the country.
 */
export function numbersIn(country: CountryCode, digits: string): string[] {
	const code = getCountryCallingCode(country);
	const international = digits.startsWith(code) ? valid(`+${digits}`) : undefined;
	const national = valid(digits, country);
	// Any mobile number of Germany or Indonesia, 49171…, is also a long landline number without its 0, (0)4917 1….
	const isMobile = international?.getType() === 'MOBILE' && national?.getType() !== 'MOBILE';
	const readings = isMobile ? [international] : [international, national];
	// The library also knows the prefixes for calls abroad: 011 49… in the United States.
	const here = readings.filter((number) => number?.countryCallingCode === code);
	return [...new Set(here.map((number) => number?.number.slice(1) ?? ''))];
}
