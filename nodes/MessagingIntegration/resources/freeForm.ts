import { setProperty } from 'dot-prop';
import type {
	AssignmentCollectionValue,
	IDisplayOptions,
	INodeProperties,
} from 'n8n-workflow';
import { validateFieldType } from 'n8n-workflow';

import { check, specified } from '../api/contract';
import { invalidInput } from '../api/failure';
import { parseJson } from '../api/json';
import { quoted } from '../api/quoted';
import type { Parameters } from './parameters';

/** The parameter names of an object whose fields the reference does not show, and what it is called. */
interface FreeForm {
	specify: string;
	fields: string;
	json: string;
	/** As in "Content Fields". */
	title: string;
	/** The two ways. */
	ways: ReturnType<typeof specified>;
}

export const contentForm: FreeForm = {
	specify: 'specifyContent',
	fields: 'contentFields',
	json: 'contentJson',
	title: 'Content',
	ways: specified('Content'),
};

export const bodyForm: FreeForm = {
	specify: 'specifyBody',
	fields: 'bodyFields',
	json: 'bodyJson',
	title: 'Body',
	ways: specified('Body'),
};

/** The three parameters: which way, field by field, or as JSON. */
export function freeFormFields(
	{ specify, fields, json, title }: FreeForm,
	show: IDisplayOptions['show'],
	hint: string,
): INodeProperties[] {
	return [
		{
			displayName: `Specify ${title}`,
			name: specify,
			type: 'options',
			options: [
				{ name: 'Using Fields Below', value: 'fields' },
				{ name: 'Using JSON', value: 'json' },
			],
			default: 'fields',
			// Here, because n8n shows none at a collection of assignments.
			hint,
			displayOptions: { show },
		},
		{
			displayName: `${title} Fields`,
			name: fields,
			type: 'assignmentCollection',
			default: {},
			description: `Fields of the ${title.toLowerCase()}, typed in or dragged in from the input; a dot in a name leads into a nested object`,
			displayOptions: { show: { ...show, [specify]: ['fields'] } },
		},
		{
			displayName: `${title} JSON`,
			name: json,
			type: 'json',
			default: '{}',
			description: `The ${title.toLowerCase()} as a JSON object`,
			displayOptions: { show: { ...show, [specify]: ['json'] } },
		},
	];
}

function fromFields(given: AssignmentCollectionValue, title: string): object {
	const object = {};
	for (const { name, value, type = 'string' } of given.assignments ?? []) {
		if (name === '' && (value ?? '') === '') continue;
		if (name === '') {
			throw invalidInput('A field has a value but no name', `Give it a name in "${title} Fields", or remove it.`);
		}
		if (value === '' && type !== 'string') {
			throw invalidInput(`The field "${quoted(name)}" has no value`, `Enter one in "${title} Fields", or remove the field.`);
		}
		const typed = validateFieldType(name, value, type as 'string');
		if (!typed.valid) {
			throw invalidInput(
				`The field "${quoted(name)}" has a value of another type`,
				`${quoted(typed.errorMessage)}. Change its type or its value in "${title} Fields".`,
			);
		}
		// A dot leads into a nested object, as in n8n's Edit Fields node.
		setProperty(object, name, typed.newValue ?? null);
	}
	return object;
}

function fromJson(given: unknown, title: string): object {
	let value = given;
	if (typeof given === 'string') {
		if (given.trim() === '') return {};
		try {
			value = parseJson(given);
		} catch (error) {
			throw invalidInput(
				`The ${title.toLowerCase()} is not valid JSON`,
				`Correct the parameter "${title} JSON": ${quoted((error as Error).message)}`,
			);
		}
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw invalidInput(
			`The ${title.toLowerCase()} is not a JSON object`,
			`The parameter "${title} JSON" needs an object: { "name": "value" }.`,
		);
	}
	return value;
}

/** The object that an item describes; empty where nothing is given. */
export function freeFormOf(
	parameters: Parameters,
	itemIndex: number,
	{ specify, fields, json, title, ways }: FreeForm,
): Record<string, unknown> {
	const object =
		check(ways, parameters.get(specify, itemIndex)) === 'json'
			? fromJson(parameters.get(json, itemIndex), title)
			: fromFields(parameters.get(fields, itemIndex, {}) as AssignmentCollectionValue, title);
	return { ...object };
}
