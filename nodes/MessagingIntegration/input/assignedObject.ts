import { parsePath, setProperty } from 'dot-prop';
import { type AssignmentCollectionValue, deepCopy, validateFieldType } from 'n8n-workflow';

import { type FailureError, invalidInput } from '../api/failure';
import { quoted } from '../api/quoted';

/** Shows a comma-separated list as JSON, or an example if the value is anything else. */
function asList(value: unknown): string {
	const entries =
		typeof value === 'string' && !value.includes('[')
			? value.split(',').map((entry) => entry.trim())
			: ['Red', 'Blue'];
	return JSON.stringify(entries);
}

/** What error sentences call each type, and how to write a value of that type. */
const types: Record<string, [called: string, written: (value: unknown) => string]> = {
	array: ['a list', (value) => `Write a list as JSON: ${asList(value)}`],
	object: ['an object', () => 'Write an object as JSON: { "name": "value" }'],
	number: ['a number', () => 'Write a number with a dot: 52.52'],
	boolean: ['true or false', () => 'Write true or false'],
};

function wrongType(name: string, value: unknown, type: string, title: string): FailureError {
	const [called, written] = types[type] ?? [`of the type ${type}`, () => 'Write another value'];
	return invalidInput(
		`The field "${quoted(name)}" is not ${called}`,
		`${quoted(written(value))}. Or choose another type for the field in "${title} Fields".`,
	);
}

/** A value of the type String, as n8n's Edit Fields node converts it. JSON turns a date into text anyway. */
function asText(value: object | string | number | boolean | bigint): unknown {
	if (typeof value !== 'object') return String(value);
	return 'toJSON' in value ? value : JSON.stringify(value);
}

/** The name of a field. An expression can give a number, or nothing. */
function nameOf(name: unknown): string {
	return typeof name === 'string' || typeof name === 'number' ? String(name) : '';
}

/** A name that leads nowhere, such as `constructor`, would lose the field. */
function isUsable(name: string): boolean {
	try {
		return parsePath(name).length > 0;
	} catch {
		return false;
	}
}

/** The value of a field as its type says. Values of other nodes are copied, because later fields may write into them. */
function valueOf(name: string, value: unknown, type: string, title: string): unknown {
	if (value === undefined || value === null) return null;
	if (type === 'string') return asText(value);
	const typed = validateFieldType(name, value, type as 'object');
	if (!typed.valid) throw wrongType(name, value, type, title);
	return deepCopy(typed.newValue);
}

/**
 * Builds the object that an assignment collection describes. A dot in a name leads into a nested object, as in n8n's
 * Edit Fields node.
 */
export function assignedObject(
	{ assignments = [] }: Partial<AssignmentCollectionValue>,
	title: string,
): Record<string, unknown> {
	const object: Record<string, unknown> = {};
	for (const { name: given, value, type = 'string' } of assignments) {
		const name = nameOf(given);
		if (name === '' && (value ?? '') === '') continue;
		if (name === '') {
			throw invalidInput(
				'A field has a value but no name',
				`Give it a name in "${title} Fields", or remove it.`,
			);
		}
		if (value === '' && type !== 'string') {
			throw invalidInput(
				`The field "${quoted(name)}" has no value`,
				`Enter one in "${title} Fields", or remove the field.`,
			);
		}
		if (!isUsable(name)) {
			throw invalidInput(
				`The name "${quoted(name)}" cannot be used for a field`,
				`Choose another name in "${title} Fields". A dot leads into a nested object, and [0] into a list: place.latitude, rows[0].title.`,
			);
		}
		setProperty(object, name, valueOf(name, value, type, title));
	}
	return object;
}
