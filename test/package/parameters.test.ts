import { existsSync } from 'node:fs';
import { join } from 'node:path';

import {
	type AssignmentCollectionValue,
	displayParameter,
	type FromAIArgument,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	traverseNodeParameters,
} from 'n8n-workflow';

import { description, methods, root } from './built';

const message = (chosen: INodeParameters) => ({
	resource: 'message',
	operation: 'send',
	...chosen,
});

/** The parameters that n8n's editor shows for these values, without resource and operation. */
function shown(chosen: INodeParameters): INodeProperties[] {
	return description.properties.filter(
		(property) =>
			!['resource', 'operation'].includes(property.name) &&
			displayParameter(chosen, property, { typeVersion: 1 }, description, chosen),
	);
}

it('lets the user pick an instance from a searchable list or enter its ID', () => {
	const located = description.properties.filter(({ name }) => name === 'instanceId');
	expect(located).toHaveLength(3);
	for (const { modes } of located) {
		expect(modes?.map(({ name, type }) => [name, type])).toEqual([
			['list', 'list'],
			['id', 'string'],
		]);
		expect(modes?.[0]?.typeOptions).toEqual({
			searchListMethod: 'searchInstances',
			searchable: true,
		});
	}
	expect(methods?.listSearch).toHaveProperty('searchInstances');
});

const entriesOf = (property?: INodeProperties) =>
	(property?.options ?? []) as INodePropertyOptions[];

it('lists the content types in the order of use, and marks those whose fields the user has to know', () => {
	const types = entriesOf(description.properties.find(({ name }) => name === 'contentType'));
	const unknown = ['Buttons', 'Contact', 'List', 'Location', 'Poll', 'Reaction'];
	expect(types.map(({ name }) => name)).toEqual([
		...['Text', 'Image', 'Document', 'Video', 'Audio'],
		...unknown.map((name) => `${name} (you enter the fields)`),
	]);
	for (const type of types) expect(type.description).toMatch(/^[A-Z].{8,50}[^.]$/);
});

it.each(['buttons', 'contact', 'list', 'location', 'poll', 'reaction'])(
	'the prefilled rows and JSON of a %s are the same, and say that they are a guess',
	(contentType) => {
		const prefilled = ['fields', 'json'].map((specifyContent) => {
			const own = shown(message({ contentType, specifyContent }));
			return own.filter(({ name }) => /^content(Fields|Json)$/.test(name));
		});
		expect(prefilled).toHaveLength(prefilled.flat().length);
		const [rows, json] = prefilled.flat().map((property) => property.default);
		const guess = JSON.parse(json as string) as object;
		const [mark, ...fields] = Object.keys(guess);
		expect(mark).toBe('This is a guess');
		expect(fields).not.toEqual([]);
		const { assignments } = rows as AssignmentCollectionValue;
		const asJson = assignments.map(({ name, type = '', value }) => [
			name,
			/array|object/.test(type) ? JSON.parse(value as string) : value,
		]);
		expect(Object.fromEntries(asJson)).toEqual(guess);
	},
);

it('links to the page with examples of content', () => {
	const texts = shown(message({ contentType: 'poll', specifyContent: 'fields' }))
		.map(({ description, hint }) => `${description} ${hint}`)
		.join();
	const page =
		/<a href="https:\/\/[^"]+\/(docs\/send\.md)#content-types" target="_blank">/.exec(texts)?.[1] ??
		'';
	expect(existsSync(join(root, page))).toBe(true);
});

it('the model of an AI agent writes the text, and the author of the workflow enters the recipient', () => {
	const tool = { ...description, name: 'messagingIntegrationTool' };
	const chosen = message({ contentType: 'text' });
	const ofTool = tool.properties.filter((property) =>
		displayParameter(chosen, property, { typeVersion: 1 }, tool, chosen),
	);
	const defaultsOf = (parameter: string) =>
		ofTool.filter(({ name }) => name === parameter).map((property) => property.default);
	expect(defaultsOf('to')).toEqual(['']);
	const said: FromAIArgument[] = [];
	traverseNodeParameters(defaultsOf('text'), said);
	expect(said).toEqual([{ key: 'Text', type: 'string', description: 'The text of the message' }]);
});

it('lets no model choose whom to ask: it would choose who approves its own tool calls', () => {
	const tool = { ...description, name: 'messagingIntegrationHitlTool' };
	const chosen = message({ operation: 'sendAndWait' });
	const recipients = tool.properties.filter(
		(property) =>
			property.name === 'to' &&
			displayParameter(chosen, property, { typeVersion: 1 }, tool, chosen),
	);
	expect(recipients.map((property) => property.default)).toEqual(['']);
});
