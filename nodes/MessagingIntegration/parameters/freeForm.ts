// Tests: test/engine/freeFormContent.test.ts
import { parsePath, setProperty } from 'dot-prop';
import { type AssignmentCollectionValue, validateFieldType } from 'n8n-workflow';
import * as z from 'zod/v4';

import { isObject, type Json } from '../service/json';
import { parseJson } from '../service/json';
import { type AnyFields, type JsonText } from '../words/input';
import { refusal } from '../words/refusal';
import type { Parameters } from '../n8n/parameters';
import { json as asJson, values } from './check';
import { type EditorField, field, withName, choice } from './editorFields';
import { hasLostDigits, isBlank } from './typedValues';

/** The value of a JSON parameter, given as text or already as a value. */
export function jsonIn(given: unknown, json: JsonText): unknown {
	if (typeof given !== 'string') return given;
	try {
		return parseJson(given);
	} catch (error) {
		throw refusal('jsonInvalid', { json, said: (error as Error).message });
	}
}

/** An object; empty if nothing was entered. */
function jsonObject(given: unknown, json: JsonText): Json {
	const value = isBlank(given) ? {} : jsonIn(given, json);
	if (!isObject(value)) throw refusal('jsonNoObject', { json });
	if (hasLostDigits(value)) throw refusal('jsonLostDigits', { json });
	return { ...value };
}

/** A parameter or an option with an object as JSON. */
export const jsonEntry = (displayName: string, json: JsonText, more: Partial<EditorField>) => ({
	field: field('json', displayName, '{}', more),
	rule: z.unknown().transform((given) => jsonObject(given, json)),
	looks: asJson,
});

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
function typedValue(name: string, value: unknown, type: string, of: AnyFields): unknown {
	if (value === undefined || value === null) return null;
	// JSON turns a date into text.
	if (type === 'string' && typeof value === 'object' && 'toJSON' in value) return value;
	const typed = validateFieldType(name, value, type as 'object', { parseStrings: true });
	const isNumber = type === 'number' || typeof value === 'number';
	const parsed: unknown = typed.valid ? typed.newValue : undefined;
	if (hasLostDigits(isNumber ? Number(value) : parsed))
		throw refusal('fieldLostDigits', { name, isNumber, of });
	// n8n makes numbers of true, of a list and of blanks, and words of what is no number, too.
	const isNumeric = /number|string/.test(typeof value) && Number.isFinite(Number(value));
	const isEmpty = type !== 'string' && isBlank(value);
	if (typed.valid && !isEmpty && (!isNumber || isNumeric)) return parsed;
	throw refusal(isEmpty ? 'fieldWithoutValue' : 'fieldOfOtherType', { name, type, of });
}

/** Builds the object that an assignment collection describes. A dot in a name leads into a nested object. */
function assignedObject(
	{ assignments = [] }: Partial<AssignmentCollectionValue>,
	of: AnyFields,
): Json {
	const object: Json = {};
	const names = new Map<string, string>();
	for (const { name: given, value, type = 'string' } of assignments) {
		// An expression can give a number, or nothing.
		const name = typeof given === 'object' ? '' : String(given ?? '').trim();
		if (name === '' && (value ?? '') === '') continue;
		if (name === '') throw refusal('fieldWithoutName', { of });
		const path = fieldPathOf(name);
		if (path === '') throw refusal('fieldNameUnusable', { name, of });
		const other = [...names.keys()].find((one) => one.startsWith(path) || path.startsWith(one));
		if (other !== undefined)
			throw refusal('fieldsReplaceEachOther', { one: names.get(other) ?? '', other: name, of });
		names.set(path, name);
		setProperty(object, name, typedValue(name, value, type, of));
	}
	return object;
}

/**
 * The three parameters for an object whose fields the reference does not show: how it is given, its fields, and its JSON.
 * `read` gives the object.
 */
export function freeForm(title: AnyFields, hint?: string) {
	const what = title === 'Content' ? 'content' : 'body';
	const showOnlyFor = (way: string) => ({ show: { [`specify${title}`]: [way] } });
	// The hint is here because n8n does not show one below an assignment collection.
	const specify = withName(
		`specify${title}`,
		choice(`Specify ${title}`, { fields: 'Using Fields Below', json: 'Using JSON' }, { hint }),
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
	const json = withName(
		`${what}Json`,
		jsonEntry(`${title} JSON`, what, {
			description: `The ${what} as a JSON object`,
			displayOptions: showOnlyFor('json'),
		}),
	);
	return {
		specify: specify.field,
		fields: fields.field,
		json: json.field,
		/** By the names of the parameters. */
		looks: { [fields.field.name]: fields.looks, [json.field.name]: json.looks },
		read(parameters: Parameters, itemIndex: number): Json {
			const isJson = parameters.read(specify, itemIndex) === 'json';
			return parameters.read(isJson ? json : fields, itemIndex);
		},
	};
}
