import { accountOf } from '../../nodes/MessagingIntegration/api/account';
import { key } from './outcomes';
import { refusalOf } from './refusalOf';

const withUrl = (baseUrl: unknown, more: object = {}) =>
	accountOf({ baseUrl, apiKey: key, ...more });

it.each([
	['only a host', 'https://api.example.com', 'https://api.example.com', '/api/v1'],
	['a trailing slash', 'https://api.example.com/', 'https://api.example.com', '/api/v1'],
	['several slashes', 'https://api.example.com///', 'https://api.example.com', '/api/v1'],
	['the version prefix', 'https://api.example.com/api/v1', 'https://api.example.com', '/api/v1'],
	[
		'the version prefix and slashes',
		'https://api.example.com/api/v1//',
		'https://api.example.com',
		'/api/v1',
	],
	['a path', 'https://example.com/messaging', 'https://example.com', '/messaging/api/v1'],
	[
		'a path and the version prefix',
		'https://example.com/a/b/api/v1/',
		'https://example.com',
		'/a/b/api/v1',
	],
	[
		'a path that only looks like the prefix',
		'https://example.com/my-api/v1',
		'https://example.com',
		'/my-api/v1/api/v1',
	],
	['a port', 'https://api.example.com:8443', 'https://api.example.com:8443', '/api/v1'],
	['the default port', 'https://api.example.com:443/', 'https://api.example.com', '/api/v1'],
	['an IPv6 address', 'https://[2001:db8::1]:8443/x', 'https://[2001:db8::1]:8443', '/x/api/v1'],
	['upper case', 'HTTPS://API.Example.COM/Team', 'https://api.example.com', '/Team/api/v1'],
	['spaces around it', '  https://api.example.com \n', 'https://api.example.com', '/api/v1'],
	['a non-ASCII host name', 'https://bücher.example', 'https://xn--bcher-kva.example', '/api/v1'],
])('accepts a base URL with %s', (_, baseUrl, origin, prefix) => {
	expect(withUrl(baseUrl)).toMatchObject({ origin, prefix });
});

it.each([
	['no text', undefined, 'The base URL is empty'],
	['null', null, 'The base URL is empty'],
	['an empty text', '', 'The base URL is empty'],
	['spaces', '   ', 'The base URL is empty'],
	['two words', 'the service', 'The base URL is not a web address'],
	['an address without scheme and host', '//', 'The base URL is not a web address'],
	['a word, which may be the key', 'live4f8a91', 'The base URL is not a web address'],
	['the key', 'live_4f8a91', 'The base URL is not a web address'],
	['a key with a dot', 'live_4f.8a91', 'The base URL is not a web address'],
	['a key in front of a dot', 'live.4f_8a91', 'The base URL is not a web address'],
	[
		'a user without a scheme',
		'ann@api.example.com',
		'The base URL contains a user name or password',
	],
	['a path', '/api/v1', 'The base URL is not a web address'],
	['no host', 'https://', 'The base URL is not a web address'],
	['ftp', 'ftp://api.example.com', 'The base URL is not a web address'],
	['a script', 'javascript:alert(1)', 'The base URL is not a web address'],
	['a file', 'file:///srv', 'The base URL is not a web address'],
	[
		'a user and password',
		'https://ann:secret@api.example.com',
		'The base URL contains a user name or password',
	],
	['a user name', 'https://ann@api.example.com', 'The base URL contains a user name or password'],
	[
		'a password',
		'https://:secret@api.example.com',
		'The base URL contains a user name or password',
	],
	['a query', 'https://api.example.com/?a=1', 'The base URL must not contain ? or #'],
	[
		'an empty path segment',
		'https://api.example.com//8.8.8.8',
		'The base URL has two slashes in a row',
	],
	[
		'an empty path segment further on',
		'https://api.example.com/a//b/',
		'The base URL has two slashes in a row',
	],
	[
		'an empty path segment before the version',
		'https://api.example.com//api/v1',
		'The base URL has two slashes in a row',
	],
	[
		'an empty path segment in backslashes',
		'https://api.example.com/\\8.8.8.8',
		'The base URL has two slashes in a row',
	],
	['a hash', 'https://api.example.com/#/login', 'The base URL must not contain ? or #'],
])('refuses a base URL and says what it needs: %s', (_, baseUrl, title) => {
	const refusal = refusalOf(() => withUrl(baseUrl, { allowHttp: true }));
	expect(refusal).toMatchObject({ message: title, delivery: 'notSent', about: 'input' });
	expect(refusal.description).toMatch(/^The credential's "Base URL" needs .*https:\/\/.*\.$/);
});

it.each([
	['http://localhost'],
	['http://LOCALHOST:3000'],
	['http://messaging.localhost'],
	['http://127.0.0.1:8080'],
	['http://127.255.0.3'],
	['http://127.1'],
	['http://[::1]:3000'],
])('allows plain http to this machine: %s', (baseUrl) => {
	expect(withUrl(baseUrl).origin).toBe(new URL(baseUrl).origin);
});

it.each([
	['api.example.com', 'https://api.example.com', '/api/v1'],
	['  API.example.com ', 'https://api.example.com', '/api/v1'],
	['api.example.com/api/v1', 'https://api.example.com', '/api/v1'],
	['api.example.com:8443/team/', 'https://api.example.com:8443', '/team/api/v1'],
	['localhost:8080', 'https://localhost:8080', '/api/v1'],
	['localhost:8080/api/v1', 'https://localhost:8080', '/api/v1'],
	['127.0.0.1:8080', 'https://127.0.0.1:8080', '/api/v1'],
	['[::1]:8080', 'https://[::1]:8080', '/api/v1'],
	['messaging:8080', 'https://messaging:8080', '/api/v1'],
	['localhost', 'https://localhost', '/api/v1'],
])('takes https:// for granted if the base URL has no scheme: %s', (baseUrl, origin, prefix) => {
	expect(withUrl(baseUrl)).toMatchObject({ origin, prefix });
});

const elsewhere = [
	['http://api.example.com'],
	['http://10.0.0.5'],
	['http://128.0.0.1'],
	['http://[::2]'],
	['http://127-0-0-1'],
	['http://notlocalhost'],
	['http://localhost.example.com'],
	['http://127.0.0.1.example.com'],
];

it.each(elsewhere)('refuses plain http to any other host: %s', (baseUrl) => {
	const refusal = refusalOf(() => withUrl(baseUrl));
	expect(refusal.message).toBe('The base URL is not encrypted');
	expect(refusal.description).toMatch(/https:\/\/.*"Base URL".*"Allow HTTP"/);
});

it.each(elsewhere)('allows plain http to any other host with "Allow HTTP": %s', (baseUrl) => {
	expect(withUrl(baseUrl, { allowHttp: true }).origin).toBe(baseUrl);
});

it('verifies certificates unless the credential says otherwise', () => {
	const url = 'https://api.example.com';
	expect(withUrl(url).allowUnauthorizedCerts).toBe(false);
	expect(withUrl(url, { allowUnauthorizedCerts: true }).allowUnauthorizedCerts).toBe(true);
});
