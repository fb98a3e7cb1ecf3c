import { parsePath, setProperty } from 'dot-prop';
import { type AssignmentCollectionValue, validateFieldType } from 'n8n-workflow';
import * as z from 'zod/v4';

import { isObject, type Json } from '../service/json';
import { parseJson } from '../service/json';
import { invalidInput } from '../service/inputError';
import { quoted } from '../service/sentences';
import type { Parameters } from '../n8n/parameters';
import { json, values } from './check';
import { type EditorField, field, withName, choice } from './editorFields';
import { hasLostDigits, isBlank } from './typedValues';

/**
 * The value of a JSON parameter, given as text or already as a value.
 * @param what as in "The content"
 * @param where as in `parameter "Content JSON"`
 */
export function jsonIn(given: unknown, what: string, where: string): unknown {
	if (typeof given !== 'string') return given;
	try {
		return parseJson(given);
	} catch (error) {
		throw invalidInput(
			'parameterUnusable',
			`${what} is not valid JSON`,
			`Correct the ${where}: ${quoted((error as Error).message)}. If an expression inserts a text, write {{ JSON.stringify($json.name) }} without quotes around it.`,
		);
	}
}

/** An object; empty if nothing was entered. */
function jsonObject(given: unknown, what: string, where: string): Json {
	const value = isBlank(given) ? {} : jsonIn(given, what, where);
	if (!isObject(value))
		throw invalidInput(
			'parameterUnusable',
			`${what} is not a JSON object`,
			`The ${where} needs an object: { "name": "value" }.`,
		);
	if (!hasLostDigits(value)) return { ...value };
	throw invalidInput(
		'parameterUnusable',
		`${what} has a number that lost digits`,
		`n8n keeps 15 digits of a number. Put quotation marks around it in the ${where}, so that it is text.`,
	);
}

/** A parameter or an option with an object as JSON. @param what as the start of a sentence */
export function jsonEntry(
	displayName: string,
	what: string,
	kind: 'parameter' | 'option',
	more: Partial<EditorField>,
) {
	const rule = z
		.unknown()
		.transform((given) => jsonObject(given, what, `${kind} "${displayName}"`));
	return { field: field('json', displayName, '{}', more), rule, looks: json };
}

/** What error sentences call each type, and how to write a value of that type. */
const types: Record<string, [called: string, advice: string]> = {
	string: ['a text', 'Write a text'],
	array: ['a list', 'Write a list as JSON: ["Red","Blue"]'],
	object: ['an object', 'Write an object as JSON: { "name": "value" }'],
	number: ['a number', 'Write a number with a dot: 52.52'],
	boolean: ['true or false', 'Write true or false'],
};

/** The steps of a name, each with a dot behind it. Empty if it leads nowhere, as `constructor` does, and loses the field. */
function fieldPathOf(name: string): string {
	try {
		const steps = name.length > 1000 ? [] : parsePath(name);
		return steps.map((step) => `${step}.`).join('');
	} catch {
		return '';
	}
}

/** The value of a field as its type says, as in n8n's Edit Fields node. */
function typedValue(name: string, value: unknown, type: string, title: string): unknown {
	if (value === undefined || value === null) return null;
	// JSON turns a date into text.
	if (type === 'string' && typeof value === 'object' && 'toJSON' in value) return value;
	const typed = validateFieldType(name, value, type as 'object', { parseStrings: true });
	const isNumber = type === 'number' || typeof value === 'number';
	const parsed: unknown = typed.valid ? typed.newValue : undefined;
	if (hasLostDigits(isNumber ? Number(value) : parsed))
		throw invalidInput(
			'parameterUnusable',
			`The field "${quoted(name)}" ${isNumber ? 'is' : 'has'} a number that lost digits`,
			`n8n keeps 15 digits of a number. Give it as text, and choose the type String in "${title} Fields".`,
		);
	// n8n makes numbers of true, of a list and of blanks, and words of what is no number, too.
	const isNumeric = /number|string/.test(typeof value) && Number.isFinite(Number(value));
	const isEmpty = type !== 'string' && isBlank(value);
	if (typed.valid && !isEmpty && (!isNumber || isNumeric)) return parsed;
	const [called, advice] = types[type] ?? [`of the type ${type}`, 'Write another value'];
	throw invalidInput(
		'parameterUnusable',
		`The field "${quoted(name)}" ${isEmpty ? 'has no value' : `is not ${called}`}`,
		`${advice}. Or choose another type for the field in "${title} Fields", or remove it.`,
	);
}

/** Builds the object that an assignment collection describes. A dot in a name leads into a nested object. */
function assignedObject(
	{ assignments = [] }: Partial<AssignmentCollectionValue>,
	title: string,
): Json {
	const object: Json = {};
	const names = new Map<string, string>();
	for (const { name: given, value, type = 'string' } of assignments) {
		// An expression can give a number, or nothing.
		const name = typeof given === 'object' ? '' : String(given ?? '').trim();
		if (name === '' && (value ?? '') === '') continue;
		if (name === '')
			throw invalidInput(
				'parameterUnusable',
				'A field has a value but no name',
				`Give it a name in "${title} Fields", or remove it.`,
			);
		const path = fieldPathOf(name);
		if (path === '')
			throw invalidInput(
				'parameterUnusable',
				`The name "${quoted(name)}" cannot be used for a field`,
				`Choose another name in "${title} Fields". A dot leads into a nested object, and [0] into a list: place.latitude, rows[0].title.`,
			);
		const other = [...names.keys()].find((one) => one.startsWith(path) || path.startsWith(one));
		if (other !== undefined)
			throw invalidInput(
				'parameterUnusable',
				`The fields "${quoted(names.get(other) ?? '')}" and "${quoted(name)}" would replace each other`,
				`Remove one of them from "${title} Fields".`,
			);
		names.set(path, name);
		setProperty(object, name, typedValue(name, value, type, title));
	}
	return object;
}

/**
 * The three parameters for an object whose fields the reference does not show: how it is given, its fields, and its JSON.
 * `read` gives the object.
 */
export function freeForm(title: 'Content' | 'Body', hint?: string) {
	const what = title.toLowerCase();
	const showOnlyFor = (way: string) => ({ show: { [`specify${title}`]: [way] } });
	// The hint is here because n8n does not show one below an assignment collection.
	const specify = withName(
		`specify${title}`,
		choice(
			`Specify ${title}`,
			{ fields: 'Using Fields Below', json: 'Using JSON' },
			{ hint },
			`The way to specify the ${what}`,
		),
	);
	const fields = withName(`${what}Fields`, {
		field: {
			...field('assignmentCollection', `${title} Fields`, {}),
			description: `Fields of the ${what}. A value that you type is text until you choose another type. Write a list as JSON.`,
			displayOptions: showOnlyFor('fields'),
		},
		rule: z.unknown().transform((given) => assignedObject(Object(given) as object, title)),
		looks: values,
	});
	const asJson = withName(
		`${what}Json`,
		jsonEntry(`${title} JSON`, `The ${what}`, 'parameter', {
			description: `The ${what} as a JSON object`,
			displayOptions: showOnlyFor('json'),
		}),
	);
	return {
		specify: specify.field,
		fields: fields.field,
		json: asJson.field,
		/** By the names of the parameters. */
		looks: { [fields.field.name]: fields.looks, [asJson.field.name]: asJson.looks },
		read(parameters: Parameters, itemIndex: number): Json {
			const isJson = parameters.read(specify, itemIndex) === 'json';
			return parameters.read(isJson ? asJson : fields, itemIndex);
		},
	};
}
