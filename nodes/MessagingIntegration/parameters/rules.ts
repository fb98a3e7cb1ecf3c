import * as z from 'zod/v4';

import { contentTypes } from '../api/endpoints';
import { quoted } from '../api/failure';
import { responseTypes } from '../question/question';
import { numberOf, wholeNumber } from './options';

/** A value in quotation marks, after a space; empty if an expression found nothing. */
function named(value: unknown): string {
	if (value === undefined || value === null || value === '') return '';
	return ` "${quoted(typeof value === 'string' ? value : JSON.stringify(value))}"`;
}

/** A parameter with a list of values to choose from. An expression can give the value too. */
export function oneOf<const Values extends readonly string[]>(
	what: string,
	parameter: string,
	values: Values,
) {
	const advice = `Choose one in the parameter "${parameter}", or give it one of these: ${values.join(', ')}.`;
	return z.enum(values, {
		error: ({ input }) => `${what}${named(input)} is not known\n${advice}`,
	});
}

export const contentType = oneOf('The content type', 'Content Type', contentTypes);

export const mediaSource = oneOf('The media source', 'Media Source', [
	'binary',
	'storageRef',
	'url',
]);

export type MediaSource = z.output<typeof mediaSource>;

/** How the user enters the fields of an object. @param title as in "Content" */
export function specified(title: string) {
	return oneOf(`The way to specify the ${title.toLowerCase()}`, `Specify ${title}`, [
		'fields',
		'json',
	]);
}

/** A date, or a Luxon date as n8n's `$now` gives it, in ISO 8601; undefined for any other value. */
function isoOf(value: unknown): string | undefined {
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
	const { toISO } = (value ?? {}) as { toISO?: unknown };
	return typeof toISO === 'function' ? String(toISO.call(value)) : undefined;
}

/**
 * Turns the value of an expression into what a person would have typed: a number into its digits, a list of one into
 * its entry, nothing into an empty text.
 */
function asTyped(value: unknown): unknown {
	if (typeof value === 'bigint' || Number.isFinite(value)) return String(value);
	if (Array.isArray(value) && value.length === 1) return asTyped(value[0]);
	return value ?? '';
}

/** Like asTyped, for words that people read. They may be a date, which becomes ISO 8601. */
function asWords(value: unknown): unknown {
	return isoOf(value) ?? asTyped(value);
}

/** Describes a value that is not text, as a person would call it. */
function kindOf(value: unknown): string {
	if (Array.isArray(value))
		return value.length === 0 ? 'an empty list' : `a list of ${value.length} values`;
	if (isoOf(value) !== undefined) return 'a date';
	return typeof value === 'boolean' || typeof value === 'number' ? String(value) : 'an object';
}

/**
 * @param what the parameter, as the start of a sentence
 * @param typed turns other values into text
 */
function typedText(what: string, advice: string, typed = asTyped) {
	return z.preprocess(
		typed,
		z
			.string({ error: ({ input }) => `${what} is ${kindOf(input)} instead of text\n${advice}` })
			.refine((text) => text.trim() !== '', { error: `${what} is empty\n${advice}`, abort: true }),
	);
}

const recipientAdvice =
	'Enter the recipient in the parameter "To", for example 15551234567, or drag it in from the input. For several recipients, n8n\'s Split Out node makes an item of each.';

/** API reference, part 2, shows only a string of digits. `+` and `00` are what is left if an expression finds nothing. */
export const recipient = typedText('The recipient', recipientAdvice)
	.refine((to) => /(?!0)[\p{L}\p{N}]/u.test(to), {
		error: `The recipient is empty\n${recipientAdvice}`,
		abort: true,
	})
	.refine((to) => !to.includes('[object Object]'), {
		error:
			'The recipient contains an object, not a phone number\nChoose the field in it that has the number, for example {{ $json.phone.value }}, in the parameter "To".',
	});

const instanceAdvice = 'Pick one in the parameter "Instance", or enter its ID.';
const noInstance = `No instance is chosen\n${instanceAdvice}`;

/** One path segment. `.` and `..` are refused, because they would change the path. */
export const instanceId = z
	.preprocess(
		asTyped,
		z.string({
			error: ({ input }) => `The instance is ${kindOf(input)} instead of an ID\n${instanceAdvice}`,
		}),
	)
	.transform((id) => id.trim())
	.refine((id) => id !== '', { error: noInstance, abort: true })
	.refine((id) => id.isWellFormed() && !/^\.\.?$/.test(id), {
		error:
			'The instance ID cannot be used\nEnter the ID in the parameter "Instance" as the service shows it.',
	});

export const text = typedText('The text', 'Enter the message in the parameter "Text".', asWords);

export const mediaUrl = typedText(
	'The media URL',
	'Enter the address of the file in the parameter "Media URL".',
)
	.transform((url) => url.trim())
	.refine((url) => /^https?:\/\//i.test(url) && URL.canParse(url), {
		error:
			'The media URL is not a web address\nThe parameter "Media URL" needs a publicly reachable address that starts with https:// or http://.',
	});

export const storageRef = typedText(
	'The storage reference',
	'The parameter "Storage Reference" needs the storageRef that a media upload on the same instance gave.',
);

const noLimit =
	'The limit cannot be used\nEnter a whole number from 1 up in the parameter "Limit".';

export const limit = z.preprocess(numberOf, z.int({ error: noLimit }).min(1, { error: noLimit }));

/** Undefined if nothing was entered. */
export function optionalText(what: string, advice: string, typed = asTyped) {
	return z.preprocess(
		typed,
		z
			.string({ error: ({ input }) => `${what} is ${kindOf(input)} instead of text\n${advice}` })
			.transform((words) => (words.trim() === '' ? undefined : words)),
	);
}

export const caption = optionalText(
	'The caption',
	'Enter text in the parameter "Caption".',
	asWords,
);

export const fileName = optionalText(
	'The file name',
	'Enter text in the option "File Name".',
).transform((name) => name?.trim());

export const mimeType = optionalText('The MIME type', 'Enter text in the option "MIME Type".');

/** May be empty, because some services want that. */
export const queryValue = z.preprocess(
	asWords,
	z.string({
		error: ({ input }) =>
			`A query parameter is ${kindOf(input)} instead of text\nEnter text in the option "Query Parameters".`,
	}),
);

/** In ms. */
export const typingDuration = wholeNumber('Typing First', 0);

/** An empty key is an error: whoever sets this option wants its protection. */
export const onceKey = typedText(
	'The Send Once Key',
	'In the option "Send Once Key", enter what identifies the message, such as the number of an order, or remove the option.',
);

export const question = typedText(
	'The message',
	'Enter the question in the parameter "Message".',
	asWords,
);

export const responseType = oneOf('The response type', 'Response Type', responseTypes);

export const approvalType = oneOf('The type of approval', 'Type of Approval', ['single', 'double']);

export const buttonLabel = optionalText(
	'The label of a button',
	'Enter text in the parameter "Approval Options".',
);
