import { type INodeProperties, tryToParseDateTime } from 'n8n-workflow';

import { isObject } from '../api/answer';
import { parseJson } from '../api/body';
import { check, invalidInput, quoted } from '../api/failure';
import type { Parameters } from '../n8n/parameters';
import { largestForm } from '../n8n/resumeLink';
import {
	type Field,
	fieldTypes,
	longestText,
	problemOf,
	storable,
	wordsFor,
} from '../question/fields';
import { choices, entries, field, fixedCollection, named, namedEntry } from './editorFields';
import { anyText, asWords, choice, isoIn } from './rules';

const withOptions = ['dropdown', 'radio', 'checkbox'];

const typeNames: Record<Field['type'], string> = {
	checkbox: 'Checkboxes',
	date: 'Date',
	dropdown: 'Dropdown',
	email: 'Email',
	number: 'Number',
	radio: 'Radio Buttons',
	text: 'Text Input',
	textarea: 'Textarea',
};

const example = `[
  { "fieldLabel": "Reply", "fieldType": "textarea", "defaultValue": "Dear Ada, …", "requiredField": true },
  { "fieldLabel": "Send it", "fieldType": "radio", "fieldOptions": { "values": [{ "option": "now" }, { "option": "tomorrow" }] } }
]`;

const several = { multipleValues: true, sortable: true };

/** One field of the form, in the order in which a person fills it in. */
const ofField = {
	fieldLabel: field('string', 'Label', '', {
		required: true,
		placeholder: 'e.g. Your reply',
		description: 'What the page shows above the field',
	}),
	fieldType: field('options', 'Element Type', 'text', { options: choices(typeNames) }),
	fieldName: field('string', 'Custom Field Name', '', {
		description: 'The name in the output, instead of the label',
	}),
	placeholder: field('string', 'Placeholder', '', {
		description: 'An example that an empty field shows',
		displayOptions: { hide: { fieldType: ['date', ...withOptions] } },
	}),
	defaultValue: field('string', 'Default Value', '', {
		description:
			'What the field contains at first, for example a draft to edit. A date as 2026-03-31; checkboxes separated by commas.',
	}),
	fieldOptions: fixedCollection('Field Options', {
		default: { values: [{ option: '' }] },
		placeholder: 'Add Field Option',
		required: true,
		description: 'What can be chosen',
		typeOptions: several,
		displayOptions: { show: { fieldType: withOptions } },
		options: entries({ option: field('string', 'Option', '') }),
	}),
	requiredField: field('boolean', 'Required Field', false, {
		description: 'Whether an answer needs this field',
	}),
};

const show = { responseType: ['customForm'] };

const defineForm = namedEntry(
	'defineForm',
	choice(
		'Define Form',
		{ fields: 'Using Fields Below', json: 'Using JSON' },
		{ noDataExpression: true, displayOptions: { show } },
		'The way to define the form',
	),
);

/** The names and shapes are those of n8n's own forms. */
export const formFields: INodeProperties[] = [
	defineForm.field,
	...named({
		formFields: fixedCollection('Form Fields', {
			placeholder: 'Add Form Field',
			typeOptions: several,
			displayOptions: { show: { ...show, defineForm: ['fields'] } },
			options: entries(ofField),
		}),
		jsonOutput: field('json', 'Form Fields', example, {
			typeOptions: { rows: 5 },
			description: "The fields as a JSON array, as in n8n's own forms",
			displayOptions: { show: { ...show, defineForm: ['json'] } },
		}),
	}),
];

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

function fieldOf(given: Given, at: number, timeZone: string): Field {
	const label = textIn(given.fieldLabel, `The label of field ${at + 1}`);
	const name = textIn(given.fieldName, `The name of field ${at + 1}`) || label;
	const what = `the field "${quoted(label || name)}"`;
	ensure(label, `Field ${at + 1} of the form has no label`, 'Give it one in "Form Fields".');
	const usable = 'Choose another name in "Form Fields".';
	ensure(name !== '__proto__', `The name "${name}" cannot be used`, usable);
	const saved = given.fieldType ?? 'text';
	const type = fieldTypes.find((known) => known === saved);
	const called = quoted(textIn(saved, `The type of ${what}`));
	const known = `Choose one of these: ${fieldTypes.join(', ')}.`;
	ensure(type, `The type "${called}" of ${what} cannot be used`, known);
	ensure(
		given.multiselect !== true && (given.limitSelection ?? 'unlimited') === 'unlimited',
		`This form cannot limit how many choices ${what} allows`,
		'Use checkboxes without a limit.',
	);
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
	ensure(isShort, `An option of ${what} is too long`, wordsFor('long', 'en'));
	const entered = defaultsOf(given.defaultValue, { type, options }, what, timeZone);
	const field: Field = {
		type,
		name,
		htmlName: `f${at}`,
		label,
		placeholder: textIn(given.placeholder, `The placeholder of ${what}`),
		isRequired: given.requiredField === true || given.requiredField === 'true',
		options: [...new Set(options)],
		entered,
	};
	const wrong = entered.length > 0 && problemOf(field, entered);
	const value = quoted(entered.join(', '));
	const unusable = `The default value "${value}" of ${what} cannot be used`;
	ensure(!wrong, unusable, wrong ? wordsFor(wrong, 'en') : '');
	return field;
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
	const sizes = fields.flatMap(({ type, options }) =>
		type === 'checkbox' ? options.map((option) => Buffer.byteLength(option)) : 3 * longestText,
	);
	const bytes = sizes.reduce((sum, size) => sum + size, 'send'.length);
	return sizes.length < largestForm.entries && bytes <= largestForm.bytes;
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
	const names = fields.map(({ name }) => name);
	const twice = names.find((name, at) => names.indexOf(name) < at);
	const problem = `Two fields of the form have the name "${quoted(twice ?? '')}"`;
	ensure(twice === undefined, problem, 'Give one of them a "Custom Field Name".');
	ensure(
		fitsN8n(fields),
		'The form is too large',
		`n8n refuses answers with more than ${largestForm.entries} entries or 20 MiB. Each checkbox counts as one entry, each other field as one of up to 30 kB. Ask for less, or in several steps.`,
	);
	return fields;
}
