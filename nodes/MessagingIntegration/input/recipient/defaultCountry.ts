import type { INodeProperties } from 'n8n-workflow';
import type { CountryCode } from 'libphonenumber-js/min';

import { invalidInput } from '../../api/failure';
import { quoted } from '../../api/quoted';
import { countries } from './countries';

const none = 'none';

export const defaultCountry: INodeProperties = {
	displayName: 'Default Country',
	name: 'defaultCountry',
	type: 'options',
	default: none,
	description:
		'The country of phone numbers without a country code: 0171 1234567 in Germany becomes 491711234567. A number that is not valid there is not sent. Numbers that start with + or 00 keep their country code. If IDs consist of digits only, choose None.',
	options: [
		{ name: 'None', value: none },
		...Object.entries(countries).map(([value, name]) => ({ name, value })),
	],
};

function isCountry(code: string): code is CountryCode {
	return Object.hasOwn(countries, code);
}

/**
 * The country that an item names; undefined if it names none.
 * @throws FailureError if the country is not known
 */
export function countryOf(given: unknown): CountryCode | undefined {
	if (given === undefined || given === null || given === '' || given === none) return undefined;
	const typed = typeof given === 'string' ? given : JSON.stringify(given);
	const code = typed.trim().toUpperCase();
	if (isCountry(code)) return code;
	throw invalidInput(
		`The default country "${quoted(typed)}" is not known`,
		'Choose one in the option "Default Country", or give it a code of two letters, such as DE.',
	);
}
