import { accountOf } from '../../nodes/MessagingIntegration/api/account';
import { key } from './outcomes';
import { refusalOf } from './refusalOf';

const withUrl = (baseUrl: unknown, more: object = {}) =>
	accountOf({ baseUrl, apiKey: key, ...more });

const api = 'https://api.example.com';

it.each([
	['only a host', api, api, '/api/v1'],
	['a trailing slash', `${api}/`, api, '/api/v1'],
	['several slashes', `${api}///`, api, '/api/v1'],
	['the version prefix', `${api}/api/v1`, api, '/api/v1'],
	['the version prefix and slashes', `${api}/api/v1//`, api, '/api/v1'],
	['a path', `${api}/messaging`, api, '/messaging/api/v1'],
	['a path and the version prefix', `${api}/a/b/api/v1/`, api, '/a/b/api/v1'],
	['a path that only looks like the prefix', `${api}/my-api/v1`, api, '/my-api/v1/api/v1'],
	['a port', `${api}:8443`, `${api}:8443`, '/api/v1'],
	['the default port', `${api}:443/`, api, '/api/v1'],
	['an IPv6 address', 'https://[2001:db8::1]:8443/x', 'https://[2001:db8::1]:8443', '/x/api/v1'],
	['upper case', 'HTTPS://API.Example.COM/Team', api, '/Team/api/v1'],
	['spaces around it', `  ${api} \n`, api, '/api/v1'],
	['a non-ASCII host name', 'https://bücher.example', 'https://xn--bcher-kva.example', '/api/v1'],
])('accepts a base URL with %s', (_, baseUrl, origin, prefix) => {
	expect(withUrl(baseUrl)).toMatchObject({ origin, prefix });
});

describe.each<[title: string, baseUrls: unknown[]]>([
	['is empty', [undefined, null, '', '   ']],
	// A word may be the key.
	['is not a web address', ['the service', 'live4f8a91', 'live_4f8a91', 'live_4f.8a91']],
	['is not a web address', ['live.4f_8a91', '//', '/api/v1', 'https://', 'ftp://api.example.com']],
	['is not a web address', ['javascript:alert(1)', 'file:///srv']],
	['contains a user name or password', ['ann@api.example.com', 'https://ann@api.example.com']],
	['contains a user name or password', ['https://:secret@h.example', 'https://ann:pw@h.example']],
	['must not contain ? or #', [`${api}/?a=1`, `${api}/#/login`]],
	['has two slashes in a row', [`${api}//8.8.8.8`, `${api}/a//b/`, `${api}//api/v1`]],
	['has two slashes in a row', [`${api}/\\8.8.8.8`]],
])('the base URL %s', (title, baseUrls) => {
	it.each(baseUrls)('and is refused with what it needs: %j', (baseUrl) => {
		const refusal = refusalOf(() => withUrl(baseUrl, { allowHttp: true }));
		const message = `The base URL ${title}`;
		expect(refusal).toMatchObject({ message, delivery: 'notSent', about: 'input' });
		expect(refusal.description).toMatch(/^The credential's "Base URL" needs .*https:\/\/.*\.$/);
	});
});

it.each([
	...['http://localhost', 'http://LOCALHOST:3000', 'http://messaging.localhost', 'http://127.1'],
	...['http://127.0.0.1:8080', 'http://127.255.0.3', 'http://[::1]:3000'],
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
	...['http://api.example.com', 'http://10.0.0.5', 'http://128.0.0.1', 'http://[::2]'],
	...['http://127-0-0-1', 'http://notlocalhost', 'http://localhost.example.com'],
	'http://127.0.0.1.example.com',
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
	expect(withUrl(api).allowUnauthorizedCerts).toBe(false);
	expect(withUrl(api, { allowUnauthorizedCerts: true }).allowUnauthorizedCerts).toBe(true);
});
