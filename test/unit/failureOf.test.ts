import { accountOf } from '../../nodes/MessagingIntegration/api/account';
import { failureOf as failureFor } from '../../nodes/MessagingIntegration/api/failureOf';
import type { Outcome } from '../../nodes/MessagingIntegration/api/outcome';
import type { ServiceRequest } from '../../nodes/MessagingIntegration/api/request';
import { account, answer, broken, jsonAnswer, key, requestOf, unread } from './outcomes';

const writes = (['send', 'upload', 'typing', 'read'] as const).map((operation) =>
	requestOf(operation),
);
const [send, upload] = writes as [ServiceRequest, ServiceRequest];
const list = requestOf('getAll');
const needed = { ...upload, effect: 'preparation' as const };

const failureOf = (outcome: Outcome, request = send) => failureFor(request, outcome, account);
const adviceOn = (outcome: Outcome, request?: ServiceRequest) =>
	failureOf(outcome, request).description;

const safe = 'This was not sent, so it is safe to try again.';
const delivered = 'It may have been delivered: check before you send it again.';
const stored =
	'The service may have stored the file. Uploading again is safe; the service may store two copies.';

it.each([
	['a refusal', answer(400)],
	['a 503 with Retry-After', answer(503, '', { 'retry-after': '1' })],
	['a connection that was never made', broken('refused', false)],
])('each write is safe to send again after %s, and says so', (_, outcome) => {
	for (const request of writes)
		expect(failureOf(outcome, request)).toMatchObject({
			delivery: 'notSent',
			description: expect.stringContaining(safe),
		});
});

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

it('says nothing about delivery if it only listed the instances', () => {
	for (const outcome of [answer(500), answer(403), broken('timeout', true)]) {
		const { delivery, description } = failureOf(outcome, list);
		expect(delivery).toBe('notSent');
		expect(description).not.toMatch(/sent|delivered/i);
	}
});

it('reports a message as not sent if its upload failed, however it failed', () => {
	for (const outcome of [answer(500), broken('reset', true), jsonAnswer(200, {}), unread(200)])
		expect(failureOf(outcome, needed)).toMatchObject({
			delivery: 'notSent',
			description: expect.stringContaining(safe),
		});
});

describe('if the body of an answer is lost', () => {
	it('a refusal stays a refusal', () => {
		expect(failureOf(unread(401, 'cut', 'other side closed'))).toMatchObject({
			message: 'The service does not accept the API key (401)',
			description: expect.not.stringContaining('said'),
			httpStatus: 401,
			delivery: 'notSent',
		});
	});

	it.each([
		['cut', 'The service broke off in the middle of its answer'],
		['timeout', 'api.example.com did not answer in time'],
		['tooLarge', 'The answer from api.example.com is larger than 1 MiB'],
	] as const)(
		'an accepted upload is in doubt, because its storageRef is missing (%s)',
		(reason, message) => {
			const failure = { message, httpStatus: 200, delivery: 'unknown' };
			expect(failureOf(unread(200, reason), upload)).toMatchObject(failure);
		},
	);

	it('a list fails and quotes the network error', () => {
		expect(failureOf(unread(200, 'cut', 'other side closed'), list)).toMatchObject({
			message: 'The service broke off in the middle of its answer',
			description: expect.stringContaining('The network said: “other side closed”.'),
			delivery: 'notSent',
		});
	});

	it('a list has a higher size limit than other answers', () => {
		expect(failureOf(unread(200, 'tooLarge'), list).message).toContain('larger than 16 MiB');
	});
});

it.each([
	[429, '3600', '60 minutes'],
	[503, '301', '6 minutes'],
	[429, '2', '2 s'],
])('a %d with Retry-After %s asks for a pause of %s, and says so', (status, header, time) => {
	const pause = `The service asks for a pause of ${time}.`;
	expect(adviceOn(answer(status, '', { 'retry-after': header }))).toContain(pause);
});

it('mentions no pause if the service asks for none', () => {
	for (const [status, header] of [
		[429, '0'],
		[500, '9'],
	] as const)
		expect(adviceOn(answer(status, '', { 'retry-after': header }))).not.toContain('pause');
});

it.each([
	['the service', jsonAnswer(400, { message: 'a\n<b>!</b>' }), 'The service said: “a ‹b›!‹/b›”.'],
	['right-to-left text', jsonAnswer(400, { message: 'שלום' }), 'said: “\u2068שלום\u2069”.'],
	['the network', broken('refused', false, 'ECONNREFUSED'), 'The network said: “ECONNREFUSED”.'],
])('says whom it quotes: %s', (_, outcome, words) => {
	expect(adviceOn(outcome)).toContain(words);
});

it.each([
	['an empty answer', answer(400)],
	['a page without a title', answer(400, '<html><title> </title></html>')],
	['a broken connection with a blank message', broken('reset', true, ' ')],
])('ends with its own sentence if there is nothing to quote: %s', (_, outcome) => {
	expect(adviceOn(outcome)).toMatch(/\.$/);
	expect(adviceOn(outcome)).not.toContain('said');
});

it('names the host with its port, but never the key', () => {
	const own = accountOf({ baseUrl: 'https://[2001:db8::1]:8443/x', apiKey: key });
	const failure = failureFor(send, broken('dns'), own);
	expect(failure.message).toContain('[2001:db8::1]:8443');
	expect(JSON.stringify(failure)).not.toContain(key);
});

it('names the instance on one line and without markup, whatever its ID', () => {
	expect(failureOf(answer(404), requestOf('send', 'a\n<b>{status}')).message).toBe(
		'The service answered "not found" for instance "a ‹b›{status}" (404)',
	);
});

it('advises a smaller file after a 408 only for an upload', () => {
	expect(adviceOn(answer(408), upload)).toMatch(/again later\. If .*, send a smaller file\.$/);
	expect(adviceOn(answer(408))).toMatch(/Try again later\.$/);
});

it.each(['timeout', 'connectTimeout'] as const)(
	'names the option "Timeout" after a %s, but not to a credential test or a list, which lack it',
	(reason) => {
		expect(adviceOn(broken(reason))).toContain('option "Timeout"');
		expect(adviceOn(broken(reason), list)).not.toContain('option');
	},
);

it('advises no option after a 429, because the run has waited already', () => {
	expect(adviceOn(answer(429))).toMatch(/\nTry again later\. .*limit may be one for a whole day/);
	expect(adviceOn(answer(429))).not.toContain('option');
	expect(adviceOn(answer(429), list)).toBe('Try again later.');
});
