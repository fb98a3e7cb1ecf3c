import { accountOf } from '../../nodes/MessagingIntegration/service/account';
import { key } from './support/outcomes';
import { refusalOf } from './support/refusalOf';

const withUrl = (baseUrl: unknown, more: object = {}) =>
	accountOf({ baseUrl, apiKey: key, ...more });

const api = 'https://api.example.com';

it.each([
	['only a host', ` ${api} \n`, api, ''],
	['the version prefix and slashes', `${api}/api/v1//`, api, ''],
	['a path and the version prefix', `${api}/a/b/api/v1/`, api, '/a/b'],
	['the address of an endpoint', `${api}/a/api/v1/instances`, api, '/a'],
	['the address of another endpoint', `${api}/api/v1/instances/demo/messages`, api, ''],
	['a path with the prefix in its middle', `${api}/api/v1/team`, api, '/api/v1/team'],
	['a path that only looks like the prefix', `${api}/my-api/v1`, api, '/my-api/v1'],
	['the default port', `${api}:443/`, api, ''],
	['an IPv6 address', 'https://[2001:db8::1]:8443/x', 'https://[2001:db8::1]:8443', '/x'],
	['a non-ASCII host name', 'https://bücher.example', 'https://xn--bcher-kva.example', ''],
	// https:// is taken for granted.
	['no scheme', '  API.example.com ', api, ''],
	['no scheme, a port and a path', 'api.example.com:8443/team/', `${api}:8443`, '/team'],
	['localhost and a port', 'localhost:8080/api/v1', 'https://localhost:8080', ''],
	['[::1] and a port', '[::1]:8080', 'https://[::1]:8080', ''],
])('accepts a base URL with %s', (_, baseUrl, origin, path) => {
	expect(withUrl(baseUrl)).toMatchObject({ origin, prefix: `${path}/api/v1` });
});

describe.each<[title: string, baseUrls: unknown[]]>([
	['is empty', [undefined, null, '', '   ']],
	// A word may be the key.
	['is not a web address', ['the service', 'live4f8a91', 'live_4f.8a91', 'live.4f_8a91', '//']],
	['is not a web address', ['/api/v1', 'https://', 'ftp://api.example.com', 'javascript:alert(1)']],
	['contains a user name or password', ['ann@api.example.com', 'https://:secret@h.example']],
	['must not contain ? or #', [`${api}/?a=1`, `${api}/#/login`]],
	['has two slashes in a row', [`${api}//8.8.8.8`, `${api}/a//b/`, `${api}/\\8.8.8.8`]],
])('the base URL %s', (title, baseUrls) => {
	it.each(baseUrls)('and is refused with what it needs: %j', (baseUrl) => {
		expect(refusalOf(() => withUrl(baseUrl, { allowHttp: true }))).toMatchObject({
			message: `The base URL ${title}`,
			description: expect.stringMatching(/^The credential's "Base URL" needs .*https:\/\/.*\.$/),
			delivery: 'notSent',
			origin: 'input',
		});
	});
});

it.each([
	...['http://localhost', 'http://LOCALHOST:3000', 'http://messaging.localhost', 'http://127.1'],
	...['http://127.255.0.3', 'http://[::1]:3000'],
])('allows plain http to this machine: %s', (baseUrl) => {
	expect(withUrl(baseUrl).origin).toBe(new URL(baseUrl).origin);
});

it.each([
	...['http://10.0.0.5', 'http://128.0.0.1', 'http://[::2]', 'http://127-0-0-1'],
	...['http://notlocalhost', 'http://localhost.example.com', 'http://127.0.0.1.example.com'],
])('allows plain http to any other host only with "Allow HTTP": %s', (baseUrl) => {
	const refusal = refusalOf(() => withUrl(baseUrl));
	expect(refusal.message).toBe('The base URL is not encrypted');
	expect(refusal.description).toMatch(/https:\/\/.*"Base URL".*"Allow HTTP"/);
	expect(withUrl(baseUrl, { allowHttp: true }).origin).toBe(baseUrl);
});
