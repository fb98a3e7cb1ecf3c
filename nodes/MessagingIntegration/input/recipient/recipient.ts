import type { CountryCode } from 'libphonenumber-js/min';

import { check } from '../../api/check';
import { recipient } from '../parameterSchemas';
import { invalidInput } from '../../api/failure';
import { quoted } from '../../api/quoted';
import type { Parameters } from '../parameters';
import { countries } from './countries';
import { countryOf } from './defaultCountry';
import { inCountry, isValidInternational } from './inCountry';
import { type PhoneNumber, phoneNumberIn, recipientsIn } from './phoneNumber';

export interface Recipient {
	/** The value to send: the digits of a phone number, anything else unchanged. */
	to: string;
	/** The number seems to lack a country code, so a person should check it. */
	looksLocal?: true;
}

/**
 * Avoids false alarms: no country code starts with 0, and only phone numbers are typed with punctuation. Other digits
 * can be the ID of a chat.
 */
function looksLocal({ digits, isInternational }: PhoneNumber, typed: string): boolean {
	if (isInternational) return false;
	return digits.startsWith('0') || (typed.trim() !== digits && !isValidInternational(digits));
}

/**
 * The international digits of a number that is dialled in a country.
 * @throws FailureError if the number is not valid there
 */
function dialledIn(
	country: CountryCode,
	{ digits, isInternational }: PhoneNumber,
	typed: string,
): string {
	const international = isInternational ? digits : inCountry(digits, country);
	if (international !== undefined) return international;
	throw invalidInput(
		`"${quoted(typed)}" is not a phone number in ${countries[country]}`,
		'Correct the number, or begin it with + and its country code. For an ID that is not a phone number, set the option "Default Country" to None.',
	);
}

/**
 * Turns what was typed into the recipient that the service takes.
 * @param country for phone numbers without a country code
 * @throws FailureError for several recipients, or a number that is not valid in the country
 */
export function recipientFrom(typed: string, country?: CountryCode): Recipient {
	const several = recipientsIn(typed);
	if (several > 1) {
		throw invalidInput(
			`The recipient "${quoted(typed)}" is ${several} recipients`,
			'Enter one recipient in the parameter "To". n8n\'s Split Out node makes an item of each entry of a list.',
		);
	}
	if (/^\s*\d(?:[.,]\d+)?E\+\d+\s*$/i.test(typed)) {
		throw invalidInput(
			`The recipient "${quoted(typed)}" is a number that a spreadsheet has shortened`,
			'Format its column as text before you export it. The last digits are lost.',
		);
	}
	const number = phoneNumberIn(typed);
	if (number === undefined) return { to: typed };
	if (country !== undefined) return { to: dialledIn(country, number, typed) };
	return { to: number.digits, ...(looksLocal(number, typed) && { looksLocal: true }) };
}

/** The recipient of an item, with the option "Default Country" applied. */
export function recipientOf(parameters: Parameters, itemIndex: number): Recipient {
	const typed = check(recipient, parameters.get('to', itemIndex));
	return recipientFrom(typed, countryOf(parameters.options(itemIndex).defaultCountry));
}

/** The recipient of an item; undefined if it has none. "Default Country" does not apply. */
export function optionalRecipientOf(
	parameters: Parameters,
	itemIndex: number,
): Recipient | undefined {
	const given = parameters.get('to', itemIndex, '') ?? '';
	return typeof given === 'string' && given.trim() === ''
		? undefined
		: recipientFrom(check(recipient, given));
}
