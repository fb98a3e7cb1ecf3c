import { readBody } from '../../nodes/MessagingIntegration/api/body';
import { key } from './outcomes';

it.each([
	['nothing', ''],
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
	['an object behind a byte order mark', '\ufeff{"a":1}', { a: 1 }],
])('reads JSON that is %s', (_, text, value) => {
	expect(readBody(text, key)).toEqual({ kind: 'json', value });
});

it.each([
	['words', 'Bad Gateway'],
	['a page', '<html></html>'],
	['JSON that breaks off', '{"id":"m1"'],
	['a path with backslashes', 'C:\\new'],
])('reads what is no JSON as the text it is: %s', (_, text) => {
	expect(readBody(text, key)).toEqual({ kind: 'text', value: text });
});

it.each([
	['plain', '{"id":"m1","__proto__":{"admin":true}}'],
	['spelled with escapes', '{"id":"m1","\\u005f_proto__":{"admin":true}}'],
	['in a constructor', '{"id":"m1","constructor":{"prototype":{"admin":true}}}'],
])('leaves out fields that would change the prototype of an object: %s', (_, text) => {
	const body = readBody(text, key);
	expect(body).toEqual({ kind: 'json', value: { id: 'm1' } });
	const value = body.kind === 'json' ? (body.value as object) : {};
	expect(Object.keys(value)).toEqual(['id']);
	expect(Object.keys(Object.assign({}, value))).toEqual(['id']);
});

it('leaves out such fields deep inside too', () => {
	expect(JSON.stringify(readBody('[{"a":{"__proto__":{"x":1},"b":2}}]', key))).toBe(
		'{"kind":"json","value":[{"a":{"b":2}}]}',
	);
});

it('reads an answer that is nested deeper than a program can follow', () => {
	const deep = '['.repeat(100_000) + ']'.repeat(100_000);
	expect(['json', 'text']).toContain(readBody(deep, key).kind);
	expect(['json', 'text']).toContain(readBody(deep.replace('[]', `["${key}"]`), key).kind);
});
