import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

/** A parameter of text, the only kind that the bench's nodes need. */
function field(name: string): INodeProperties {
	return { displayName: name, name, type: 'string', default: '' };
}

/** What n8n wants to know of a node that only the bench ever sees. */
export function descriptionOf(name: string, fields: string[]): INodeTypeDescription {
	return {
		displayName: name,
		name,
		group: ['transform'],
		version: 1,
		description: 'For the benchmark only',
		defaults: { name },
		inputs: ['main'],
		outputs: ['main'],
		properties: fields.map(field),
	};
}
