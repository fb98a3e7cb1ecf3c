// Tests: test/engine/checkedBeforeSending.test.ts
import { tryToParseDateTime } from 'n8n-workflow';
import * as z from 'zod/v4';

import type { Got, Text } from '../words/input';
import { refusal, refuses } from '../words/refusal';

/** Whether a text has nothing but white space and signs that nobody sees, such as U+200B. */
export const showsNothing = (text: string) =>
	!/[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

/** Whether nothing was entered. */
export const isBlank = (given: unknown) =>
	(given ?? '') === '' || (typeof given === 'string' && showsNothing(given));

/** Converts a number that arrived as text, for example from a form or a sheet. */
export function numberOf(given: unknown): unknown {
	return typeof given === 'string' && !isBlank(given) ? Number(given) : given;
}

/** Whether a switch is on. An expression can give it as a text, such as that of a spreadsheet's checkbox, or as 1. */
export const isOn = (given: unknown) => /^(?:true|yes|1)$/i.test(String(given).trim());

/** A number within bounds, also one that arrived as text. */
export function numberWithin(
	least: number,
	most: number,
	error: () => never,
	number: z.ZodNumber = z.number({ error }),
) {
	return z.preprocess(numberOf, number.min(least, { error }).max(most, { error }));
}

/** n8n's shape of a collection with one entry, or with none. */
export function inCollection<Rule extends z.ZodType>(values: Rule, error: () => never) {
	return z
		.object({ values: values.optional() }, { error })
		.transform(({ values }) => values)
		.optional();
}

/** JavaScript keeps 15 digits of a number for certain. Also true of an object or a list with such a number in it. */
export function hasLostDigits(value: unknown): boolean {
	if (typeof value === 'object' && value !== null)
		return Object.values(value).some((one) => hasLostDigits(one));
	return Number.isInteger(value) && !Number.isSafeInteger(value);
}

const isoDate = z.union([
	z.iso.date(),
	z.iso.time(),
	z.iso.datetime({ local: true, offset: true }),
]);

/**
 * A date, a time or both in ISO 8601, also with a space between the two, as databases write them. Undefined for other
 * texts, which n8n would read in the time zone of its process, and for a day that does not exist.
 * @param timeZone for a text without one, as the editor saves it; also that of the result
 */
export function dateIn(text: string, timeZone: string) {
	// The pattern below would take seconds for a very long text.
	if (text.length > 100) return undefined;
	const iso = text
		.trim()
		.replace(/^(\S+) +/, '$1T')
		.replace(' ', '')
		.replace(/^([^T]*T.*[+-]\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`);
	const { success } = isoDate.safeParse(iso);
	return success ? tryToParseDateTime(iso, timeZone).setZone(timeZone) : undefined;
}

/** A date, or a Luxon date as n8n's `$now` gives it, in ISO 8601. Nothing for a wrong date and any other value. */
function isoOf(value: unknown): string | undefined {
	const { toJSON } = Object(value) as { toJSON?: unknown };
	const iso: unknown = typeof toJSON === 'function' ? toJSON.call(value) : undefined;
	return typeof iso === 'string' ? iso : undefined;
}

/**
 * Turns the value of an expression into what a person would have typed: a number into its digits, a list of one into
 * its entry, nothing into an empty text.
 */
function asTyped(value: unknown): unknown {
	if (typeof value === 'bigint' || Number.isFinite(value))
		return hasLostDigits(value) ? value : String(value);
	if (Array.isArray(value) && value.length === 1) return asTyped(value[0]);
	return value ?? '';
}

/** Like asTyped, for words that people read. They may be a date, which becomes ISO 8601. */
export function asWords(value: unknown): unknown {
	return isoOf(value) ?? asTyped(value);
}

/** A list of texts and numbers, such as that of a form's checkboxes. */
export const isListOfWords = (value: unknown): value is Array<string | number> =>
	Array.isArray(value) && value.every((one) => ['string', 'number'].includes(typeof one));

/** What a value is that is no text. */
function gotInstead(value: unknown): Got {
	if (Array.isArray(value))
		return value.length === 0 ? { is: 'emptyList' } : { is: 'list', count: value.length };
	if (isoOf(value) !== undefined) return { is: 'date' };
	return typeof value === 'boolean' || typeof value === 'number'
		? { is: 'value', value: String(value) }
		: { is: 'object' };
}

/** Any text, also an empty one. @param typed turns other values into text */
export function anyText(text: Text, typed = asTyped) {
	const error = ({ input }: { input: unknown }) => {
		const isShortened = typeof input === 'number' && hasLostDigits(input);
		if (isShortened) throw refusal('textLostDigits', { text });
		throw refusal('notText', { text, got: gotInstead(input) });
	};
	return z.preprocess(typed, z.string({ error }));
}

/** A text that must not be empty. */
export function typedText(text: Text, typed = asTyped) {
	const error = refuses('textEmpty', { text });
	return anyText(text, typed).refine((given) => !isBlank(given), { error, abort: true });
}

/** Undefined if nothing was entered. */
export function optionalText(text: Text, typed = asTyped) {
	return anyText(text, typed).transform((given) => (isBlank(given) ? undefined : given));
}
