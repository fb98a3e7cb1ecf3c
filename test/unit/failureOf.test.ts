import type { Outcome } from '../../nodes/MessagingIntegration/service/outcome';
import type { ServiceRequest } from '../../nodes/MessagingIntegration/service/request';
import { answer, broken, describedFailure, jsonAnswer, requestOf } from './support/outcomes';

const writes = (['send', 'upload', 'typing', 'read'] as const).map((operation) =>
	requestOf(operation),
);
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

it.each([
	[429, '3600', '60 minutes'],
	[503, '301', '6 minutes'],
	[429, '2', '2 s'],
])('a %d with Retry-After %s asks for a pause of %s, and says so', (status, header, time) => {
	const pause = `The service asks for a pause of ${time}.`;
	expect(adviceOn(answer(status, '', { 'retry-after': header }))).toContain(pause);
});

it.each([
	['right-to-left text', jsonAnswer(400, { message: 'שלום' }), 'said: “\u2068שלום\u2069”.'],
	['the network', broken('refused', false, 'ECONNREFUSED'), 'The network said: “ECONNREFUSED”.'],
])('says whom it quotes: %s', (_, outcome, words) => {
	expect(adviceOn(outcome)).toContain(words);
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
