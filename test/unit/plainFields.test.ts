import 'reflect-metadata';

import { plainReader } from '../../nodes/MessagingIntegration/n8n/plainFields';
import { compareAll, evaluator, expectSame } from './expressions/comparison';
import { randomValues } from './support/randomValues';

it('a field has the value that n8n gives it, for any item and notation', async () => {
	expect(await compareAll(randomValues)).toBeGreaterThanOrEqual(randomValues);
}, 120_000);

const item = {
	a: 'text',
	minus: -0,
	half: 0.1 + 0.2,
	yes: true,
	none: '',
	_id: 'x',
	größe: 'L',
	'a b': 'spaced',
	"it's": 'quoted',
	'a.b': 'dotted',
	'x.isEmpty()': 'called?',
	o: { a: { b: 'deep' } },
	list: ['zero', { a: 'in a list' }],
	'Price (USD)': 5,
	'{{': 'open',
	'//': 'slashes',
};

it.each<[parameter: unknown, value: unknown]>([
	['={{ $json.a }}', 'text'],
	['={{ $json[ "o" ].a[\'b\'] }}', 'deep'],
	['={{ $json["it\'s"] }}', 'quoted'],
	['={{ $json["a.b"] }}', 'dotted'],
	['={{ $json["größe"] }}', 'L'],
	['={{ $json.list["1"].a }}', 'in a list'],
	['={{ $json.list.length }}', 2],
	['={{ $json["x.isEmpty()"] }}', 'called?'],
	['={{ $json["//"] }}', 'slashes'],
	['=Hello {{ $json.a }}, {{ $json["a b"] }}!', 'Hello text, spaced!'],
	['=<{{ $json.minus }}|{{ $json.half }}|{{ $json.none }}>', '<0|0.30000000000000004|>'],
	['={ {{ $json.a }}} }', '{ text} }'],
	['=line\nbreak\u2028 {{ $json.a }}\n', 'line\nbreak\u2028 text\n'],
	[
		{ to: '={{ $json.a }}', list: [1, '=a {{ $json.a }}'], none: null },
		{ to: 'text', list: [1, 'a text'], none: null },
	],
])('%j is read from the item, with the same value as in n8n', async (saved, value) => {
	expect(plainReader(saved)?.(item)).toStrictEqual(value);
	expect(expectSame(await evaluator(), { saved, items: [item] })).toBe(1);
});

it.each([
	...['=', '=text', '={{ }}', '={{ $json }}', '={{ $json.a', '={{ $json.a }} {{', '={{ "a" }}'],
	...['={{ $json.a }}{{ $now }}', '={{ $json.a + 1 }}', '={{ $json.a.toUpperCase() }}'],
	...['={{ $json?.a }}', '={{ $json.a; }}', '={{ ($json.a) }}', '={{ $json.a // c }}'],
	...['={{ $json./* c */a }}', '={{ $json[`a`] }}', '={{ $json[a] }}', '={{ $json["a\nb"] }}'],
	...['={{ $json["a\\u0062"] }}', '={{ $json[01] }}', '={{ $json.größe }}', '={{ $json["}}"] }}'],
	...['=\\{{ $json.a }}', '={{ $json.a \\}} }}', '={{ $binary.data }}', '={{ $fromAI("a") }}'],
	...['=a.constructor {{ $json.a }}', '={{ $json["constructor"] }}', '={{ $json.toString }}'],
	...['={{ $json.__proto__ }}', '={{ $json.prototype }}', '={{ $json.globalThis }}'],
	{ fileName: '={{ $json.a }}', mimeType: '={{ $json.a.trim() }}' },
])('%j is left to n8n', (saved) => {
	expect(plainReader(saved)).toBeUndefined();
});

const inherited = Object.create({ a: 'x' }) as object;
const getter = Object.defineProperty({}, 'a', { get: () => 'x', enumerable: true });
class Own {
	a = 'x';
}

it.each<[string, unknown]>([
	['a missing field', {}],
	['null', { a: null }],
	['Infinity', { a: Infinity }],
	['a bigint', { a: 1n }],
	['a date', { a: new Date() }],
	['an object', { a: {} }],
	['a getter', getter],
	['a proxy', new Proxy({ a: 'x' }, {})],
	['an inherited property', inherited],
	['an object of a class', new Own()],
	['a named property of an array', Object.assign([], { a: 'x' })],
	['an item without json', undefined],
])('%s is left to n8n', (_, json) => {
	expect(plainReader('={{ $json.a }}')?.(json)).toBeUndefined();
	expect(plainReader('=Hello {{ $json.a }}')?.(json)).toBeUndefined();
	expect(plainReader(['={{ $json.a }}', 'b'])?.(json)).toBeUndefined();
});

it('a boolean inside text is left to n8n', () => {
	expect(plainReader('=It is {{ $json.yes }}')?.(item)).toBeUndefined();
});
