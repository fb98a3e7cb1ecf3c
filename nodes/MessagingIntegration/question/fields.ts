// Tests: test/unit/questionPage.test.ts, test/unit/answerOf.test.ts
import type { IDataObject } from 'n8n-workflow';
import * as z from 'zod/v4';

import { isObject } from '../service/json';
import type { SentFile } from '../n8n/files';
import { largestFiles } from '../n8n/resumeLink';
import { areAccepted, kindsOf, offered } from './fileTypes';
import { type Markup, markup } from './markup';
import { say, type Sentence } from './words';

/** Characters of each text that a person enters. */
export const longestText = 10_000;

/** What every field has. */
const base = z.object({
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
	/** How many choices or files; absent if there is no limit. */
	least: z.number().optional(),
	most: z.number().optional(),
	/** The files that can be chosen: `.pdf`, `image/*`, `image/png`. Absent for the other types, empty for any file. */
	accept: z.array(z.string()).optional(),
});

type Base = z.output<typeof base>;

/** What can be wrong with a field: the sentence that says so. */
// prettier-ignore
export type FieldProblem = Extract<Sentence,
	'empty' | 'long' | 'choice' | 'count' | 'number' | 'email' | 'date' | 'fileType' | 'fileEmpty' | 'again'>;

export function wordsFor(problem: FieldProblem, language: string, field: Base): string {
	const { options, accept = [], least = 0, most = options.length } = field;
	const types = kindsOf(accept, language);
	const range = least === most ? String(most) : `${least}–${most}`;
	return say(problem, language, { longest: String(longestText), range, types });
}

/** A character that is seen. The pattern of a Braille letter without dots is none. */
const visible = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * A text as it is stored: empty if nothing of it is seen. Browsers send line breaks as CR LF. A database may refuse NUL and
 * half a surrogate pair.
 */
export function storable(text: string): string {
	if (!visible.test(text)) return '';
	return text.replace(/\r\n?/g, '\n').replaceAll('\0', '').toWellFormed().trim();
}

/** CR LF doubles the length at most. What is too long in any case stays too long, and is read no further. */
function bounded(text: string): string {
	return text.length > 2 * longestText ? text.slice(0, longestText + 1) : storable(text);
}

const email = z.email({ pattern: z.regexes.html5Email });
const date = z.iso.date();

/** Each character of a number can match in one place only, so a long text that is none costs no time. */
const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** The check of what comes back for a kind of field, and its value as later nodes get it. */
export interface Kind {
	problemOf: (field: Base, entered: string[], files: SentFile[]) => FieldProblem | undefined;
	valueOf: (field: Base, entered: string[], files: SentFile[]) => IDataObject[string];
}

/** A field for a text. @param problem of a text that does not fit */
const ofText = (
	problem?: FieldProblem,
	fits?: (text: string) => boolean,
	valueOf: (text?: string) => IDataObject[string] = (text = '') => text,
): Kind => ({
	problemOf({ isRequired }, [text, another]) {
		if (text === undefined) return isRequired ? 'empty' : undefined;
		if (another !== undefined) return problem ?? 'empty';
		if (text.length > longestText) return 'long';
		return fits?.(text) === false ? problem : undefined;
	},
	valueOf: (_, [text]) => valueOf(text),
});

/** A field with options. */
const ofChoice: Kind = {
	problemOf({ isRequired, options, least = 0, most = options.length }, entered) {
		const isKnown = entered.every((choice) => options.includes(choice));
		const isMissing = isRequired && entered.length === 0;
		if (!isKnown || isMissing || entered.length > options.length) return 'choice';
		const count = new Set(entered).size;
		return count >= least && count <= most ? undefined : 'count';
	},
	valueOf: (_, [text = null]) => text,
};

const ofOneChoice: Kind = {
	...ofChoice,
	problemOf: (field, entered, files) =>
		entered.length > 1 ? 'choice' : ofChoice.problemOf(field, entered, files),
};

const kinds = {
	text: ofText(),
	textarea: ofText(),
	email: ofText('email', (text) => email.safeParse(text).success),
	number: ofText(
		'number',
		(text) => number.test(text) && Math.abs(+text) <= Number.MAX_SAFE_INTEGER,
		(text) => (text === undefined ? null : Number(text)),
	),
	date: ofText(
		'date',
		(text) => date.safeParse(text).success,
		(text) => text ?? null,
	),
	dropdown: ofOneChoice,
	radio: ofOneChoice,
	checkbox: { ...ofChoice, valueOf: (_, entered) => [...new Set(entered)] },
	file: {
		problemOf({ isRequired, accept = [], most = Infinity }, _, files) {
			if (files.length === 0) return isRequired ? 'empty' : undefined;
			if (files.length > most) return 'count';
			// A phone that has not loaded a photo from its cloud sends the name and no byte.
			if (files.some(({ size }) => size === 0)) return 'fileEmpty';
			return areAccepted(files, accept) ? undefined : 'fileType';
		},
		// As n8n's own forms describe files.
		valueOf({ most }, _, files) {
			const all = files.map(({ name, mimeType, size }) => {
				return { filename: name, mimetype: mimeType, size };
			});
			return all.length > 0 && most !== 1 ? all : (all[0] ?? null);
		},
	},
	/** It is on no page, so nobody who answers can read or change it. */
	hiddenField: { problemOf: () => undefined, valueOf: ({ entered: [text = ''] }) => text },
} satisfies Record<string, Kind>;

/** The names are those of n8n's own forms. */
export const fieldTypes = Object.keys(kinds) as Array<keyof typeof kinds>;

/** One field of the page. */
export const field = base.extend({ type: z.enum(fieldTypes) });

export type FormField = z.output<typeof field>;

export const fieldKindOf = ({ type }: FormField): Kind => kinds[type];

/** The name that n8n's own forms give a file. @param count of the field's files */
export function binaryName({ name }: Pick<Base, 'name'>, index = 0, count = 1): string {
	return name.replace(/\W/g, '_') + (count > 1 ? `_${index}` : '');
}

/** The texts of a field in the body of a request, which anybody can send. At most one more than fits. */
export function enteredIn(body: unknown, { type, htmlName, options }: FormField): string[] {
	const given = isObject(body) && Object.hasOwn(body, htmlName) ? body[htmlName] : undefined;
	const most = type === 'checkbox' ? options.length : 1;
	const texts: string[] = [];
	for (const value of Array.isArray(given) ? (given as unknown[]) : [given]) {
		const text = typeof value === 'string' ? bounded(value) : '';
		if (text !== '') texts.push(text);
		if (texts.length > most) break;
	}
	return texts;
}

/** The element in which a person enters something. @param attributes those that all have */
function box(
	{ type, placeholder = '', options, accept = [], most }: FormField,
	[entered = '']: string[],
	attributes: Markup,
	language: string,
	problem?: FieldProblem,
): Markup {
	if (type === 'dropdown') {
		const choices = options.map(
			(option) =>
				markup`<option value="${option}"${option === entered && markup` selected`}>${option}</option>\n`,
		);
		return markup`<select${attributes}><option value="">${say('choose', language)}</option>\n${choices}</select>`;
	}
	if (type === 'file') {
		const kinds = accept.length > 0 && markup` accept="${offered(accept)}"`;
		return markup`<input type="file"${attributes} class="box"${most !== 1 && markup` multiple`}${kinds}>`;
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

/** What can be entered, if the label cannot know it. */
function hintOf({ type, accept = [] }: FormField, language: string): Markup | undefined {
	if (type !== 'file') return undefined;
	const size = say('filesSize', language, { size: String(largestFiles()) });
	const kinds = kindsOf(accept, language);
	return markup`${kinds !== '' && markup`<bdi>${kinds}</bdi> · `}${size}`;
}

/** A field of the page. @param language of our words */
export function fieldMarkup(
	field: FormField,
	entered: string[],
	language: string,
	problem?: FieldProblem,
): Markup | undefined {
	const { type, label, isRequired, options, htmlName: name } = field;
	if (type === 'hiddenField') return undefined;
	const words = problem && wordsFor(problem, language, field);
	const wrong =
		words && markup`\n<p class="problem" id="${name}-problem" role="alert" dir="auto">${words}</p>`;
	const hint = hintOf(field, language);
	const below = hint && markup`\n<p class="hint" id="${name}-hint">${hint}</p>`;
	const described = [words && `${name}-problem`, hint && `${name}-hint`].filter(Boolean).join(' ');
	const state = markup`${words && markup` aria-invalid="true"`}${described !== '' && markup` aria-describedby="${described}"`}`;
	const mark =
		isRequired && markup` <span aria-hidden="true">(${say('required', language)})</span>`;
	const required = isRequired && markup` required`;
	if (type === 'radio' || type === 'checkbox') {
		const each = options.map(
			(option) =>
				markup`<label class="choice"><input type="${type}" name="${name}" value="${option}"${type === 'radio' && required}${entered.includes(option) && markup` checked`}${state}><span>${option}</span></label>\n`,
		);
		return markup`<fieldset class="field"><legend>${label}${mark}</legend>\n${each}${wrong}</fieldset>\n`;
	}
	const labelled = label === '' && markup` aria-labelledby="heading question"`;
	const attributes = markup` id="${name}" name="${name}"${required}${labelled}${state}`;
	const above = label !== '' && markup`<label for="${name}">${label}${mark}</label>\n`;
	return markup`<div class="field">${above}${box(field, entered, attributes, language, problem)}${below}${wrong}</div>\n`;
}
