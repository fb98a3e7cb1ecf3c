import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

import {
	displayParameter,
	type ICredentialType,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
} from 'n8n-workflow';

export const root = resolve(__dirname, '../..');

const { MessagingIntegration, MessagingIntegrationApi } = createRequire(__filename)(root) as {
	MessagingIntegration: new () => INodeType;
	MessagingIntegrationApi: new () => ICredentialType;
};

/** What `npm run build` made of the node and the credential. */
export const { description, methods } = new MessagingIntegration();
export const credential = new MessagingIntegrationApi();

/** Every operation that the node offers. */
export const operations = description.properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ displayOptions, options }) =>
		(options as INodePropertyOptions[]).map(({ name, value, action }) => ({
			resource: displayOptions?.show?.resource?.[0] as string,
			operation: String(value),
			name,
			action,
		})),
	);

/** All options of an operation. */
export function optionsOf(resource: string, operation: string): INodeProperties[] {
	const chosen = { resource, operation };
	const collection = description.properties.find(
		(property) =>
			property.name === 'options' &&
			displayParameter(chosen, property, { typeVersion: 1 }, description, chosen),
	);
	return (collection?.options ?? []) as INodeProperties[];
}

export function readJson(...path: string[]): unknown {
	return JSON.parse(readFileSync(join(...path), 'utf8'));
}
