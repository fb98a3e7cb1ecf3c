import fc from 'fast-check';

import { accountOf } from '../../nodes/MessagingIntegration/api/account';
import { key } from './outcomes';
import { refusalOf } from './refusalOf';

const baseUrl = 'https://api.example.com';
const withKey = (apiKey: unknown, more: object = {}) => accountOf({ baseUrl, apiKey, ...more });

it('sends the key in X-Api-Key by default', () => {
	expect(withKey(key).headers).toEqual({ 'X-Api-Key': key });
	expect(withKey(key, { authentication: 'apiKeyHeader' }).headers).toEqual({ 'X-Api-Key': key });
});

it('sends the key as a bearer token if chosen', () => {
	expect(withKey(key, { authentication: 'bearer' }).headers).toEqual({
		Authorization: `Bearer ${key}`,
	});
});

it('trims spaces around a key', () => {
	expect(withKey(`  ${key}\t`)).toMatchObject({ headers: { 'X-Api-Key': key }, apiKey: key });
});

it('accepts every visible ASCII character in a key', () => {
	const visible = String.fromCharCode(...Array.from({ length: 94 }, (_, index) => 33 + index));
	expect(withKey(visible).apiKey).toBe(visible);
});

describe.each<[title: string, keys: unknown[]]>([
	['is empty', [undefined, null, '', '  ']],
	['has line breaks', ['live_ab\ncdefgh', 'live_abcdefgh\n', '\r\nlive_abcdefgh', 'live_ab\rcdef']],
	['contains characters that no key has', ['live_abc defgh', 'live_abcdéfgh']],
	['contains characters that no key has', ['live_abc\u200bdefgh', 'live_abc\u0000defgh']],
])('an API key that %s', (title, keys) => {
	it.each(keys)('is refused with how to fix it: %j', (apiKey) => {
		const refusal = refusalOf(() => withKey(apiKey));
		const message = `The API key ${title}`;
		expect(refusal).toMatchObject({ message, delivery: 'notSent', about: 'input' });
		expect(refusal.description).toMatch(/^Copy the key again into the credential's "API Key"\./);
	});
});

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

it.each([
	['signed', jwt],
	['with spaces around it', ` ${jwt} `],
	['unsigned', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'],
])('recognises a dashboard login token: %s', (_, token) => {
	expect(refusalOf(() => withKey(token))).toMatchObject({
		message: 'The API key is a dashboard login token (JWT)',
		description: expect.stringMatching(/Create an API key there .* "API Key"/),
	});
});

it('accepts a key with dots that is not a login token', () => {
	expect(withKey('live.abc.def').apiKey).toBe('live.abc.def');
});

it('never shows the key in a refusal, whatever is wrong with the credential', () => {
	const secret = fc
		.string({ minLength: 6, unit: fc.constantFrom(...'abcXYZ019_-') })
		.map((tail) => `live_${tail}`);
	const spoilt = fc
		.tuple(secret, fc.constantFrom('\n', '\r', ' ', 'é', '\u0000'))
		.map(([good, bad]) => ({
			secret: good,
			credential: { baseUrl, apiKey: `${good}${bad}${good}` },
		}));
	const login = secret.map((good) => ({
		secret: good,
		credential: { baseUrl, apiKey: `eyJ9.eyJ9.${good}` },
	}));
	const misplaced = fc
		.tuple(
			secret,
			fc.constantFrom(
				'KEY',
				'https://KEY@h.example',
				'https://h.example/?k=KEY',
				'ftp://KEY',
				'http://KEY.example',
			),
		)
		.map(([good, url]) => ({
			secret: good,
			credential: { baseUrl: url.replace('KEY', good), apiKey: good },
		}));
	const mistyped = secret.map((good) => ({
		secret: good,
		credential: { baseUrl, apiKey: { key: good } },
	}));
	const mischosen = secret.map((good) => ({
		secret: good,
		credential: { baseUrl, apiKey: good, authentication: good },
	}));
	fc.assert(
		fc.property(fc.oneof(spoilt, login, misplaced, mistyped, mischosen), (wrong) => {
			const refusal = refusalOf(() => accountOf(wrong.credential));
			expect(refusal.message).not.toBe('');
			expect(JSON.stringify(refusal).toLowerCase()).not.toContain(wrong.secret.toLowerCase());
		}),
	);
});
