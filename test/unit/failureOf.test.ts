import type { Outcome } from '../../nodes/MessagingIntegration/service/outcome';
import type { ServiceRequest } from '../../nodes/MessagingIntegration/service/request';
import { accountOf } from '../../nodes/MessagingIntegration/service/account';
import {
	account,
	answer,
	broken,
	describedFailure,
	jsonAnswer,
	key,
	operations,
	requestOf,
} from './support/outcomes';

const writes = operations.filter((one) => one !== 'getAll').map((one) => requestOf(one));
const [send, upload] = writes as [ServiceRequest, ServiceRequest];
const list = requestOf('getAll');

const failureOf = (outcome: Outcome, request = send) => describedFailure(request, outcome);
const adviceOn = (outcome: Outcome, request?: ServiceRequest) =>
	failureOf(outcome, request).description;

const safe = 'This was not sent, so it is safe to try again.';
const delivered = 'It may have been delivered: check before you send it again.';
const stored =
	'The service may have stored the file. Uploading again is safe; the service may store two copies.';

it.each([
	['a 409', answer(409)],
	['a 503 with Retry-After', answer(503, '', { 'retry-after': '1' })],
	['a connection that was never made', broken('refused', false)],
])('each write is safe to send again after %s, and says so', (_, outcome) => {
	for (const request of writes)
		expect(failureOf(outcome, request)).toMatchObject({
			delivery: 'notSent',
			description: expect.stringMatching(new RegExp(`\n${safe}$`)),
		});
});

it.each([400, 401, 403, 404, 413, 415, 422])(
	'nobody is told to try again after a %d, because that cannot help',
	(status) => {
		for (const request of writes) {
			const { delivery, description } = failureOf(answer(status), request);
			expect(delivery).toBe('notSent');
			expect(description).not.toContain(safe);
		}
	},
);

it.each([
	['a server error', answer(500)],
	['a connection that broke midway', broken('reset', true)],
	['a stopped execution', broken('cancelled', true)],
])('each write may have been carried out after %s, and says so first', (_, outcome) => {
	for (const request of writes) {
		const { delivery, description } = failureOf(outcome, request);
		expect(delivery).toBe('unknown');
		expect(description).toMatch(new RegExp(`^${request === upload ? stored : delivered}`));
		expect(description).not.toContain(safe);
	}
});

it.each([
	[429, '3600', '60 minutes'],
	[503, '301', '6 minutes'],
	[429, '2', '2 s'],
])('a %d with Retry-After %s asks for a pause of %s, and says so', (status, header, time) => {
	const pause = `The service asks for a pause of ${time}.`;
	expect(adviceOn(answer(status, '', { 'retry-after': header }))).toContain(pause);
});

it('a 408 of the list of instances says that the service waited, not that the Base URL is wrong', () => {
	const { name, description } = failureOf(answer(408), list);
	expect(name).toBe('waitedTooLong');
	expect(description).not.toContain('Base URL');
});

it.each([413, 415])(
	'a %d of an indication speaks of no file and no message that is too large',
	(status) => {
		const typing = requestOf('typing');
		expect(failureOf(answer(status), typing).name).toBe('refused');
		expect(failureOf(answer(status), send).name).not.toBe('refused');
	},
);

it('says what the network said', () => {
	const words = 'The network said: “ECONNREFUSED”.';
	expect(adviceOn(broken('refused', false, 'ECONNREFUSED'))).toContain(words);
});

const title = (status: number, body: unknown, request?: ServiceRequest) =>
	failureOf(typeof body === 'string' ? answer(status, body) : jsonAnswer(status, body), request)
		.message;

it.each<[number, unknown, string]>([
	[
		400,
		{ message: 'The number is not registered.' },
		'The service refuses this message (400): "The number is not registered."',
	],
	[400, { exists: false }, 'The service refuses this message (400): {"exists":false}'],
	[400, '', 'The service refuses this message (400)'],
	[
		401,
		{ message: 'Unauthorized' },
		'The service does not accept the API key (401): "Unauthorized"',
	],
	[
		404,
		{ error: 'Media not found' },
		'The service answered "not found" for instance "demo" (404): "Media not found"',
	],
	[
		422,
		{ code: 'NOT_SUPPORTED_BY_ENGINE', message: 'No polls' },
		'Instance "demo" cannot send the content type "poll" (422): "No polls", "NOT_SUPPORTED_BY_ENGINE"',
	],
	[
		502,
		'<html><title>502 Bad Gateway</title></html>',
		'It may have arrived. The proxy in front of the service gets no answer from it (502): "502 Bad Gateway"',
	],
	[
		200,
		{ success: false, error: 'PHONE_NOT_ON_SERVICE' },
		'It may have arrived. The service says that this message failed (200): "PHONE_NOT_ON_SERVICE"',
	],
])("the title has the service's own words: %d %j", (status, body, message) => {
	expect(title(status, body)).toBe(message);
});

it.each<[body: unknown, message: string]>([
	[{}, 'The API key lacks the scope "messages:send" (403)'],
	[
		{ error: 'Message type not permitted' },
		'The service refuses this message (403): "Message type not permitted"',
	],
	[
		{ message: 'You do not have permission to send.', code: 'Forbidden' },
		'The service refuses this message (403): "You do not have permission to send.", "Forbidden"',
	],
])('a 403 says that the scope may be missing, beside its words: %j', (body, message) => {
	const failure = failureOf(jsonAnswer(403, body));
	expect(failure).toMatchObject({ name: 'missingScope', message });
	expect(failure.description).toContain('The API key may lack the scope "messages:send".');
});

it('a 403 is not about the scope if the key has sent others', () => {
	const body = { message: 'This recipient has blocked you.' };
	const known = { wasAccepted: true };
	const failure = describedFailure(send, jsonAnswer(403, body), account, known);
	const message = 'The service refuses this message (403): "This recipient has blocked you."';
	expect(failure).toMatchObject({ name: 'refused', message });
	expect(failure.description).not.toContain('scope');
});

it('a redirect names no reason of the page that came with it', () => {
	const page =
		'<html><title>Our shop has moved</title><h1>Please update your bookmarks</h1></html>';
	const { message } = describedFailure(
		requestOf('send'),
		answer(301, page, { location: 'https://b.example/' }),
	);
	expect(message).toBe('The service redirects to https://b.example/ (301)');
});

const redirect = (location: string, base = 'https://example.com') =>
	describedFailure(send, answer(301, '', { location }), accountOf({ baseUrl: base, apiKey: key }));

it.each([
	[
		'https://www.example.com/api/v1/instances/demo/messages?token=1',
		'https://example.com',
		'https://www.example.com/api/v1/instances/demo/messages',
		'https://www.example.com',
	],
	[
		'https://127.0.0.1/api/v1/instances/demo/messages',
		'http://127.0.0.1',
		'https://127.0.0.1/api/v1/instances/demo/messages',
		'https://127.0.0.1',
	],
	[
		'/new/api/v1/instances/demo/messages',
		'https://example.com/old',
		'https://example.com/new/api/v1/instances/demo/messages',
		'https://example.com/new',
	],
	['/login?next=/api', 'https://example.com', 'https://example.com/login', undefined],
	[
		'/api/v1/instances/demo/messages/',
		'https://example.com',
		'https://example.com/api/v1/instances/demo/messages/',
		undefined,
	],
	['javascript:alert(1)', 'https://example.com', 'another address', undefined],
	[`/${key}`, 'https://example.com', 'another address', undefined],
])('a redirect to %s names where it leads', (location, from, shown, newBase) => {
	const { message, description } = redirect(location, from);
	expect(message).toBe(`The service redirects to ${shown} (301)`);
	expect(description).toContain(newBase ? `Enter ${newBase} in the` : 'Enter the final address');
});

it.each(['timeout', 'connectTimeout'] as const)(
	'names the option "Timeout" after a %s, but not to a credential test or a list, which lack it',
	(reason) => {
		expect(adviceOn(broken(reason))).toContain('option "Timeout"');
		expect(adviceOn(broken(reason), list)).not.toContain('option');
	},
);

it('advises no option after a 429, because the run has waited already', () => {
	expect(adviceOn(answer(429))).toMatch(/^Try again later\. .*limit may be one for a whole day/);
	expect(adviceOn(answer(429))).not.toContain('option');
	expect(adviceOn(answer(402))).toMatch(/^Look at the service whether the account has credit left/);
	expect(adviceOn(answer(404))).toContain('The recipient may be the reason, too.');
	expect(adviceOn(answer(429), list)).toBe('Try again later.');
});
