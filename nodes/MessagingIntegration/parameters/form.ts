// Tests: test/engine/questionForms.test.ts
import type { INodeProperties } from 'n8n-workflow';

import { isObject } from '../service/json';
import type { FormField as FieldInWords, Text } from '../words/input';
import { ensure, refusal } from '../words/refusal';
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

type Part = Extract<Text, { of: unknown }>['part'];

/** What an expression gave, as a person would have typed it. */
function textIn(given: unknown, part: Part, of: FieldInWords): string {
	const typed = asWords(typeof given === 'boolean' ? String(given) : given);
	// A rule for each text of a large form would take long.
	const isText = typeof typed === 'string';
	return storable(isText ? typed : anyText({ part, of }).parse(typed));
}

/** One field as the editor saves it, or as JSON has it. */
type Given = Record<string, unknown> & { fieldOptions?: { values?: unknown } };

/** What a field contains at first. */
function defaultsOf(
	given: unknown,
	{ type, options }: Pick<FormField, 'type' | 'options'>,
	of: FieldInWords,
	timeZone: string,
): string[] {
	const isList = type === 'checkbox' && typeof given === 'string' && !options.includes(given);
	// One more than there are is enough to be wrong.
	const list = isList ? given.split(',', options.length + 1) : [given];
	const texts = list.flat().map((one) => textIn(one, 'default value', of));
	const entered = texts.map((text) => {
		if (type === 'date') return dateIn(text, timeZone)?.toISODate() ?? text;
		// Browsers show no number that begins with a plus or ends with a dot.
		return type === 'number' ? text.replace(/^\+|\.$/g, '') : text;
	});
	return [...new Set(entered)].filter((text) => text !== '');
}

/** How many choices or files a field takes, and which files. */
function limitsOf(given: Given, { type, options }: FormField, of: FieldInWords) {
	if (type === 'file') {
		const accept = entriesIn(textIn(given.acceptFileTypes, 'accepted file types', of));
		const wrong = accept.find((one) => !canMatch(one));
		if (wrong !== undefined) throw refusal('formFileTypeUnusable', { type: wrong, of });
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
		'formLimitsUnusable',
		{ of, most: options.length },
	);
	return { least, most };
}

/** What can be chosen, each once; empty if the type has no choices. */
function optionsOf(given: Given, type: FormField['type'], of: FieldInWords): string[] {
	const hasOptions = withOptions.includes(type);
	const rows: unknown = hasOptions ? (given.fieldOptions?.values ?? []) : [];
	const areRows = Array.isArray(rows) && rows.every(isObject);
	const options = areRows ? rows.map(({ option }) => textIn(option, 'option', of)) : [''];
	ensure(
		options.length > 0 === hasOptions && options.every((one) => one && one.length <= longestText),
		'formOptionsUnusable',
		{ of, longest: longestText },
	);
	return [...new Set(options)];
}

function formFieldOf(given: Given, at: number, timeZone: string): FormField {
	const saved = given.fieldType ?? 'text';
	const byPlace = { label: '', at };
	const ownName = textIn(given.fieldName, 'name', byPlace);
	const isHidden = saved === 'hiddenField';
	const ownLabel = textIn(given.fieldLabel, 'label', byPlace);
	const label = ownLabel || (isHidden ? ownName : '');
	const of = { label, at };
	// n8n's own forms once had dropdowns of which several can be chosen.
	const isList = saved === 'dropdown' && isOn(given.multiselect);
	const type = isList ? 'checkbox' : fieldTypes.find((known) => known === saved);
	const called = textIn(saved, 'type', of);
	ensure(type, 'formTypeUnusable', { type: called, of, known: fieldTypes });
	ensure(label, 'formFieldWithoutLabel', { at });
	const name = ownName || label;
	ensure(binaryName({ name }) !== '__proto__', 'formNameUnusable', { name });
	const options = optionsOf(given, type, of);
	const initial = isHidden ? given.fieldValue : given.defaultValue;
	const entered = defaultsOf(initial, { type, options }, of, timeZone);
	const placeholder = textIn(given.placeholder, 'placeholder', of);
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
	const hasSeveral = entered.length > 1 && type !== 'checkbox';
	const why = hasSeveral ? entered.length : wrong && wordsFor(wrong, 'en', field);
	if (why) throw refusal('formDefaultUnusable', { value: entered.join(', '), of, why });
	return { ...field, ...limitsOf(given, field, of) };
}

/** The fields of a form that can be shown. */
export function formOf(parameters: Parameters, itemIndex: number): FormField[] {
	const isJson = parameters.read(defineForm, itemIndex) === 'json';
	const given = isJson
		? jsonIn(parameters.get('jsonOutput', itemIndex), 'form')
		: (parameters.get('formFields', itemIndex, {}) as { values?: unknown }).values;
	const isForm = Array.isArray(given) && given.length > 0 && given.every(isObject);
	ensure(isForm, 'formWithoutFields');
	const timeZone = parameters.context.getTimezone();
	const fields = given.map((one: Given, at) => formFieldOf(one, at, timeZone));
	ensureWhole(fields);
	return fields;
}
