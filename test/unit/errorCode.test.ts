import { codeOf } from '../../nodes/MessagingIntegration/api/errorBody';
import { failureOf } from '../../nodes/MessagingIntegration/api/failureOf';
import { readBody } from '../../nodes/MessagingIntegration/api/body';
import { account, answer, key, requestOf } from './outcomes';

const code = 'NOT_SUPPORTED_BY_ENGINE';

/** The reference shows no error body, so the code is looked for wherever services put theirs. */
const shapes: Array<[name: string, body: unknown]> = [
	['code', { code, message: 'No polls' }],
	['error', { error: code, message: 'No polls' }],
	['error.code', { error: { code, message: 'No polls' } }],
	['errors[0].code', { errors: [{ code, message: 'No polls' }] }],
	['type', { type: code, title: 'No polls' }],
	['a JSON string', code],
	['code, beside the name of the status', { statusCode: 422, error: 'Unprocessable Entity', code }],
	['error, beside a numeric code', { code: 422, error: code }],
	['error.code, beside a numeric code', { code: 422, error: { code } }],
	[
		'message, beside the name of the status',
		{ statusCode: 422, error: 'Unprocessable Entity', message: code },
	],
	['errors[0]', { errors: [code] }],
];

it.each(shapes)('finds the code of an error in %s, and explains it', (_, body) => {
	const failure = failureOf(requestOf('send'), answer(422, JSON.stringify(body)), account);
	expect(failure).toMatchObject({
		message: 'Instance "demo" cannot send the content type "poll" (422)',
		code,
		httpStatus: 422,
	});
});

it.each([
	['alone', ` ${code}\n`],
	['within a sentence', `Error: ${code}: polls cannot be sent`],
	['within a page', `<html><title>422</title><p>${code}</p></html>`],
	['in JSON that breaks off', `{"code":"${code}","message":"po`],
])('finds the code in an answer that is no JSON: %s', (_, text) => {
	expect(codeOf(readBody(text, key))).toBe(code);
});

it.each([
	['a word', { error: 'Forbidden' }, 'Forbidden'],
	['a number', { code: 1042 }, '1042'],
	['parts', { code: 'media.too-large:video' }, 'media.too-large:video'],
])('takes for a code: %s', (_, body, found) => {
	expect(codeOf({ kind: 'json', value: body })).toBe(found);
});

it.each([
	['a sentence', { error: 'Not allowed here' }],
	['an empty text', { code: '' }],
	['an object', { code: {} }],
	['a very long word', { code: 'A'.repeat(65) }],
	['nothing', null],
	['no code', { message: 'No polls' }],
	['an empty list of errors', { errors: [] }],
])('takes nothing for a code that is %s', (_, body) => {
	expect(codeOf({ kind: 'json', value: body })).toBeUndefined();
	expect(
		failureOf(requestOf('send'), answer(422, JSON.stringify(body)), account),
	).not.toHaveProperty('code');
});

it('has no code where the service said nothing', () => {
	expect(codeOf({ kind: 'empty' })).toBeUndefined();
});
