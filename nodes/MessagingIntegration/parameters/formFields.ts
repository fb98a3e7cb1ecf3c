import type { INodeProperties } from 'n8n-workflow';

import type { Field } from '../question/fields';
import {
	choices,
	entries,
	field,
	fixedCollection,
	named,
	namedEntry,
	choice,
} from './editorFields';

export const withOptions = ['dropdown', 'radio', 'checkbox'];
/** Elements in which a person writes or ticks nothing. */
export const withoutText = ['file', 'hiddenField'];

const typeNames: Record<Field['type'], string> = {
	checkbox: 'Checkboxes',
	date: 'Date',
	dropdown: 'Dropdown',
	email: 'Email',
	file: 'File',
	hiddenField: 'Hidden Field',
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

function limit(displayName: string, least: number, limitSelection: string) {
	return field('number', displayName, least, {
		typeOptions: { minValue: least },
		displayOptions: { show: { fieldType: ['checkbox'], limitSelection: [limitSelection] } },
	});
}

/** One field of the form, in the order in which a person fills it in. */
const ofField = {
	fieldLabel: field('string', 'Label', '', {
		required: true,
		placeholder: 'e.g. Your reply',
		description: 'What the page shows above the field',
		displayOptions: { hide: { fieldType: ['hiddenField'] } },
	}),
	fieldType: field('options', 'Element Type', 'text', { options: choices(typeNames) }),
	fieldName: field('string', 'Custom Field Name', '', {
		description: 'The name in the output, instead of the label',
	}),
	fieldValue: field('string', 'Field Value', '', {
		description: 'What comes out with the answer. The page does not contain it.',
		displayOptions: { show: { fieldType: ['hiddenField'] } },
	}),
	placeholder: field('string', 'Placeholder', '', {
		description: 'An example that an empty field shows',
		displayOptions: { hide: { fieldType: ['date', ...withoutText, ...withOptions] } },
	}),
	defaultValue: field('string', 'Default Value', '', {
		description:
			'What the field contains at first, for example a draft to edit. A date as 2026-03-31; checkboxes separated by commas.',
		displayOptions: { hide: { fieldType: withoutText } },
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
	limitSelection: field('options', 'Limit Selection', 'unlimited', {
		options: choices({ exact: 'Exact Number', range: 'Range', unlimited: 'Unlimited' }),
		description: 'How many boxes can be ticked',
		displayOptions: { show: { fieldType: ['checkbox'] } },
	}),
	numberOfSelections: limit('Number of Selections', 1, 'exact'),
	minSelections: limit('Minimum Selections', 0, 'range'),
	maxSelections: limit('Maximum Selections', 1, 'range'),
	multipleFiles: field('boolean', 'Multiple Files', true, {
		description: 'Whether several files can be chosen',
		displayOptions: { show: { fieldType: ['file'] } },
	}),
	acceptFileTypes: field('string', 'Accepted File Types', '', {
		placeholder: 'e.g. .jpg, .png, image/*',
		description: 'Endings or MIME types, separated by commas. If empty, any file can be chosen.',
		displayOptions: { show: { fieldType: ['file'] } },
	}),
	requiredField: field('boolean', 'Required Field', false, {
		description: 'Whether an answer needs this field',
		displayOptions: { hide: { fieldType: ['hiddenField'] } },
	}),
};

const show = { responseType: ['customForm'] };

export const defineForm = namedEntry(
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
