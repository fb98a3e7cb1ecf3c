import { setProperty } from 'dot-prop';
import { type AssignmentCollectionValue, validateFieldType } from 'n8n-workflow';

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

/**
 * Builds the object that an assignment collection describes. A dot in a name leads into a nested object, as in n8n's
 * Edit Fields node.
 */
export function assignedObject(
	given: AssignmentCollectionValue,
	title: string,
): Record<string, unknown> {
	const object: Record<string, unknown> = {};
	for (const { name, value, type = 'string' } of given.assignments ?? []) {
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
		const typed = validateFieldType(name, value, type as 'string');
		if (!typed.valid) throw wrongType(name, value, type, title);
		setProperty(object, name, typed.newValue ?? null);
	}
	return object;
}
