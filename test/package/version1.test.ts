import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { credential, description } from './built';

type Choice = INodeProperties | INodePropertyCollection | INodePropertyOptions;

/** Long lists of values: the countries. They stand once, however many parameters have them. */
const longLists = new Set<string>();

function words(values: unknown[]): string {
	if (values.length < 100) return values.join(' ');
	// Countries are in the order of their names, which differ between versions of Node.js.
	longLists.add(
		values
			.map(String)
			.sort()
			.join(' ')
			.replace(/.{100}\S*/g, '$&\n\t'),
	);
	return `${values.length} values`;
}

/** What saved workflows depend on, everything except texts for people: a line for each parameter. */
function linesOf(choices: readonly Choice[], within = ''): string[] {
	return choices.flatMap((choice) => {
		const path = `${within}${choice.name}`;
		if ('values' in choice) return linesOf(choice.values, `${path}.`);
		if (!('type' in choice)) return [];
		const { type, default: value, required, displayOptions, typeOptions, options, modes } = choice;
		const values = options?.flatMap((option) => ('value' in option ? [option.value] : []));
		const line = [
			`${path}: ${type} = ${JSON.stringify(value)}`,
			required && 'required',
			displayOptions && `displayed ${JSON.stringify(displayOptions)}`,
			typeOptions && JSON.stringify(typeOptions),
			modes && `modes ${words(modes.map(({ name }) => name))}`,
			values?.length && `one of ${words(values)}`,
		];
		return [line.filter(Boolean).join(', '), ...linesOf(options ?? [], `${path}.`)];
	});
}

it('a workflow saved with version 1 keeps its meaning', () => {
	const { name, version, inputs, outputs, credentials, properties } = description;
	expect(
		[
			JSON.stringify({ name, version, inputs, outputs, credentials }),
			...linesOf(properties),
			`${credential.name}, ${typeof credential.authenticate}`,
			...linesOf(credential.properties),
			...longLists,
		].join('\n'),
	).toMatchSnapshot();
});
