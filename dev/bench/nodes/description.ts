import type { INodeTypeDescription } from 'n8n-workflow';

/** The description of a node that only the benchmark uses. Each field is a text. */
export function descriptionOf(name: string, fields: string[]): INodeTypeDescription {
	const properties = fields.map((field) => ({
		displayName: field,
		name: field,
		type: 'string' as const,
		default: '',
	}));
	const names = {
		displayName: name,
		name,
		defaults: { name },
		description: 'For the benchmark only',
	};
	return {
		...names,
		group: ['transform'],
		version: 1,
		inputs: ['main'],
		outputs: ['main'],
		properties,
	};
}
