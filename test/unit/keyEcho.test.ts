import fc from 'fast-check';

import { readBody } from '../../nodes/MessagingIntegration/service/responseBody';
import { key } from './support/outcomes';

const json = (value: unknown) => ({ kind: 'json', value });
const escaped = [...key]
	.map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
	.join('');

it.each([
	['twice', `{"a":"${key},${key}"}`, json({ a: '[API key],[API key]' })],
	['nested', `[{"a":{"b":["${key}"]}}]`, json([{ a: { b: ['[API key]'] } }])],
	['as a field name', `{"${key}":{"x-${key}":1}}`, json({ '[API key]': { 'x-[API key]': 1 } })],
	['spelled with escapes', `{"${escaped}":"${escaped}"}`, json({ '[API key]': '[API key]' })],
	['in JSON in JSON', `{"a":"{\\"k\\":\\"${key}\\"}"}`, json({ a: '{"k":"[API key]"}' })],
	['in truncated JSON', `{"a":"${key}`, { kind: 'text', value: '{"a":"[API key]' }],
])('removes an echoed key from an answer: %s', (_, text, body) => {
	expect(readBody(text, key)).toEqual(body);
});

it('removes a key that JSON has to escape', () => {
	const odd = 'live_a"b\\c/d$&';
	const plain = JSON.stringify({ a: odd, [odd]: 1 });
	for (const text of [plain, plain.replaceAll('/', '\\/')])
		expect(readBody(text, odd)).toEqual(json({ a: '[API key]', '[API key]': 1 }));
});

it.each([
	['a text before JSON', '<br />Warning: x{"error":"No key live_ab\\/cd+ef=="}'],
	['JSON within JSON', JSON.stringify({ message: '{"error":"No key live_ab\\/cd+ef=="}' })],
	['JSON within JSON by .NET', JSON.stringify({ message: '{"e":"No key live_ab/cd\\u002Bef=="}' })],
	['JSON that broke off', '{"a":"No key live_ab\\/cd\\u002bef=='],
	['a page', '<p>No key live_ab/cd+ef==</p>'],
])('removes a key with punctuation from %s', (_, text) => {
	const shown = JSON.stringify(readBody(text, 'live_ab/cd+ef=='));
	expect(shown).toContain('No key [API key]');
	expect(shown).not.toMatch(/live_ab/);
});

it('does not replace a very short key inside words', () => {
	expect(readBody('{"a":"testing\\n"}', 'test')).toEqual(json({ a: 'testing\n' }));
});

it('leaves everything else unchanged', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			const text = JSON.stringify(value);
			fc.pre(!/__proto__|constructor|\d{16}/.test(text));
			expect(readBody(text, key)).toEqual(json(JSON.parse(text)));
		}),
		{ seed: 66 },
	);
});

const unit = fc.constantFrom(...'abcXYZ0189_-');
const secret = fc.string({ minLength: 3, maxLength: 40, unit }).map((tail) => `live_${tail}`);

/** Any JSON whose texts may contain the key, with any of its letters escaped. */
const echo = secret.chain((own) => {
	const holding = fc.tuple(fc.string(), fc.string()).map(([before, after]) => before + own + after);
	const words = fc.oneof(fc.string(), holding);
	const value = fc.oneof(
		fc.object({ key: words, values: [words, fc.integer(), fc.constant(null)], maxDepth: 4 }),
		fc.array(words),
		holding,
	);
	const spellings = [...own].map((letter) => {
		const hex = letter.charCodeAt(0).toString(16);
		return fc.constantFrom(letter, `\\u00${hex}`);
	});
	return fc.tuple(value, fc.tuple(...spellings)).map(([body, letters]) => {
		const spelled = letters.join('');
		return { own, spelled, text: JSON.stringify(body).replaceAll(own, () => spelled) };
	});
});

it('never lets the key through, whatever JSON contains it', () => {
	fc.assert(
		fc.property(echo, ({ own, spelled, text }) => {
			const shown = JSON.stringify(readBody(text, own));
			expect(shown).not.toContain(own);
			expect(shown).not.toContain(spelled);
		}),
		{ numRuns: 500, seed: 66 },
	);
});
