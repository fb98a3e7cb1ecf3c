import type { CountryCode } from 'libphonenumber-js/core';

import { invalidInput, quoted } from '../api/failure';
import countryNames from './countries.json';

/** The country of a recipient without a country code: unknown, or none because the recipient is not a phone number. */
export type DefaultCountry = CountryCode | 'none' | 'id';

/**
 * By ISO code, in the order of the editor: what its search finds first comes first, for "ger" Germany, not Algeria. It
 * looks for the words anywhere in a name, and most people look for countries with a short calling code. A table, because
 * Intl.DisplayNames and the library's smallest metadata would add 18 ms to n8n's start.
 */
export const countries: Record<string, string> = countryNames;

export const nameOf = (country: CountryCode) =>
	countries[country]?.replace(/ \(\+\d+\)$/, '') ?? country;

/** The country that an item names. */
export function countryOf(given: unknown): DefaultCountry {
	const typed = typeof given === 'string' ? given : JSON.stringify(given ?? '');
	const code = typed.trim().slice(0, 5);
	if (code === 'id') return code;
	if (/^(none|"")?$/i.test(code)) return 'none';
	const country = code.toUpperCase();
	if (Object.hasOwn(countries, country)) return country as CountryCode;
	throw invalidInput(
		`The default country "${quoted(typed)}" is not known`,
		'Choose one in the parameter "Default Country", or give it a code of two letters, such as DE.',
	);
}
