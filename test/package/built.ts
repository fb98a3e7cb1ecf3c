import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

import type { ICredentialType, INodePropertyOptions, INodeType } from 'n8n-workflow';

export const root = resolve(__dirname, '../..');

const { MessagingIntegration, MessagingIntegrationApi } = createRequire(__filename)(root) as {
	MessagingIntegration: new () => INodeType;
	MessagingIntegrationApi: new () => ICredentialType;
};

/** What `npm run build` made of the node and the credential. */
export const { description, methods } = new MessagingIntegration();
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
export const credential = new MessagingIntegrationApi();

export function readJson(...path: string[]): unknown {
	return JSON.parse(readFileSync(join(...path), 'utf8'));
}
