import type { IDataObject } from 'n8n-workflow';
import * as z from 'zod/v4';

import { isObject } from '../api/answer';
import type { SentFile } from '../n8n/sentFiles';
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
export type Problem = Extract<
	Sentence,
	// prettier-ignore
	| 'empty'
	| 'long'
	| 'choice'
	| 'exactly'
	| 'between'
	| 'number'
	| 'email'
	| 'date'
	| 'file'
	| 'oneFile'
	| 'fileType'
	| 'again'
>;

export function wordsFor(problem: Problem, language: string, field: Base): string {
	const { options, accept = [], least = 0, most = options.length } = field;
	return say(problem, language, {
		count: String(longestText),
		least: String(least),
		most: String(most),
		types: accept.join(', '),
	});
}

/** A text as it is stored. Browsers send line breaks as CR LF. A database may refuse NUL and half a surrogate pair. */
export function storable(text: string): string {
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

/** The parts of the page that all fields have. */
interface Shown {
	/** Of the element in which a person enters something. */
	attributes: Markup;
	/** The sentence about the problem. */
	wrong: Markup | '' | undefined;
	star: Markup | false;
	problem: Problem | undefined;
	language: string;
}

/** A kind of field, whole: it cannot be on a page without a check of what comes back. */
export interface Kind {
	/** @param files that were chosen */
	problemOf: (field: Base, entered: string[], files: SentFile[]) => Problem | undefined;
	/** The value as later nodes get it. */
	valueOf: (field: Base, entered: string[], files: SentFile[]) => IDataObject[string];
	markup: (field: Base, entered: string[], shown: Shown) => Markup | undefined;
}

type Element = (field: Base, entered: string[], shown: Shown) => Markup;

/** An element below its label. */
function labelled(element: Element): Kind['markup'] {
	return (field, entered, shown) => {
		const { label, htmlName } = field;
		const above = label !== '' && markup`<label for="${htmlName}">${label}${shown.star}</label>\n`;
		return markup`<div class="field">${above}${element(field, entered, shown)}${shown.wrong}</div>\n`;
	};
}

/** An element of the browser for a text of this type. */
function input(type: string): Element {
	return ({ placeholder = '' }, [entered = ''], { attributes, problem }) => {
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
	};
}

/** A field for a text. @param problem of a text that does not fit */
function ofText(
	type: string,
	problem?: Problem,
	fits: (text: string) => boolean = () => true,
): Kind {
	return {
		problemOf({ isRequired }, [text]) {
			if (text === undefined) return isRequired ? 'empty' : undefined;
			if (text.length > longestText) return 'long';
			return fits(text) ? undefined : problem;
		},
		valueOf: (_, [text = '']) => text,
		markup: labelled(input(type)),
	};
}

const dropdown: Element = ({ options }, [entered], { attributes, language }) => {
	const choices = options.map(
		(option) =>
			markup`<option value="${option}"${option === entered && markup` selected`}>${option}</option>\n`,
	);
	return markup`<select${attributes}><option value="">${say('choose', language)}</option>\n${choices}</select>`;
};

/** Buttons of the browser, one for each option. */
function buttons(type: 'radio' | 'checkbox'): Kind['markup'] {
	return ({ label, options }, entered, { attributes, wrong, star }) => {
		const each = options.map(
			(option) =>
				markup`<label class="choice"><input type="${type}" value="${option}"${attributes}${entered.includes(option) && markup` checked`}><span>${option}</span></label>\n`,
		);
		return markup`<fieldset class="field"><legend>${label}${star}</legend>\n${each}${wrong}</fieldset>\n`;
	};
}

/** A field with options. */
function ofChoice(shown: Kind['markup']): Kind {
	return {
		problemOf(field, entered) {
			const { isRequired, options, least = 0, most = options.length } = field;
			const isKnown = entered.every((choice) => options.includes(choice));
			const isNone = isRequired && entered.length === 0;
			if (!isKnown || isNone || entered.length > options.length) return 'choice';
			const count = new Set(entered).size;
			if (count >= least && count <= most) return undefined;
			return least === most ? 'exactly' : 'between';
		},
		valueOf: (_, [text = null]) => text,
		markup: shown,
	};
}

function isAccepted({ name, mimeType }: SentFile, accept: string[]): boolean {
	return accept.some((type) => {
		if (type.startsWith('.')) return name.toLowerCase().endsWith(type);
		return type.endsWith('/*') ? mimeType.startsWith(type.slice(0, -1)) : mimeType === type;
	});
}

const kinds = {
	text: ofText('text'),
	textarea: ofText('textarea'),
	email: ofText('email', 'email', (text) => email.safeParse(text).success),
	number: {
		...ofText(
			'number',
			'number',
			(text) => number.test(text) && Math.abs(+text) <= Number.MAX_SAFE_INTEGER,
		),
		valueOf: (_, [text]) => (text === undefined ? null : Number(text)),
	},
	date: {
		...ofText('date', 'date', (text) => date.safeParse(text).success),
		valueOf: (_, [text = null]) => text,
	},
	dropdown: ofChoice(labelled(dropdown)),
	radio: ofChoice(buttons('radio')),
	checkbox: {
		...ofChoice(buttons('checkbox')),
		valueOf: (_, entered) => [...new Set(entered)],
	},
	file: {
		problemOf({ isRequired, accept = [], most }, _, files) {
			if (files.length === 0) return isRequired ? 'file' : undefined;
			if (most === 1 && files.length > 1) return 'oneFile';
			const fitsAll = accept.length === 0 || files.every((file) => isAccepted(file, accept));
			return fitsAll ? undefined : 'fileType';
		},
		// As n8n's own forms describe files.
		valueOf({ most }, _, files) {
			const all = files.map(({ name, mimeType, size }) => ({
				filename: name,
				mimetype: mimeType,
				size,
			}));
			return (most === 1 ? all[0] : all.length > 0 && all) || null;
		},
		markup: labelled(
			({ accept = [], most }, _, { attributes }) =>
				markup`<input type="file"${attributes} class="box"${most !== 1 && markup` multiple`}${accept.length > 0 && markup` accept="${accept.join(',')}"`}>`,
		),
	},
	/** It is on no page, so nobody who answers can read or change it. */
	hiddenField: {
		problemOf: () => undefined,
		valueOf: ({ entered }) => entered[0] ?? '',
		markup: () => undefined,
	},
} satisfies Record<string, Kind>;

/** The names are those of n8n's own forms. */
export const fieldTypes = Object.keys(kinds) as Array<keyof typeof kinds>;

/** One field of the page. */
export const field = base.extend({ type: z.enum(fieldTypes) });

export type Field = z.output<typeof field>;

const kindOf = ({ type }: Field): Kind => kinds[type];

export const problemOf = (field: Field, entered: string[], files: SentFile[] = []) =>
	kindOf(field).problemOf(field, entered, files);

export const enteredValue = (field: Field, entered: string[], files: SentFile[] = []) =>
	kindOf(field).valueOf(field, entered, files);

/** The texts of a field in the body of a request, which anybody can send. At most one more than fits. */
export function enteredIn(body: unknown, { type, htmlName, options }: Field): string[] {
	const given = isObject(body) && Object.hasOwn(body, htmlName) ? body[htmlName] : undefined;
	const isList = type === 'checkbox' && Array.isArray(given);
	return (isList ? given.slice(0, options.length + 1) : [given])
		.filter((value) => typeof value === 'string')
		.map(bounded)
		.filter((text) => text !== '');
}

/** The name that n8n's own forms give a file. @param count of the field's files */
export function binaryName({ name }: Pick<Base, 'name'>, index = 0, count = 1): string {
	return name.replace(/\W/g, '_') + (count > 1 ? `_${index}` : '');
}

/** A field of the page. @param language of our words */
export function fieldMarkup(
	field: Field,
	entered: string[],
	language: string,
	problem?: Problem,
): Markup | undefined {
	const { type, label, isRequired, htmlName: name } = field;
	const isChoice = type === 'radio' || type === 'checkbox';
	const words = problem && wordsFor(problem, language, field);
	const state = words && markup` aria-invalid="true" aria-describedby="${name}-problem"`;
	const required = isRequired && type !== 'checkbox' && markup` required`;
	const labelled = label === '' && markup` aria-labelledby="question"`;
	const id = !isChoice && markup` id="${name}"`;
	return kindOf(field).markup(field, entered, {
		attributes: markup`${id} name="${name}"${required}${labelled}${state}`,
		wrong:
			words &&
			markup`\n<p class="problem" id="${name}-problem" role="alert" dir="auto">${words}</p>`,
		star: isRequired && markup` <span aria-hidden="true">*</span>`,
		problem,
		language,
	});
}
