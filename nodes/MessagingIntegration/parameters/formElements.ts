// Tests: test/engine/formFields.test.ts
import type { INodeProperties } from 'n8n-workflow';

import type { FormField } from '../question/fields';
import { choices, entries, field, fixedCollection, named } from './editorFields';
import { withoutText } from './wholeForm';

/** Types with options to choose from. */
export const withOptions = ['dropdown', 'radio', 'checkbox'];

const typeNames: Record<FormField['type'], string> = {
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

const several = { multipleValues: true, sortable: true };

/**
 * The editor shows what is required, and the rest when it is added or saved with another value than the default. n8n 1.123
 * shows all. What is left out gets its default from n8n.
 */
export const elementOptions = {
	...several,
	hideOptionalFields: true,
	addOptionalFieldButtonText: 'Add Attributes',
};

function selectionLimit(displayName: string, least: number, limitSelection: string) {
	return field('number', displayName, least, {
		typeOptions: { minValue: least, showEvenWhenOptional: true },
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
	fieldType: field('options', 'Element Type', 'text', {
		required: true,
		options: choices(typeNames),
	}),
	fieldName: field('string', 'Field Name', '', {
		description: 'The name in the output, instead of the label',
		displayOptions: { hide: { fieldType: ['hiddenField'] } },
	}),
	fieldValue: field('string', 'Field Value', '', {
		typeOptions: { showEvenWhenOptional: true },
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
	numberOfSelections: selectionLimit('Number of Selections', 1, 'exact'),
	minSelections: selectionLimit('Minimum Selections', 0, 'range'),
	maxSelections: selectionLimit('Maximum Selections', 1, 'range'),
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

/** A hidden field has no label. */
const nameOfHidden = {
	fieldName: field('string', 'Field Name', '', {
		description: 'The name in the output',
		typeOptions: { showEvenWhenOptional: true },
		displayOptions: { show: { fieldType: ['hiddenField'] } },
	}),
};

export const elements: INodeProperties[] = [...named(nameOfHidden), ...named(ofField)];
