import type { IHttpRequestOptions } from 'n8n-workflow';

import { MessagingIntegrationApi } from '../../credentials/MessagingIntegrationApi.credentials';

const { authenticate } = new MessagingIntegrationApi();

const apiKey = 'sandbox_live_key';
const options: IHttpRequestOptions = {
	url: 'https://api.example.com/api/v1/chats',
	method: 'POST',
	headers: { accept: 'application/json' },
	body: { a: 1 },
};

it.each([
	['apiKeyHeader', { 'X-Api-Key': apiKey }],
	['bearer', { Authorization: `Bearer ${apiKey}` }],
])('adds the key for %s and keeps the other headers', async (authentication, header) => {
	expect(await authenticate({ apiKey, authentication }, options)).toEqual({
		...options,
		headers: { accept: 'application/json', ...header },
	});
});

it('adds the header to a request without headers', async () => {
	expect(await authenticate({ apiKey, authentication: 'bearer' }, { url: options.url })).toEqual({
		url: options.url,
		headers: { Authorization: `Bearer ${apiKey}` },
	});
});

it('does not change the options it is given', async () => {
	const before = structuredClone(options);
	await authenticate({ apiKey, authentication: 'bearer' }, options);
	expect(options).toEqual(before);
});

it.each([
	[true, { skipSslCertificateValidation: true, rejectUnauthorized: false }],
	[false, {}],
	[undefined, {}],
])(
	'passes "Ignore SSL Issues (Insecure)" (%s) on to n8n',
	async (allowUnauthorizedCerts, expected) => {
		const given = {
			apiKey,
			authentication: 'apiKeyHeader',
			...(allowUnauthorizedCerts !== undefined && { allowUnauthorizedCerts }),
		};
		const { skipSslCertificateValidation, rejectUnauthorized } = (await authenticate(
			given,
			options,
		)) as { skipSslCertificateValidation?: boolean; rejectUnauthorized?: boolean };
		expect({ skipSslCertificateValidation, rejectUnauthorized }).toEqual(expected);
	},
);

it('has no `test` property, because n8n would use it instead of testCredential', () => {
	expect(new MessagingIntegrationApi()).not.toHaveProperty('test');
});
