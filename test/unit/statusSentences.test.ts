import { failureOf } from '../../nodes/MessagingIntegration/api/failureOf';
import { account, answer, broken, jsonAnswer, requestOf } from './outcomes';

it.each([
	[301, 'send', 'The service redirects to another address (301)'],
	[400, 'send', 'The service does not accept the values of this item (400)'],
	...([400, 404, 405, 409, 410, 422] as const).map(
		(status) =>
			[status, 'getAll', `api.example.com gives no list of instances (${status})`] as const,
	),
	[401, 'getAll', 'The service does not accept the API key (401)'],
	[403, 'getAll', 'The API key lacks the scope "instances:read" (403)'],
	[403, 'send', 'The API key lacks the scope "messages:send" (403)'],
	[403, 'upload', 'The API key lacks a scope that this call needs (403)'],
	[
		404,
		'typing',
		'The service does not find instance "demo", or something else that the request names (404)',
	],
	[405, 'read', 'The service refused the request (405)'],
	[408, 'send', 'The service waited too long for the request (408)'],
	[409, 'send', 'The request conflicts with the present state at the service (409)'],
	[413, 'upload', 'The file is too large for the service (413)'],
	[413, 'send', 'The message is too large for the service (413)'],
	[415, 'upload', 'The service does not take files of this type (415)'],
	[415, 'send', 'The service does not take this type of content (415)'],
	[422, 'send', 'The service does not accept the values of this item (422)'],
	[429, 'send', 'The service is receiving too many requests (429)'],
	[500, 'send', 'The service failed while handling the request (500)'],
	[502, 'getAll', 'The service failed while handling the request (502)'],
	[503, 'send', 'The service is not available at the moment (503)'],
] as const)('explains a %d for %s: %s', (status, operation, message) => {
	expect(failureOf(requestOf(operation), answer(status), account)).toMatchObject({
		message,
		httpStatus: status,
	});
});

it.each([
	['upload', /^Try again later\. If this keeps happening, send a smaller file\. /],
	['send', /^Try again later\. /],
] as const)('advises after a 408 for %s', (operation, advice) => {
	expect(failureOf(requestOf(operation), answer(408), account).description).toMatch(advice);
});

it.each(['timeout', 'connectTimeout'] as const)(
	'names the option "Timeout" after a %s, but not to a credential test or a list, which lack it',
	(reason) => {
		const adviceFor = (operation: 'send' | 'getAll') =>
			failureOf(requestOf(operation), broken(reason), account).description;
		expect(adviceFor('send')).toContain('option "Timeout"');
		expect(adviceFor('getAll')).not.toContain('option');
	},
);

it('advises no option after a 429, because the run has slowed down already', () => {
	const { description } = failureOf(requestOf('send'), answer(429), account);
	expect(description).toMatch(/^Try again later\. .*limit may be one for this recipient/);
	expect(description).not.toContain('option');
	expect(failureOf(requestOf('getAll'), answer(429), account).description).toBe('Try again later.');
});

it.each([
	['send', 'Instance "demo" cannot send the content type "poll" (422)'],
	['upload', 'Instance "demo" does not support this operation (422)'],
	['typing', 'Instance "demo" does not support this operation (422)'],
	['read', 'Instance "demo" does not support this operation (422)'],
] as const)('says for %s what the instance does not support', (operation, message) => {
	const failure = failureOf(
		requestOf(operation),
		jsonAnswer(422, { code: 'NOT_SUPPORTED_BY_ENGINE' }),
		account,
	);
	expect(failure).toMatchObject({ message, code: 'NOT_SUPPORTED_BY_ENGINE', delivery: 'notSent' });
});

it.each([
	['getAll', 'api.example.com gives no list of instances (200)'],
	['upload', 'The service accepted the file but returned no storageRef'],
] as const)('says for %s what is missing in an accepted answer', (operation, message) => {
	expect(failureOf(requestOf(operation), jsonAnswer(200, {}), account)).toMatchObject({
		message,
		httpStatus: 200,
	});
});

it.each([
	['blocked', 'n8n does not allow requests to api.example.com'],
	['dns', 'The host name api.example.com is not known'],
	['tls', 'No secure connection to api.example.com can be made'],
	['timeout', 'api.example.com did not answer in time'],
] as const)('explains a broken connection: %s', (reason, message) => {
	expect(failureOf(requestOf('send'), broken(reason), account).message).toBe(message);
});
