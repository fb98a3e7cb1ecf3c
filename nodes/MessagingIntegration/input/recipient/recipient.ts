import type { CountryCode } from 'libphonenumber-js/min';

import { check } from '../../api/check';
import { recipient } from '../parameterSchemas';
import { invalidInput } from '../../api/failure';
import { quoted } from '../../api/quoted';
import type { Parameters } from '../parameters';
import { countries } from './countries';
import { countryOf } from './defaultCountry';
import { hasCodeBeforeZero, isValidInternational, readingsIn, withoutTrunkZero } from './inCountry';
import { phoneNumberIn, recipientsIn } from './phoneNumber';

export interface Recipient {
	/** The value to send: the digits of a phone number, or anything else without the spaces around it. */
	to: string;
	/** The number seems to lack a country code, so a person should check it. */
	looksLocal?: true;
}

/**
 * Whether a number without + or 00 seems to lack its country code. Avoids false alarms: no country code starts with 0,
 * and only phone numbers are typed with punctuation. Other digits can be the ID of a chat.
 */
function looksLocal(digits: string, typed: string): boolean {
	return digits.startsWith('0') || (typed.trim() !== digits && !isValidInternational(digits));
}

/**
 * The international digits of a number that was typed in a country without + or 00.
 * @throws FailureError if the number is not valid there, or can be two numbers
 */
function dialledIn(country: CountryCode, digits: string, typed: string): string {
	const { international, national } = readingsIn(digits, country);
	const to = international ?? national;
	if (to === undefined) {
		throw invalidInput(
			`"${quoted(typed)}" is not a phone number in ${countries[country]}`,
			'Correct the number, or begin it with + and its country code. For an ID that is not a phone number, set the option "Default Country" to None.',
		);
	}
	if (to !== (national ?? to) && !hasCodeBeforeZero(typed, country)) {
		throw invalidInput(
			`"${quoted(typed)}" can be read as two phone numbers in ${countries[country]}`,
			`Begin it with + and its country code: +${to} or +${national}.`,
		);
	}
	return to;
}

/**
 * Turns what was typed into the recipient that the service takes.
 * @param country for phone numbers without a country code
 * @throws FailureError for several recipients, or a number that is not valid in the country or can be two numbers
 */
export function recipientFrom(typed: string, country?: CountryCode): Recipient {
	const several = recipientsIn(typed);
	if (several > 1) {
		throw invalidInput(
			`The recipient "${quoted(typed)}" is ${several} recipients`,
			'Enter one recipient in the parameter "To". n8n\'s Split Out node makes an item of each entry of a list.',
		);
	}
	if (/^\s*\d(?:[.,]\d+E\+?|E\+)\d+\s*$/i.test(typed)) {
		throw invalidInput(
			`The recipient "${quoted(typed)}" is a number that a spreadsheet has shortened`,
			'Format its column as text before you export it. The last digits are lost.',
		);
	}
	const number = phoneNumberIn(typed);
	if (number === undefined) return { to: typed.trim() };
	const { digits, isInternational } = number;
	if (isInternational) return { to: withoutTrunkZero(digits) ?? digits };
	if (country !== undefined) return { to: dialledIn(country, digits, typed) };
	return { to: digits, ...(looksLocal(digits, typed) && { looksLocal: true }) };
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
