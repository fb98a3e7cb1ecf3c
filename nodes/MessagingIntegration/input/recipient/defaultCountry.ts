import type { CountryCode } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { invalidInput } from '../../api/failure';
import { quoted } from '../../api/quoted';

/** The country of a recipient without a country code: unknown, or none because the recipient is not a phone number. */
export type DefaultCountry = CountryCode | 'none' | 'id';

const names = new Intl.DisplayNames('en', { type: 'region' });

export function nameOf(country: CountryCode): string {
	return names.of(country) ?? country;
}

/** The library's examples have every country that it knows, and 4 kB. Its metadata would slow down n8n's start. */
const countries = (Object.keys(examples) as CountryCode[])
	.map((value) => ({ name: nameOf(value), value }))
	.sort((one, other) => one.name.localeCompare(other.name, 'en'));

export function defaultCountryField(show: IDisplayOptions['show']): INodeProperties {
	return {
		displayName: 'Default Country',
		name: 'defaultCountry',
		type: 'options',
		default: 'none',
		description:
			'The country of phone numbers without a country code: 0171 1234567 in Germany becomes 491711234567. What is not a valid number there is not sent. Numbers that start with + or 00 keep their country code. If "To" is an ID of digits or letters, choose Not a Phone Number: it is sent unchanged.',
		displayOptions: { show },
		options: [
			{ name: 'None', value: 'none' },
			{ name: 'Not a Phone Number', value: 'id' },
			...countries,
		],
	};
}

/**
 * The country that an item names.
 * @throws FailureError if the country is not known
 */
export function countryOf(given: unknown): DefaultCountry {
	const typed = typeof given === 'string' ? given : JSON.stringify(given ?? '');
	const code = typed.trim();
	if (code === 'id') return code;
	if (/^(none|"")?$/i.test(code)) return 'none';
	const country = countries.find(({ value }) => value === code.toUpperCase());
	if (country) return country.value;
	throw invalidInput(
		`The default country "${quoted(typed)}" is not known`,
		'Choose one in the parameter "Default Country", or give it a code of two letters, such as DE.',
	);
}
