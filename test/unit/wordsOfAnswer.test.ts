import fc from 'fast-check';

import { codeOf, wordsOf } from '../../nodes/MessagingIntegration/service/answer';
import { readBody } from '../../nodes/MessagingIntegration/service/responseBody';
import { key } from './support/outcomes';

const bodyOf = (answer: unknown, contentType?: string) =>
	readBody(typeof answer === 'string' ? answer : JSON.stringify(answer), key, contentType);
const said = (answer: unknown, contentType?: string) => wordsOf(bodyOf(answer, contentType));

it.each<[what: string, answer: unknown, words: string | undefined]>([
	['a sentence', { message: 'The number is not registered.' }, '"The number is not registered."'],
	['a general sentence', { error: 'Message type not permitted' }, '"Message type not permitted"'],
	['two words', { error: 'Bad Request' }, '"Bad Request"'],
	['one word', { error: 'Forbidden' }, '"Forbidden"'],
	['a sentence in a list', { errors: [{ message: 'to is too short' }] }, '"to is too short"'],
	['a sentence at a field', { errors: { to: ['must be a number'] } }, '"must be a number"'],
	['a bare text', '"Not now"', '"Not now"'],
	['plain words', ' Not\n now ', '"Not now"'],
	[
		'words before codes, each in its order and once',
		{ code: 'E1', a: 'One thing', b: { c: ['E2', 'Another thing'], d: 'One thing' }, e: 'E1' },
		'"One thing", "Another thing", "E1", "E2"',
	],
	[
		'a sentence that stands there thirty times, and another one',
		{ errors: Array(30).fill('Number not valid'), hint: 'Use E.164' },
		'"Number not valid", "Use E.164"',
	],
	['numbers alone', { exists: false, code: 12 }, '{"exists":false,"code":12}'],
	['an empty object', {}, undefined],
	['nothing', '', undefined],
	['empty texts', { message: ' ', code: 7 }, '{"message":" ","code":7}'],
	['words from right to left', { message: 'שלום' }, '"\u2068שלום\u2069"'],
	['a tag', { message: 'No <b> here' }, '"No ‹b› here"'],
	['a page', '<html><head><title lang="en">Just a\nmoment...</title>', '"Just a moment..."'],
	['a page without a title', '<html><h1>Not Found</h1></html>', undefined],
	['XML', '<error>no</error>', undefined],
])('the words of an answer are all its texts: %s', (_, answer, words) => {
	expect(said(answer)).toBe(words);
});

it('plain words that are called a page are its words', () => {
	expect(said('The number is not registered', 'text/html')).toBe('"The number is not registered"');
});

it('at most 300 characters of an answer are quoted in all', () => {
	expect(said({ a: 'x '.repeat(400) })?.length).toBe(302);
	const words = said({ a: 'x '.repeat(100), b: 'y '.repeat(100), c: 'no more' }) ?? '';
	expect(words.match(/"[^"]*"/g)?.map((one) => one.length - 2)).toEqual([199, 101]);
	expect(words.endsWith('…"')).toBe(true);
	expect(said({ numbers: Array.from({ length: 1000 }, () => 7) })).toMatch(/^\{"numbers":\[7,/);
});

const code = 'NOT_SUPPORTED_BY_ENGINE';

it.each<[what: string, answer: unknown, found: string | undefined]>([
	['code', { code, message: 'No polls' }, code],
	['error', { error: code }, code],
	['error.code, next to a numeric code', { code: 422, error: { code } }, code],
	['errors[0].code', { errors: [{ code, message: 'No polls' }] }, code],
	['detail.code', { detail: { code } }, code],
	['a sentence', { error: `${code}: polls` }, code],
	['plain words', `${code}: polls`, code],
	['a longer word', { message: `${code}_YET` }, undefined],
	['a code of its own', { code: 'RECIPIENT_BLOCKED' }, 'RECIPIENT_BLOCKED'],
	['a code of its own in error', { error: { code: 'NO_CREDIT', message: 'x y' } }, 'NO_CREDIT'],
	['a number', { code: 1042 }, '1042'],
	['a sentence in code', { code: 'No such number' }, undefined],
	['a word elsewhere', { type: 'NO_CREDIT' }, undefined],
])('the code of an answer is found in %s', (_, answer, found) => {
	expect(codeOf(bodyOf(answer))).toBe(found);
});

it('whatever JSON answers, its words are one short line', () => {
	fc.assert(
		fc.property(fc.json(), (text) => {
			const words = said(text) ?? '';
			expect(words).not.toMatch(/[\n<>]/);
			expect(words.replace(/", "/g, '').length).toBeLessThanOrEqual(306);
		}),
	);
});
