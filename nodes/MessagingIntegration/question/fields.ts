import * as z from 'zod/v4';

import { isObject } from '../api/answer';
import { type Markup, markup } from './markup';
import { say } from './words';

/** Characters of each text that a person enters. */
export const longestText = 10_000;

/** The names are those of n8n's own forms. */
export const fieldTypes = [
	'text',
	'textarea',
	'email',
	'number',
	'date',
	'dropdown',
	'radio',
	'checkbox',
] as const;

/** One field of the page. */
export const field = z.object({
	type: z.enum(fieldTypes),
	/** In the output. */
	name: z.string(),
	/** In HTML: a form's fields have the names of their positions, so that no name can do harm. */
	htmlName: z.string(),
	/** Empty if the question itself is the label. */
	label: z.string(),
	placeholder: z.string().optional(),
	isRequired: z.boolean(),
	/** What can be chosen; empty for the other types. */
	options: z.array(z.string()),
	/** What the field contains at first: several only for checkboxes. */
	entered: z.array(z.string()),
});

export type Field = z.output<typeof field>;

/** What can be wrong with a field: the sentence that says so. */
export type Problem = 'empty' | 'long' | 'choice' | 'number' | 'email' | 'date';

export function wordsFor(problem: Problem, language: string): string {
	return say(problem, language, { count: String(longestText) });
}

/** A text as it is stored. Browsers send line breaks as CR LF. A database may refuse NUL and half a surrogate pair. */
export function storable(text: string): string {
	return text.replace(/\r\n?/g, '\n').replaceAll('\0', '').toWellFormed().trim();
}

/** CR LF doubles the length at most. What is too long in any case stays too long, and is read no further. */
function bounded(text: string): string {
	return text.length > 2 * longestText ? text.slice(0, longestText + 1) : storable(text);
}

/** The texts of a field in the body of a request, which anybody can send. At most one more than fits. */
export function enteredIn(body: unknown, { type, htmlName, options }: Field): string[] {
	const given = isObject(body) && Object.hasOwn(body, htmlName) ? body[htmlName] : undefined;
	const isList = type === 'checkbox' && Array.isArray(given);
	return (isList ? given.slice(0, options.length + 1) : [given])
		.filter((value) => typeof value === 'string')
		.map(bounded)
		.filter((text) => text !== '');
}

const email = z.email({ pattern: z.regexes.html5Email });
const date = z.iso.date();

/** Each character of a number can match in one place only, so a long text that is none costs no time. */
const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Whether a text fits a type that checks one. */
const fits: Partial<Record<Field['type'], (text: string) => boolean>> = {
	email: (text) => email.safeParse(text).success,
	date: (text) => date.safeParse(text).success,
	number: (text) => number.test(text) && Math.abs(+text) <= Number.MAX_SAFE_INTEGER,
};

export function problemOf(
	{ type, isRequired, options }: Field,
	entered: string[],
): Problem | undefined {
	const [text] = entered;
	if (options.length > 0) {
		const isKnown = entered.every((choice) => options.includes(choice));
		const fitsAll = isKnown && entered.length <= options.length;
		return fitsAll && (text !== undefined || !isRequired) ? undefined : 'choice';
	}
	if (text === undefined) return isRequired ? 'empty' : undefined;
	if (text.length > longestText) return 'long';
	return fits[type]?.(text) === false ? (type as Problem) : undefined;
}

/** The value of a field as later nodes get it. */
export function enteredValue(
	{ type }: Field,
	entered: string[],
): string | number | string[] | null {
	const [text] = entered;
	if (type === 'checkbox') return [...new Set(entered)];
	if (text !== undefined) return type === 'number' ? Number(text) : text;
	return /^(text|textarea|email)$/.test(type) ? '' : null;
}

/** The element in which a person enters something. @param attributes those that all have */
function box(
	{ type, placeholder = '', options }: Field,
	[entered = '']: string[],
	attributes: Markup,
	language: string,
	problem?: Problem,
): Markup {
	if (type === 'dropdown') {
		const choices = options.map(
			(option) =>
				markup`<option value="${option}"${option === entered && markup` selected`}>${option}</option>\n`,
		);
		return markup`<select${attributes}><option value="">${say('choose', language)}</option>\n${choices}</select>`;
	}
	const more = markup`${attributes} class="box" dir="auto" placeholder="${placeholder}"`;
	// A new line at the beginning of the text would be lost without the one before it.
	// Browsers drop the line breaks in other fields.
	if (type === 'textarea' || (type === 'text' && entered.includes('\n')))
		return markup`<textarea${more} rows="1" maxlength="${String(longestText)}">\n${entered}</textarea>`;
	// Browsers show only a number in a field for numbers, but what was entered is to stay.
	const kind = problem === 'number' || problem === 'date' ? 'text' : type;
	const isText = type === 'text' || type === 'email';
	const limit = isText && markup` maxlength="${String(longestText)}"`;
	return markup`<input type="${kind}" value="${entered}"${more}${limit}${kind === 'number' && markup` step="any"`}>`;
}

/** A field of the page. @param language of our words */
export function fieldMarkup(
	field: Field,
	entered: string[],
	language: string,
	problem?: Problem,
): Markup {
	const { type, label, isRequired, options, htmlName: name } = field;
	const words = problem && wordsFor(problem, language);
	const wrong =
		words && markup`\n<p class="problem" id="${name}-problem" role="alert" dir="auto">${words}</p>`;
	const state = words && markup` aria-invalid="true" aria-describedby="${name}-problem"`;
	const star = isRequired && markup` <span aria-hidden="true">*</span>`;
	const required = isRequired && markup` required`;
	if (type === 'radio' || type === 'checkbox') {
		const each = options.map(
			(option) =>
				markup`<label class="choice"><input type="${type}" name="${name}" value="${option}"${type === 'radio' && required}${entered.includes(option) && markup` checked`}${state}><span>${option}</span></label>\n`,
		);
		return markup`<fieldset class="field"><legend>${label}${star}</legend>\n${each}${wrong}</fieldset>\n`;
	}
	const labelled = label === '' && markup` aria-labelledby="question"`;
	const attributes = markup` id="${name}" name="${name}"${required}${labelled}${state}`;
	const above = label !== '' && markup`<label for="${name}">${label}${star}</label>\n`;
	return markup`<div class="field">${above}${box(field, entered, attributes, language, problem)}${wrong}</div>\n`;
}
