import * as z from 'zod/v4';

import { contentTypes } from '../api/contract';
import { numberOf, wholeNumber } from './wholeNumber';

/** The value of a parameter with a list to choose from, which an expression can give too. */
function oneOf<const Values extends readonly string[]>(what: string, parameter: string, values: Values) {
	const error = `${what} is not known\nChoose one in the parameter "${parameter}", or give it one of these: ${values.join(', ')}.`;
	return z.enum(values, { error });
}

export const contentType = oneOf('The content type', 'Content Type', contentTypes);

export const mediaSource = oneOf('The media source', 'Media Source', ['binary', 'storageRef', 'url']);

export type MediaSource = z.output<typeof mediaSource>;

/** How the fields of an object are given. @param title as in "Content" */
export function specified(title: string) {
	return oneOf(`The way to specify the ${title.toLowerCase()}`, `Specify ${title}`, ['fields', 'json']);
}

/** A date, or one of Luxon's, as n8n's `$now` gives it: as ISO 8601. */
function isoOf(value: unknown): string | undefined {
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
	const { toISO } = (value ?? {}) as { toISO?: unknown };
	return typeof toISO === 'function' ? String(toISO.call(value)) : undefined;
}

/** What an expression gives where a person would have typed: numbers count as typed, a list of one as that one, nothing as empty. */
function asTyped(value: unknown): unknown {
	if (typeof value === 'bigint' || Number.isFinite(value)) return String(value);
	if (Array.isArray(value) && value.length === 1) return asTyped(value[0]);
	return value ?? '';
}

/** The same for words that people read, where a date can be meant. */
function asWords(value: unknown): unknown {
	return isoOf(value) ?? asTyped(value);
}

/** What was given in place of a text, as a person calls it. */
function kindOf(value: unknown): string {
	if (Array.isArray(value)) return `a list of ${value.length} values`;
	if (isoOf(value) !== undefined) return 'a date';
	return typeof value === 'boolean' || typeof value === 'number' ? String(value) : 'an object';
}

/**
 * @param what the parameter, as the start of a sentence
 * @param typed what makes text of a value that is none
 */
function typedText(what: string, advice: string, typed = asTyped) {
	return z.preprocess(
		typed,
		z
			.string({ error: ({ input }) => `${what} is ${kindOf(input)}, not text\n${advice}` })
			.refine((text) => text.trim() !== '', { error: `${what} is empty\n${advice}`, abort: true }),
	);
}

/** API reference, part 2: a string of digits is the only form shown. */
export const recipient = typedText(
	'The recipient',
	'Enter the recipient in the parameter "To", for example 15551234567, or drag it in from the input. For several recipients, n8n\'s Split Out node makes an item of each.',
);

const instanceAdvice = 'Pick one in the parameter "Instance", or enter its ID.';
const noInstance = `No instance is chosen\n${instanceAdvice}`;

/** One path segment; a segment of dots alone would be taken for a step up in the path. */
export const instanceId = z
	.preprocess(asTyped, z.string({ error: ({ input }) => `The instance is ${kindOf(input)}, not an ID\n${instanceAdvice}` }))
	.transform((id) => id.trim())
	.refine((id) => id !== '', { error: noInstance, abort: true })
	.refine((id) => id.isWellFormed() && !/^\.\.?$/.test(id), {
		error:
			'The instance ID cannot be used\nEnter the ID in the parameter "Instance" as the service shows it.',
	});

export const text = typedText('The text', 'Enter the message in the parameter "Text".', asWords);

export const mediaUrl = typedText('The media URL', 'Enter the address of the file in the parameter "Media URL".')
	.transform((url) => url.trim())
	.refine((url) => /^https?:\/\//i.test(url) && URL.canParse(url), {
		error:
			'The media URL is not a web address\nThe parameter "Media URL" needs a publicly reachable address that starts with https:// or http://.',
	});

export const storageRef = typedText(
	'The storage reference',
	'The parameter "Storage Reference" needs the storageRef that a media upload on the same instance gave.',
);

const noLimit = 'The limit cannot be used\nEnter a whole number from 1 up in the parameter "Limit".';

export const limit = z.preprocess(numberOf, z.int({ error: noLimit }).min(1, { error: noLimit }));

/** Absent where nothing is given. */
function optionalText(what: string, advice: string, typed = asTyped) {
	return z.preprocess(
		typed,
		z
			.string({ error: ({ input }) => `${what} is ${kindOf(input)}, not text\n${advice}` })
			.transform((words) => (words.trim() === '' ? undefined : words)),
	);
}

export const caption = optionalText('The caption', 'Enter text in the parameter "Caption".', asWords);

export const fileName = optionalText('The file name', 'Enter text in the option "File Name".');

export const mimeType = optionalText('The MIME type', 'Enter text in the option "MIME Type".');

/** May be empty, as some services want it. */
export const queryValue = z.preprocess(
	asWords,
	z.string({
		error: ({ input }) => `A query parameter is ${kindOf(input)}, not text\nEnter text in the option "Query Parameters".`,
	}),
);

/** The option of a message: ms. */
export const typingFirst = wholeNumber('Typing First', 0);

/** Whoever uses a key wants its protection: none is no key. */
export const onceKey = typedText(
	'The Send Once Key',
	'Enter what is the same for the same message in the option "Send Once Key", such as the ID of a submission, or remove the option.',
);
