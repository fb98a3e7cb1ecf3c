import fc from 'fast-check';

import { accountOf } from '../../nodes/MessagingIntegration/service/account';
import { authenticationHeader } from '../../nodes/MessagingIntegration/service/authenticationHeader';
import { refusalOf } from './support/refusalOf';

const baseUrl = 'https://api.example.com';
const withKey = (apiKey: unknown, more: object = {}) => accountOf({ baseUrl, apiKey, ...more });

it('accepts every visible ASCII character in a key, and removes the spaces around it', () => {
	const visible = String.fromCharCode(...Array.from({ length: 94 }, (_, index) => 33 + index));
	for (const own of [visible, 'live.abc.def'])
		expect(withKey(`  ${own}\t`)).toMatchObject({ headers: { 'X-Api-Key': own }, apiKey: own });
});

it.each(['"live_ab"', "'live_ab'", ' “live_ab” ', '`live_ab`', '«live_ab»', '" live_ab "'])(
	'removes the quotation marks around a key: %s',
	(pasted) => {
		expect(withKey(pasted)).toMatchObject({
			headers: { 'X-Api-Key': 'live_ab' },
			apiKey: 'live_ab',
		});
		const credential = { apiKey: pasted, authentication: 'bearer' };
		expect(authenticationHeader(credential)).toEqual({ Authorization: 'Bearer live_ab' });
	},
);

it.each([
	'{{ $json.key }}',
	'{{ $vars.key }}',
	'live_{{$vars.key}}',
	"{{ $('Keys').item.json.key }}",
])('an expression that is none is an error, and is not quoted: %s', (key) => {
	const refusal = refusalOf(() => withKey(key));
	expect(refusal).toMatchObject({
		message: 'The API key has {{ }} as words, not as an expression',
		description: expect.stringContaining('"Expression"'),
	});
	expect(JSON.stringify(refusal)).not.toContain(key);
	const address = refusalOf(() => accountOf({ baseUrl: `https://${key}`, apiKey: 'a' }));
	expect(address.message).toBe('The base URL has {{ }} as words, not as an expression');
});

it('braces that name nothing of n8n can be in a key', () => {
	expect(withKey('a{{1}}$b')).toMatchObject({ apiKey: 'a{{1}}$b' });
});

it.each([
	['Bearer', 'Bearer live_ab'],
	['bearer', '"bearer  live_ab"'],
	['Authorization: Bearer', 'Authorization: Bearer live_ab'],
	['X-Api-Key:', 'X-Api-Key: live_ab'],
	['x-api-key:', 'x-api-key:live_ab'],
])('names what was copied with a key: %s', (begin, pasted) => {
	const refusal = refusalOf(() => withKey(pasted));
	expect(refusal.message).toBe(`The API key begins with "${begin}"`);
	expect(refusal.description).toContain(`Leave out "${begin}"`);
	expect(JSON.stringify(refusal)).not.toContain('live_ab');
});

it.each(['bearer-live_ab', 'tokenlive_ab', '"', '"live_ab'])(
	'a key may begin like that: %s',
	(own) => {
		expect(withKey(own).apiKey).toBe(own);
	},
);

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

it.each([
	...[undefined, null, '', '  '].map((none) => ['is empty', none]),
	...['live_abcdefgh\n', 'live_ab\rcdef'].map((lines) => ['has line breaks', lines]),
	...['live_abc defgh', 'live_abcdéfgh', 'live_abc\u200bdefgh', 'live_abc\u0000defgh'].map(
		(odd) => ['contains characters that no key has', odd],
	),
	...[` ${jwt} `, 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'].map((token) => [
		'is a login token (JWT)',
		token,
	]),
])('an API key that %s is refused with how to fix it: %j', (problem, apiKey) => {
	expect(refusalOf(() => withKey(apiKey))).toMatchObject({
		message: `The API key ${problem}`,
		description: expect.stringMatching(
			/(^Copy the key again|API key at the service .*) .*"API Key"\./,
		),
		delivery: 'notSent',
		origin: 'input',
	});
});

it('never shows the key in a refusal, whatever is wrong with the credential', () => {
	const secret = fc
		.string({ minLength: 6, unit: fc.constantFrom(...'abcXYZ019_-') })
		.map((tail) => `live_${tail}`);
	const wrongs = fc.constantFrom<((good: string) => object)[]>(
		...['\n', '\r', ' ', 'é', '\u0000'].map((bad) => (good: string) => ({
			apiKey: `${good}${bad}${good}`,
		})),
		(good) => ({ apiKey: `eyJ9.eyJ9.${good}` }),
		(good) => ({ baseUrl: good }),
		(good) => ({ baseUrl: `https://${good}@h.example` }),
		(good) => ({ baseUrl: `https://h.example/?k=${good}` }),
		(good) => ({ baseUrl: `ftp://${good}` }),
		(good) => ({ baseUrl: `http://${good}.example` }),
		(good) => ({ apiKey: { key: good } }),
		(good) => ({ authentication: good }),
	);
	fc.assert(
		fc.property(secret, wrongs, (good, wrong) => {
			const refusal = refusalOf(() => withKey(good, wrong(good)));
			expect(refusal.message).not.toBe('');
			expect(JSON.stringify(refusal).toLowerCase()).not.toContain(good.toLowerCase());
		}),
	);
});
