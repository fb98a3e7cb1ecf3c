import type { INodeTypeDescription } from 'n8n-workflow';

/** The description of a node that only the benchmark uses. Each field is a text. */
export const descriptionOf = (name: string, fields: string[]): INodeTypeDescription => ({
	...{ name, displayName: name, defaults: { name }, description: 'For the benchmark only' },
	...{ group: ['transform'], version: 1, inputs: ['main'], outputs: ['main'] },
	properties: fields.map((field) => ({
		...{ displayName: field, name: field, type: 'string', default: '' },
	})),
});
