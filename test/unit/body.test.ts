import { readBody } from '../../nodes/MessagingIntegration/api/body';
import { key } from './outcomes';

it.each([
	['no text', ''],
	['spaces', ' \r\n\t'],
	['a byte order mark', '\ufeff'],
])('reads %s as an empty answer', (_, text) => {
	expect(readBody(text, key)).toEqual({ kind: 'empty' });
});

it.each([
	[
		'an object',
		'{"id":"m1","nested":{"list":[1,null]}}',
		{ id: 'm1', nested: { list: [1, null] } },
	],
	['a list', '[{"id":"a"},2]', [{ id: 'a' }, 2]],
	['a string', '"queued"', 'queued'],
	['a number', ' 42 ', 42],
	['false', 'false', false],
	['null', 'null', null],
	['an object after a byte order mark', '\ufeff{"a":1}', { a: 1 }],
])('parses JSON: %s', (_, text, value) => {
	expect(readBody(text, key)).toEqual({ kind: 'json', value });
});

it.each([
	['words', 'Bad Gateway'],
	['truncated JSON', '{"id":"m1"'],
	['a path with backslashes', 'C:\\new'],
])('keeps anything that is not JSON as text: %s', (_, text) => {
	expect(readBody(text, key)).toEqual({ kind: 'text', value: text });
});

it('the content type never makes a page of JSON or of an empty answer', () => {
	expect(readBody('{"a":"<p>"}', key, 'text/html')).toEqual({ kind: 'json', value: { a: '<p>' } });
	expect(readBody('', key, 'text/html')).toEqual({ kind: 'empty' });
});

it.each([
	['plain', '{"id":"m1","__proto__":{"admin":true}}'],
	['spelled with escapes', '{"id":"m1","\\u005f_proto__":{"admin":true}}'],
	['in a constructor', '{"id":"m1","constructor":{"prototype":{"admin":true}}}'],
])('drops fields that would change the prototype of an object: %s', (_, text) => {
	const body = readBody(text, key);
	expect(body).toEqual({ kind: 'json', value: { id: 'm1' } });
	const value = body.kind === 'json' ? (body.value as object) : {};
	expect(Object.keys(value)).toEqual(['id']);
	expect(Object.keys(Object.assign({}, value))).toEqual(['id']);
});

it('drops such fields at any depth', () => {
	expect(JSON.stringify(readBody('[{"a":{"__proto__":{"x":1},"b":2}}]', key))).toBe(
		'{"kind":"json","value":[{"a":{"b":2}}]}',
	);
});

it('reads an answer with 100,000 levels of nesting', () => {
	const deep = '['.repeat(100_000) + ']'.repeat(100_000);
	expect(['json', 'text']).toContain(readBody(deep, key).kind);
	expect(['json', 'text']).toContain(readBody(deep.replace('[]', `["${key}"]`), key).kind);
});
