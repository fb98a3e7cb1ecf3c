import { errorCode } from '../../nodes/MessagingIntegration/api/answer';
import { failureOf } from '../../nodes/MessagingIntegration/api/failureOf';
import { readBody } from '../../nodes/MessagingIntegration/api/body';
import { account, answer, key, requestOf } from './outcomes';

const code = 'NOT_SUPPORTED_BY_ENGINE';

/** The reference shows no error body, so the node looks for the code where services usually put it. */
const shapes: Array<[name: string, body: unknown]> = [
	['code', { code, message: 'No polls' }],
	['error', { error: code, message: 'No polls' }],
	['error.code', { error: { code, message: 'No polls' } }],
	['errors[0].code', { errors: [{ code, message: 'No polls' }] }],
	['type', { type: code, title: 'No polls' }],
	['a JSON string', code],
	['code, next to the status name', { statusCode: 422, error: 'Unprocessable Entity', code }],
	['error, next to a numeric code', { code: 422, error: code }],
	['error.code, next to a numeric code', { code: 422, error: { code } }],
	[
		'message, next to the status name',
		{ statusCode: 422, error: 'Unprocessable Entity', message: code },
	],
	['errors[0]', { errors: [code] }],
	['detail.code', { detail: { code, message: 'No polls' } }],
	['an envelope', { success: false, data: { error: { code } } }],
	['a field of another name', { errorCode: code, errorMessage: 'No polls' }],
	['a list', [{ code, message: 'No polls' }]],
	['a sentence', { error: `${code}: polls` }],
];

it.each(shapes)('finds and explains an error code in %s', (_, body) => {
	const failure = failureOf(requestOf('send'), answer(422, JSON.stringify(body)), account);
	expect(failure).toMatchObject({
		message: 'Instance "demo" cannot send the content type "poll" (422)',
		code,
		httpStatus: 422,
	});
});

it.each([
	['on its own', ` ${code}\n`],
	['in a sentence', `Error: ${code}: polls cannot be sent`],
	['in an HTML page', `<html><title>422</title><p>${code}</p></html>`],
	['in truncated JSON', `{"code":"${code}","message":"po`],
])('finds the code in an answer that is not JSON: %s', (_, text) => {
	expect(errorCode(readBody(text, key))).toBe(code);
});

it.each([
	['a word', { error: 'Forbidden' }, 'Forbidden'],
	['a number', { code: 1042 }, '1042'],
	['capitals next to a number', { code: 1042, error: 'QUOTA_REACHED' }, 'QUOTA_REACHED'],
	['a word below an empty one', { code: '', error: { code: 'INNER' } }, 'INNER'],
	['a word next to a sentence', { error: 'A whole sentence.', type: 'kind' }, 'kind'],
	['parts', { code: 'media.too-large:video' }, 'media.too-large:video'],
])('accepts as a code: %s', (_, body, found) => {
	expect(errorCode({ kind: 'json', value: body })).toBe(found);
});

it.each([
	['a sentence', { error: 'Not allowed here' }],
	['an empty text', { code: '' }],
	['an object', { code: {} }],
	['a very long word', { code: 'A'.repeat(65) }],
	['null', null],
	['an answer without a code', { message: 'No polls' }],
	['an empty list of errors', { errors: [] }],
	['a problem document without a type (RFC 9457)', { type: 'about:blank', title: 'No polls' }],
])('finds no code in %s', (_, body) => {
	expect(errorCode({ kind: 'json', value: body })).toBeUndefined();
	expect(
		failureOf(requestOf('send'), answer(422, JSON.stringify(body)), account),
	).not.toHaveProperty('code');
});

it('finds no code in an empty answer', () => {
	expect(errorCode({ kind: 'empty' })).toBeUndefined();
});
