import { readBody } from '../../nodes/MessagingIntegration/service/responseBody';
import { key } from './support/outcomes';

it.each(['', ' \r\n\t', '\ufeff'])('reads %j as an empty answer', (text) => {
	for (const type of ['', 'text/html'])
		expect(readBody(text, key, type)).toEqual({ kind: 'empty' });
});

it.each([
	['a list', '[{"id":"a","b":null},2]', [{ id: 'a', b: null }, 2]],
	['null', 'null', null],
	['an object after a byte order mark', '\ufeff{"a":1}', { a: 1 }],
	['a page in an object', '{"a":"<p>"}', { a: '<p>' }],
])('parses JSON, whatever the content type: %s', (_, text, value) => {
	expect(readBody(text, key, 'text/html')).toEqual({ kind: 'json', value });
});

it.each<[text: string, contentType: string]>([
	['<html></html>', ''],
	['\ufeff \n<!-- login --><!DOCTYPE html>', 'application/json'],
	['<?xml version="1.0"?><ok/>', 'text/xml'],
	['We are back at noon', 'text/html; charset=utf-8'],
	['{"id":"m1"', ' Application/XHTML+XML'],
])('takes what begins like a page, or is called one, for a page: %j, %s', (value, contentType) => {
	expect(readBody(value, key, contentType)).toEqual({ kind: 'page', value });
});

it.each(['Bad Gateway', '{"id":"m1"', 'C:\\new', 'a <html>'])(
	'keeps anything that is not JSON as text: %s',
	(text) => expect(readBody(text, key)).toEqual({ kind: 'text', value: text }),
);

it.each([
	['plain', '{"id":"m1","__proto__":{"admin":true}}'],
	['spelled with escapes', '{"id":"m1","\\u005f_proto__":{"admin":true}}'],
	['in a constructor', '{"id":"m1","constructor":{"prototype":{"admin":true}}}'],
])('drops fields that would change the prototype of an object, at any depth: %s', (_, text) => {
	const body = readBody(`[${text}]`, key);
	expect(body).toEqual({ kind: 'json', value: [{ id: 'm1' }] });
	const [value = {}] = body.kind === 'json' ? (body.value as object[]) : [];
	expect(Object.keys(value)).toEqual(['id']);
	expect(Object.keys(Object.assign({}, value))).toEqual(['id']);
});

it('leaves JSON with more than 100 levels as a text, which n8n can save', () => {
	const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
	expect(readBody(nested(100), key).kind).toBe('json');
	for (const levels of [101, 5000, 100_000])
		expect(readBody(nested(levels), key)).toEqual({ kind: 'text', value: nested(levels) });
	const echo = nested(5000).replace('[]', `["${key}"]`);
	expect(JSON.stringify(readBody(echo, key))).not.toContain(key);
});
