import type { INodeProperties } from 'n8n-workflow';

import { isObject } from '../service/json';
import { check, ensure } from '../service/inputError';
import { quoted } from '../service/sentences';
import type { Parameters } from '../n8n/parameters';
import {
	binaryName,
	type FormField,
	fieldTypes,
	fieldKindOf,
	longestText,
	storable,
	wordsFor,
} from '../question/fields';
import { canMatch, entriesIn } from '../question/fileTypes';
import { choice, field, fixedCollection, named, withName } from './editorFields';
import { elementOptions, elements, withOptions } from './formElements';
import { jsonIn } from './freeForm';
import { anyText, asWords, dateIn, isOn, numberOf } from './typedValues';
import { ensureWhole } from './wholeForm';

const example = `[
  { "fieldLabel": "Reply", "fieldType": "textarea", "defaultValue": "Dear Ada, …", "requiredField": true },
  { "fieldLabel": "Send it", "fieldType": "radio", "fieldOptions": { "values": [{ "option": "now" }, { "option": "tomorrow" }] } }
]`;

const show = { responseType: ['customForm'] };

const defineForm = withName(
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
			typeOptions: elementOptions,
			displayOptions: { show: { ...show, defineForm: ['fields'] } },
			options: [{ displayName: 'Values', name: 'values', values: elements }],
		}),
		jsonOutput: field('json', 'Form Fields', example, {
			typeOptions: { rows: 5 },
			description: "The fields as a JSON array, as in n8n's own forms",
			displayOptions: { show: { ...show, defineForm: ['json'] } },
		}),
	}),
];

/** Why a kind of field of n8n's own forms cannot be used. */
const refusedTypes: Record<string, string> = {
	html: 'The page shows text only. Write it into the parameter "Message".',
	password:
		'n8n saves the answer with the execution, where others could read a password. Ask for it in another way.',
};

/** What an expression gave, as a person would have typed it. */
function textIn(given: unknown, what: string): string {
	const typed = asWords(typeof given === 'boolean' ? String(given) : given);
	// A rule for each text of a large form would take long.
	const isText = typeof typed === 'string';
	return storable(isText ? typed : check(anyText(what, 'Correct "Form Fields".'), typed));
}

/** One field as the editor saves it, or as JSON has it. */
type Given = Record<string, unknown> & { fieldOptions?: { values?: unknown } };

/** What a field contains at first. */
function defaultsOf(
	given: unknown,
	{ type, options }: Pick<FormField, 'type' | 'options'>,
	what: string,
	timeZone: string,
): string[] {
	const isList = type === 'checkbox' && typeof given === 'string' && !options.includes(given);
	// One more than there are is enough to be wrong.
	const list = isList ? given.split(',', options.length + 1) : [given];
	const texts = list.flat().map((one) => textIn(one, `The default value of ${what}`));
	const entered = texts.map((text) => {
		if (type === 'date') return dateIn(text, timeZone)?.toISODate() ?? text;
		// Browsers show no number that begins with a plus or ends with a dot.
		return type === 'number' ? text.replace(/^\+|\.$/g, '') : text;
	});
	return [...new Set(entered)].filter((text) => text !== '');
}

/** How many choices or files a field takes, and which files. */
function limitsOf(given: Given, { type, options }: FormField, what: string) {
	if (type === 'file') {
		const accept = entriesIn(textIn(given.acceptFileTypes, `The accepted file types of ${what}`));
		const wrong = accept.find((one) => !canMatch(one));
		ensure(
			wrong === undefined,
			'parameterUnusable',
			`The file type "${quoted(wrong ?? '')}" of ${what} cannot be used`,
			'Enter endings with their dot and MIME types, separated by commas: .pdf, image/*, audio/mpeg.',
		);
		return { accept, ...(!isOn(given.multipleFiles) && { most: 1 }) };
	}
	const { limitSelection = 'unlimited', numberOfSelections: exact = 1 } = given;
	if (type !== 'checkbox' || limitSelection === 'unlimited') return {};
	const { minSelections = 0, maxSelections = options.length } = given;
	const range = limitSelection === 'exact' ? [exact, exact] : [minSelections, maxSelections];
	const limits = range.map(numberOf) as [number, number];
	const [least, most] = limits;
	ensure(
		limits.every(Number.isInteger) &&
			least >= 0 &&
			most >= Math.max(least, 1) &&
			most <= options.length,
		'parameterUnusable',
		`The limits of ${what} cannot be met`,
		`Enter whole numbers up to ${options.length}, the larger one as the maximum.`,
	);
	return { least, most };
}

/** What can be chosen, each once; empty if the type has no choices. */
function optionsOf(given: Given, type: FormField['type'], what: string): string[] {
	const hasOptions = withOptions.includes(type);
	const rows: unknown = hasOptions ? (given.fieldOptions?.values ?? []) : [];
	const areRows = Array.isArray(rows) && rows.every(isObject);
	const options = areRows ? rows.map(({ option }) => textIn(option, `An option of ${what}`)) : [''];
	ensure(
		options.length > 0 === hasOptions && options.every((one) => one && one.length <= longestText),
		'parameterUnusable',
		`The options of ${what} cannot be used`,
		`Enter each in "Field Options", with at most ${longestText} characters. JSON has them as n8n's own forms do: { "values": [{ "option": "now" }] }.`,
	);
	return [...new Set(options)];
}

function formFieldOf(given: Given, at: number, timeZone: string): FormField {
	const saved = given.fieldType ?? 'text';
	const ownName = textIn(given.fieldName, `The name of field ${at + 1}`);
	const isHidden = saved === 'hiddenField';
	const ownLabel = textIn(given.fieldLabel, `The label of field ${at + 1}`);
	const label = ownLabel || (isHidden ? ownName : '');
	const what = label ? `the field "${quoted(label)}"` : `field ${at + 1}`;
	// n8n's own forms once had dropdowns of which several can be chosen.
	const isList = saved === 'dropdown' && isOn(given.multiselect);
	const type = isList ? 'checkbox' : fieldTypes.find((known) => known === saved);
	const called = textIn(saved, `The type of ${what}`);
	ensure(
		type,
		'parameterUnusable',
		`The type "${quoted(called)}" of ${what} cannot be used`,
		refusedTypes[called] ?? `Choose one of these: ${fieldTypes.join(', ')}.`,
	);
	ensure(
		label,
		'parameterUnusable',
		`Field ${at + 1} of the form has no label`,
		'Give it one in "Form Fields".',
	);
	const name = ownName || label;
	const usable = 'Choose another name in "Form Fields".';
	ensure(
		binaryName({ name }) !== '__proto__',
		'parameterUnusable',
		`The name "${quoted(name)}" cannot be used`,
		usable,
	);
	const options = optionsOf(given, type, what);
	const initial = isHidden ? given.fieldValue : given.defaultValue;
	const entered = defaultsOf(initial, { type, options }, what, timeZone);
	const placeholder = textIn(given.placeholder, `The placeholder of ${what}`);
	const isRequired = isOn(given.requiredField);
	const field: FormField = {
		type,
		name,
		htmlName: `f${at}`,
		label,
		placeholder,
		isRequired,
		options,
		entered,
	};
	// A default may be less than what a person has to choose.
	const wrong = entered.length > 0 && fieldKindOf(field).problemOf(field, entered, []);
	const unusable = `The default value "${quoted(entered.join(', '))}" of ${what} cannot be used`;
	const hasSeveral = entered.length > 1 && type !== 'checkbox';
	const why = hasSeveral
		? `It is a list of ${entered.length}, and this field takes one. In an expression, .join(", ") makes one text of it.`
		: wrong && wordsFor(wrong, 'en', field);
	ensure(!why, 'parameterUnusable', unusable, why || '');
	return { ...field, ...limitsOf(given, field, what) };
}

/** The fields of a form that can be shown. */
export function formOf(parameters: Parameters, itemIndex: number): FormField[] {
	const isJson = parameters.read(defineForm, itemIndex) === 'json';
	const given = isJson
		? jsonIn(parameters.get('jsonOutput', itemIndex), 'The form', 'parameter "Form Fields"')
		: (parameters.get('formFields', itemIndex, {}) as { values?: unknown }).values;
	const isForm = Array.isArray(given) && given.length > 0 && given.every(isObject);
	ensure(
		isForm,
		'parameterUnusable',
		'The form has no fields',
		'Add some in the parameter "Form Fields".',
	);
	const timeZone = parameters.context.getTimezone();
	const fields = given.map((one: Given, at) => formFieldOf(one, at, timeZone));
	ensureWhole(fields);
	return fields;
}
