import type { IHttpRequestOptions } from 'n8n-workflow';

import { MessagingIntegrationApi } from '../../credentials/MessagingIntegrationApi.credentials';

const { authenticate } = new MessagingIntegrationApi();

const given = { apiKey: 'sandbox_live_key', authentication: 'bearer' };
const key = { Authorization: 'Bearer sandbox_live_key' };
const url = 'https://api.example.com/api/v1/chats';

it.each([
	['apiKeyHeader', { 'X-Api-Key': given.apiKey }],
	['bearer', key],
])('adds the key for %s to a copy of the options', async (authentication, header) => {
	const headers = { accept: 'application/json' };
	const options: IHttpRequestOptions = { url, method: 'POST', headers, body: { a: 1 } };
	const before = structuredClone(options);
	const expected = { ...options, headers: { ...headers, ...header } };
	expect(await authenticate({ ...given, authentication }, options)).toEqual(expected);
	expect(options).toEqual(before);
});

it('the key of the credential takes the place of a header of its name', async () => {
	const headers = { Authorization: 'Bearer old', accept: '*/*' };
	const { headers: sent } = await authenticate(given, { url, headers });
	expect(sent).toEqual({ ...key, accept: '*/*' });
});

it.each([
	[true, { skipSslCertificateValidation: true, rejectUnauthorized: false }],
	[false, {}],
	[undefined, {}],
])('passes "Ignore SSL Issues (Insecure)" (%s) on to n8n', async (allowUnauthorizedCerts, more) => {
	const credential = {
		...given,
		...(allowUnauthorizedCerts !== undefined && { allowUnauthorizedCerts }),
	};
	expect(await authenticate(credential, { url })).toEqual({ url, headers: key, ...more });
});

it('has no `test` property, because n8n would use it instead of testCredential', () => {
	expect(new MessagingIntegrationApi()).not.toHaveProperty('test');
});
