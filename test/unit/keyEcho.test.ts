import fc from 'fast-check';

import { readBody } from '../../nodes/MessagingIntegration/api/body';
import { failureOf } from '../../nodes/MessagingIntegration/api/failureOf';
import { account, answer, key, requestOf } from './outcomes';

const json = (value: unknown) => ({ kind: 'json', value });
const escaped = [...key]
	.map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
	.join('');

it.each([
	['on its own', JSON.stringify({ a: key }), json({ a: '[API key]' })],
	[
		'in a sentence',
		JSON.stringify({ a: `no key ${key} here` }),
		json({ a: 'no key [API key] here' }),
	],
	['twice', JSON.stringify({ a: `${key},${key}` }), json({ a: '[API key],[API key]' })],
	['nested', JSON.stringify([{ a: { b: [key] } }]), json([{ a: { b: ['[API key]'] } }])],
	[
		'as a field name',
		JSON.stringify({ [key]: { [`x-${key}`]: 1 } }),
		json({ '[API key]': { 'x-[API key]': 1 } }),
	],
	['as the whole answer', JSON.stringify(key), json('[API key]')],
	[
		'spelled with escapes',
		`{"a":"${escaped}","${escaped}":1}`,
		json({ a: '[API key]', '[API key]': 1 }),
	],
	[
		'in JSON within JSON',
		JSON.stringify({ sent: JSON.stringify({ k: key }) }),
		json({ sent: '{"k":"[API key]"}' }),
	],
	[
		'in plain text',
		`Bearer ${key} is unknown`,
		{ kind: 'text', value: 'Bearer [API key] is unknown' },
	],
	['in truncated JSON', `{"a":"${key}`, { kind: 'text', value: '{"a":"[API key]' }],
])('removes an echoed key from an answer: %s', (_, text, body) => {
	expect(readBody(text, key)).toEqual(body);
});

it('removes a key that JSON has to escape', () => {
	const odd = 'live_a"b\\c/d$&';
	const text = JSON.stringify({ a: odd, [odd]: 1 });
	expect(readBody(text, odd)).toEqual(json({ a: '[API key]', '[API key]': 1 }));
	expect(readBody(text.replaceAll('/', '\\/'), odd)).toEqual(
		json({ a: '[API key]', '[API key]': 1 }),
	);
});

it.each([
	['a warning of PHP, then JSON', '<br />Warning: x{"error":"No key live_ab\\/cd+ef=="}'],
	['JSON within JSON', JSON.stringify({ message: '{"error":"No key live_ab\\/cd+ef=="}' })],
	['JSON within JSON by .NET', JSON.stringify({ message: '{"e":"No key live_ab/cd\\u002Bef=="}' })],
	['HTML', 'No key live_ab&#x2F;cd&#43;ef&#x3d;&#061;'],
	['HTML within HTML', 'No key live_ab&amp;#47;cd&amp;#43;ef&amp;#61;&amp;#61;'],
	['JavaScript', String.raw`No key live_ab\x2fcd\x2bef\x3d\x3d`],
	['a URL within a URL', 'No key live_ab%252Fcd%252Bef%253D%253D'],
	['a URL', JSON.stringify({ message: `No key ${encodeURIComponent('live_ab/cd+ef==')}` })],
])('removes a key with punctuation from %s', (_, text) => {
	const shown = JSON.stringify(readBody(text, 'live_ab/cd+ef=='));
	expect(shown).toContain('No key [API key]');
	expect(shown).not.toMatch(/live_ab/);
});

it('does not replace a very short key inside words', () => {
	expect(readBody('{"a":"testing\\n"}', 'test')).toEqual(json({ a: 'testing\n' }));
});

it('does not copy an answer that cannot contain the key', () => {
	const build = jest.spyOn(Object, 'fromEntries');
	const count = (text: string) => {
		build.mockClear();
		readBody(text, key);
		return build.mock.calls.length;
	};
	expect(count('{"url":"https://example.com/?a=100%25&b=2"}')).toBe(0);
	expect(count(`{"url":"https://example.com/?a=100%25&b=${key}"}`)).toBe(1);
	build.mockRestore();
});

it('leaves everything else unchanged', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			const text = JSON.stringify(value);
			fc.pre(!/__proto__|constructor/.test(text));
			expect(readBody(text, key)).toEqual(json(JSON.parse(text)));
		}),
	);
});

const secret = fc
	.string({ minLength: 3, maxLength: 40, unit: fc.constantFrom(...'abcXYZ0189_-') })
	.map((tail) => `live_${tail}`);

/** Any JSON whose texts may contain the key, with any of its letters escaped. */
const echo = secret.chain((own) => {
	const holding = fc.tuple(fc.string(), fc.string()).map(([before, after]) => before + own + after);
	const words = fc.oneof(fc.string(), holding);
	const value = fc.oneof(
		fc.object({ key: words, values: [words, fc.integer(), fc.constant(null)], maxDepth: 4 }),
		fc.array(words),
		holding,
	);
	const spelling = fc
		.array(fc.nat(3), { minLength: own.length, maxLength: own.length })
		.map((ways) =>
			[...own]
				.map((letter, index) => {
					const hex = letter.charCodeAt(0).toString(16);
					return [letter, `\\u00${hex}`, `%${hex}`, `&#x${hex};`][ways[index] ?? 0];
				})
				.join(''),
		);
	return fc.tuple(value, spelling).map(([body, spelled]) => ({
		own,
		spelled,
		text: JSON.stringify(body).replaceAll(own, () => spelled),
	}));
});

it('never lets the key through, whatever JSON contains it', () => {
	fc.assert(
		fc.property(echo, ({ own, spelled, text }) => {
			const shown = JSON.stringify(readBody(text, own));
			expect(shown).not.toContain(own);
			expect(shown).not.toContain(spelled);
		}),
		{ numRuns: 500 },
	);
});

it('never quotes the key in an error', () => {
	const failure = failureOf(
		requestOf('send'),
		answer(401, JSON.stringify({ code: key, message: `Unknown key ${key}` })),
		account,
	);
	expect(JSON.stringify(failure)).not.toContain(key);
	expect(failure.description).toContain('Unknown key [API key]');
});
