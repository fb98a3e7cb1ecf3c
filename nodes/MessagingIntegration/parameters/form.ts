import { tryToParseDateTime } from 'n8n-workflow';
import * as z from 'zod/v4';

import { isObject } from '../api/answer';
import { parseJson } from '../api/body';
import { check, invalidInput, quoted } from '../api/failure';
import type { Parameters } from '../n8n/parameters';
import { largestForm } from '../n8n/resumeLink';
import {
	binaryName,
	type Field,
	fieldTypes,
	kindOf,
	longestText,
	storable,
	wordsFor,
} from '../question/fields';
import { say } from '../question/words';
import { defineForm, withOptions, withoutText } from './formFields';
import { anyText, asWords, isoIn, numberWithin } from './typedValues';

/** Why a kind of field of n8n's own forms cannot be used. */
const refused: Record<string, string> = {
	html: 'The page shows text only. Write it into the parameter "Message".',
	password:
		'n8n saves the answer with the execution, where others could read a password. Ask for it in another way.',
};

/** @throws FailureError unless the form can be shown */
function ensure(isRight: unknown, problem: string, advice: string): asserts isRight {
	if (!isRight) throw invalidInput(problem, advice);
}

/** What an expression gave, as a person would have typed it. */
function textIn(given: unknown, what: string): string {
	const typed = typeof given === 'boolean' ? String(given) : given;
	return storable(check(anyText(what, 'Correct "Form Fields".', asWords), typed));
}

/** One field as the editor saves it, or as JSON has it. */
interface Given {
	[name: string]: unknown;
	fieldOptions?: { values?: unknown };
}

/** The day of a date with a time, as the editor saves one and expressions give it. */
function dayOf(date: string, timeZone: string): string {
	const iso = isoIn(date) ?? '';
	const isMoment = /(?:Z|[+-]\d\d:\d\d)$/.test(iso);
	const day = isMoment && tryToParseDateTime(iso, timeZone).setZone(timeZone).toISODate();
	return day || date.replace(/[T ].*/, '');
}

/** What a field contains at first. */
function defaultsOf(
	given: unknown,
	{ type, options }: Pick<Field, 'type' | 'options'>,
	what: string,
	timeZone: string,
): string[] {
	const isList = type === 'checkbox' && typeof given === 'string' && !options.includes(given);
	// One more than there are is enough to be wrong.
	const list = isList ? given.split(',', options.length + 1) : [given];
	const texts = list.flat().map((one) => textIn(one, `The default value of ${what}`));
	const entered = texts.map((text) => {
		if (type === 'date') return dayOf(text, timeZone);
		// Browsers show no number that begins with a plus or ends with a dot.
		return type === 'number' ? text.replace(/^\+|\.$/g, '') : text;
	});
	return [...new Set(entered)].filter((text) => text !== '');
}

const isYes = (given: unknown) => given === true || given === 'true';

/** How many choices or files a field takes, and which files. */
function limitsOf(given: Given, { type, options }: Field, what: string) {
	if (type === 'file') {
		const types = textIn(given.acceptFileTypes, `The accepted file types of ${what}`).toLowerCase();
		const named = types.split(/[\s,]+/).filter((one) => !/^(\*(\/\*)?)?$/.test(one));
		const accept = named.map((one) => (one.includes('/') ? one : one.replace(/^\*?\.?/, '.')));
		return { accept, ...(!isYes(given.multipleFiles) && { most: 1 }) };
	}
	const { limitSelection = 'unlimited', numberOfSelections: exact = 1 } = given;
	if (type !== 'checkbox' || limitSelection === 'unlimited') return {};
	const { minSelections = 0, maxSelections = options.length } = given;
	const range = limitSelection === 'exact' ? [exact, exact] : [minSelections, maxSelections];
	const error = `The limits of ${what} cannot be met\nEnter whole numbers up to ${options.length}, the larger one as the maximum.`;
	const rule = numberWithin(0, options.length, error, z.int({ error }));
	const [least = 0, most = 0] = range.map((one) => check(rule, one));
	return { least, most: check(numberWithin(Math.max(least, 1), Infinity, error), most) };
}

function fieldOf(given: Given, at: number, timeZone: string): Field {
	const saved = given.fieldType ?? 'text';
	const ownName = textIn(given.fieldName, `The name of field ${at + 1}`);
	const isHidden = saved === 'hiddenField';
	const label =
		textIn(given.fieldLabel, `The label of field ${at + 1}`) || (isHidden ? ownName : '');
	const what = label ? `the field "${quoted(label)}"` : `field ${at + 1}`;
	// n8n's own forms once had dropdowns of which several can be chosen.
	const isList = saved === 'dropdown' && isYes(given.multiselect);
	const type = isList ? 'checkbox' : fieldTypes.find((known) => known === saved);
	const called = textIn(saved, `The type of ${what}`);
	const known = refused[called] ?? `Choose one of these: ${fieldTypes.join(', ')}.`;
	ensure(type, `The type "${quoted(called)}" of ${what} cannot be used`, known);
	ensure(label, `Field ${at + 1} of the form has no label`, 'Give it one in "Form Fields".');
	const name = ownName || label;
	const usable = 'Choose another name in "Form Fields".';
	ensure(binaryName({ name }) !== '__proto__', `The name "${quoted(name)}" cannot be used`, usable);
	const rows: unknown = withOptions.includes(type) ? (given.fieldOptions?.values ?? []) : [];
	ensure(
		Array.isArray(rows) && rows.every(isObject),
		`The options of ${what} cannot be used`,
		'Write them as n8n\'s own forms do: { "values": [{ "option": "now" }] }.',
	);
	const options = rows.map(({ option }) => textIn(option, `An option of ${what}`));
	const isComplete = !options.includes('') && (options.length > 0 || !withOptions.includes(type));
	ensure(isComplete, `An option of ${what} is empty`, 'Enter each in "Field Options".');
	const isShort = options.every(({ length }) => length <= longestText);
	const longest = say('long', 'en', { longest: String(longestText) });
	ensure(isShort, `An option of ${what} is too long`, longest);
	const initial = isHidden ? given.fieldValue : given.defaultValue;
	const entered = defaultsOf(initial, { type, options }, what, timeZone);
	const field: Field = {
		type,
		name,
		htmlName: `f${at}`,
		label,
		placeholder: textIn(given.placeholder, `The placeholder of ${what}`),
		isRequired: isYes(given.requiredField),
		options: [...new Set(options)],
		entered,
	};
	// A default may be less than what a person has to choose.
	const wrong = entered.length > 0 && kindOf(field).problemOf(field, entered, []);
	const value = quoted(entered.join(', '));
	const unusable = `The default value "${value}" of ${what} cannot be used`;
	ensure(!wrong, unusable, wrong ? wordsFor(wrong, 'en', field) : '');
	return { ...field, ...limitsOf(given, field, what) };
}

function givenFields(parameters: Parameters, itemIndex: number): unknown {
	if (parameters.read(defineForm, itemIndex) === 'fields')
		return (parameters.get('formFields', itemIndex, {}) as { values?: unknown }).values;
	const json = parameters.get('jsonOutput', itemIndex);
	if (typeof json !== 'string') return json;
	try {
		return parseJson(json);
	} catch (error) {
		throw invalidInput(
			'The form is not valid JSON',
			`Correct the parameter "Form Fields": ${quoted((error as Error).message)}.`,
		);
	}
}

/** Whether n8n takes back whatever a person can enter: an entry for each checkbox and other field, and the button. */
function fitsN8n(fields: Field[]): boolean {
	// A character has at most three bytes, and a line break has two.
	const written = fields.filter(({ type }) => !withoutText.includes(type));
	const sizes = written.flatMap(({ type, options }) =>
		type === 'checkbox' ? options.map((option) => Buffer.byteLength(option)) : 3 * longestText,
	);
	const bytes = sizes.reduce((sum, size) => sum + size, 'send'.length);
	return sizes.length < largestForm.entries && bytes <= largestForm.bytes;
}

const nameIn = (field: Field) => (field.type === 'file' ? binaryName(field) : field.name);

/** Whether the output would mix up two fields. Several files of one are numbered: `Receipt_0`. */
function isOneName(one: Field, other: Field): boolean {
	const areFiles = one.type === 'file' && other.type === 'file';
	const files = new RegExp(`^${binaryName(one)}(_\\d+)?$`);
	return one.name === other.name || (areFiles && files.test(binaryName(other)));
}

/**
 * The fields of a form.
 * @throws FailureError if it cannot be shown, or two of its fields have one name
 */
export function formOf(parameters: Parameters, itemIndex: number): Field[] {
	const given = givenFields(parameters, itemIndex);
	const isList = Array.isArray(given) && given.every((one) => typeof one === 'object' && one);
	const isForm = isList && given.length > 0;
	ensure(isForm, 'The form has no fields', 'Add some in the parameter "Form Fields".');
	const timeZone = parameters.context.getTimezone();
	const fields = given.map((one: Given, at) => fieldOf(one, at, timeZone));
	const twice = fields.find((one, at) =>
		fields.some((other, place) => place !== at && isOneName(one, other)),
	);
	const problem = `Two fields of the form have the name "${quoted(twice ? nameIn(twice) : '')}"`;
	const files = "In the name of a file, n8n's forms keep only letters from a to z and digits.";
	ensure(!twice, problem, `Give one of them a "Custom Field Name". ${files}`);
	ensure(
		fitsN8n(fields),
		'The form is too large',
		`n8n refuses answers with more than ${largestForm.entries} entries or 20 MiB. Each checkbox counts as one entry, each other field as one of up to 30 kB. Ask for less, or in several steps.`,
	);
	return fields;
}
