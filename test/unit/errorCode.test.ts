import { errorCode } from '../../nodes/MessagingIntegration/service/errorCode';
import { readBody } from '../../nodes/MessagingIntegration/service/responseBody';
import { describedFailure, jsonAnswer, key, requestOf } from './support/outcomes';

const code = 'NOT_SUPPORTED_BY_ENGINE';

/** The reference shows no error body, so the node looks for the code where services usually put it. */
it.each<[name: string, body: unknown]>([
	['errors[0].code', { errors: [{ code, message: 'No polls' }] }],
	['error.code, next to a numeric code', { code: 422, error: { code } }],
	['message, next to the status name', { error: 'Unprocessable Entity', message: code }],
	['detail.code', { detail: { code, message: 'No polls' } }],
	['a sentence', { error: `${code}: polls` }],
])('finds and explains an error code in %s', (_, body) => {
	expect(describedFailure(requestOf('send'), jsonAnswer(422, body))).toMatchObject({
		message: expect.stringMatching(
			/^Instance "demo" cannot send the content type "poll" \(422\)(?:: "(?:No polls|.*: polls)")?$/,
		),
		code,
		status: 422,
	});
});

it('finds the code in an answer that is not JSON', () => {
	expect(errorCode(readBody(' busy\n', key))).toBe('busy');
	expect(errorCode(readBody(`{"code":"${code}","message":"po`, key))).toBe(code);
	expect(errorCode(readBody(`${code}: some words`, key))).toBe(code);
	expect(errorCode(readBody(`<html><h1>${code}</h1><p>some words</p></html>`, key))).toBe(code);
});

it.each([
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
	['a very long word', { code: 'A'.repeat(65) }],
	['a problem document without a type (RFC 9457)', { type: 'about:blank', title: 'No polls' }],
])('finds no code in %s', (_, body) => {
	const failure = describedFailure(requestOf('send'), jsonAnswer(422, body));
	expect(failure.code).toBeUndefined();
});
