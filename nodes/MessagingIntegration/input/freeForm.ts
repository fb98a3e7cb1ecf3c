import type { AssignmentCollectionValue, IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { check } from '../api/check';
import { specified } from './parameterSchemas';
import { assignedObject } from './assignedObject';
import { jsonObject } from './jsonObject';
import type { Parameters } from './parameters';

/** The parameter names for an object whose fields the reference does not show, and what the editor calls the object. */
interface FreeForm {
	specify: string;
	fields: string;
	json: string;
	/** As in "Content Fields". */
	title: string;
	/** The schema of the parameter `specify`. */
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

/**
 * The three parameters: how the object is given, its fields, and its JSON.
 * @param seeAlso a sentence for the end of their descriptions
 */
export function freeFormFields(
	{ specify, fields, json, title }: FreeForm,
	show: IDisplayOptions['show'],
	hint: string,
	seeAlso?: string,
): INodeProperties[] {
	const more = seeAlso === undefined ? '' : ` ${seeAlso}`;
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
			// The hint is here because n8n does not show one below an assignment collection.
			hint,
			displayOptions: { show },
		},
		{
			displayName: `${title} Fields`,
			name: fields,
			type: 'assignmentCollection',
			default: {},
			description: `Fields of the ${title.toLowerCase()}, typed in or dragged in from the input. A value is text until you choose another type beside its name, such as Number for 52.52. Write a list as JSON: ["Red", "Blue"]. A dot in a name leads into a nested object.${more}`,
			displayOptions: { show: { ...show, [specify]: ['fields'] } },
		},
		{
			displayName: `${title} JSON`,
			name: json,
			type: 'json',
			default: '{}',
			description: `The ${title.toLowerCase()} as a JSON object.${more}`,
			displayOptions: { show: { ...show, [specify]: ['json'] } },
		},
	];
}

/** Reads the object of an item; empty if nothing was entered. */
export function freeFormOf(
	parameters: Parameters,
	itemIndex: number,
	{ specify, fields, json, title, ways }: FreeForm,
): Record<string, unknown> {
	return check(ways, parameters.get(specify, itemIndex)) === 'json'
		? jsonObject(
				parameters.get(json, itemIndex),
				`The ${title.toLowerCase()}`,
				`parameter "${title} JSON"`,
			)
		: assignedObject(parameters.get(fields, itemIndex, {}) as AssignmentCollectionValue, title);
}
