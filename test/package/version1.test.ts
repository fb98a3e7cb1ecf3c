import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { credential, description } from './built';

type Choice = INodeProperties | INodePropertyCollection | INodePropertyOptions;

/** The part of a parameter that saved workflows depend on: everything except texts for people. */
function meaning(choice: Choice): unknown {
	if ('values' in choice) return { name: choice.name, values: choice.values.map(meaning) };
	if (!('type' in choice)) return choice.value;
	const {
		name,
		type,
		default: value,
		required,
		displayOptions,
		typeOptions,
		options,
		modes,
	} = choice;
	return {
		name,
		type,
		default: value,
		...(required && { required }),
		...(displayOptions && { displayOptions }),
		...(typeOptions && { typeOptions }),
		// Countries are in the order of their names, which differ between versions of Node.js.
		...(options && {
			options: name === 'defaultCountry' ? options.map(meaning).sort() : options.map(meaning),
		}),
		...(modes && { modes: modes.map((mode) => mode.name) }),
	};
}

it('a workflow saved with version 1 keeps its meaning', () => {
	const { name, version, inputs, outputs, credentials, properties } = description;
	const { name: credentialName, properties: fields, authenticate } = credential;
	expect({
		node: { name, version, inputs, outputs, credentials, properties: properties.map(meaning) },
		credential: {
			name: credentialName,
			properties: fields.map(meaning),
			authenticate: typeof authenticate,
		},
	}).toMatchSnapshot();
});
