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
])(
	'with %s, the key goes in that header, beside those of the request',
	async (authentication, header) => {
		expect(await authenticate({ apiKey, authentication }, options)).toEqual({
			...options,
			headers: { accept: 'application/json', ...header },
		});
	},
);

it('a request without headers gets the one', async () => {
	expect(await authenticate({ apiKey, authentication: 'bearer' }, { url: options.url })).toEqual({
		url: options.url,
		headers: { Authorization: `Bearer ${apiKey}` },
	});
});

it('what it is given stays as it is', async () => {
	const before = structuredClone(options);
	await authenticate({ apiKey, authentication: 'bearer' }, options);
	expect(options).toEqual(before);
});

it.each([
	[true, true],
	[false, undefined],
	[undefined, undefined],
])('"Ignore SSL Issues (Insecure)" (%s) is handed on', async (allowUnauthorizedCerts, expected) => {
	const given = {
		apiKey,
		authentication: 'apiKeyHeader',
		...(allowUnauthorizedCerts !== undefined && { allowUnauthorizedCerts }),
	};
	expect((await authenticate(given, options)).skipSslCertificateValidation).toBe(expected);
});

it('has no test of its own, which n8n would prefer to the one that explains', () => {
	expect(new MessagingIntegrationApi()).not.toHaveProperty('test');
});
