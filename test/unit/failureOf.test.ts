import { accountOf } from '../../nodes/MessagingIntegration/api/account';
import { failureOf } from '../../nodes/MessagingIntegration/api/failureOf';
import { account, answer, broken, jsonAnswer, key, requestOf, unread } from './outcomes';

const writes = ['send', 'upload', 'typing', 'read'] as const;
const safe = 'This was not sent, so it is safe to try again.';
const delivered = 'It may have been delivered: check before you send it again.';
const stored =
	'The service may have stored the file. Uploading again is safe; the service may store two copies.';

describe.each(writes)('a failed %s', (operation) => {
	const unsure = operation === 'upload' ? stored : delivered;

	it.each([
		['a refusal', answer(400)],
		['a redirect', answer(307)],
		['too many requests', answer(429)],
		['a 503 with Retry-After', answer(503, '', { 'retry-after': '1' })],
		['a connection that was never made', broken('refused', false)],
	])('is safe to send again after %s, and says so', (_, outcome) => {
		const failure = failureOf(requestOf(operation), outcome, account);
		expect(failure.delivery).toBe('notSent');
		expect(failure.description).toContain(safe);
		expect(failure.description).not.toContain(unsure);
	});

	it.each([
		['a server error', answer(500)],
		['a gateway timeout', answer(504, '', { 'retry-after': '1' })],
		['a 503 without Retry-After', answer(503)],
		['a connection that broke midway', broken('reset', true)],
		['a timeout', broken('timeout', true)],
		['a stopped execution', broken('cancelled', true)],
	])('may have been carried out after %s, and says so before anything else', (_, outcome) => {
		const failure = failureOf(requestOf(operation), outcome, account);
		expect(failure.delivery).toBe('unknown');
		expect(failure.description).toMatch(new RegExp(`^${unsure}`));
		expect(failure.description).not.toContain(safe);
	});
});

it('says nothing about delivery if it only listed the instances', () => {
	for (const outcome of [answer(500), answer(403), broken('timeout', true)]) {
		const failure = failureOf(requestOf('getAll'), outcome, account);
		expect(failure.delivery).toBe('notSent');
		expect(failure.description).not.toMatch(/sent|delivered/i);
	}
});

it('reports a message as not sent if its upload failed, however it failed', () => {
	const upload = { ...requestOf('upload'), effect: 'preparation' as const };
	for (const outcome of [answer(500), broken('reset', true), jsonAnswer(200, {})]) {
		expect(failureOf(upload, outcome, account)).toMatchObject({
			delivery: 'notSent',
			description: expect.stringContaining(safe),
		});
	}
});

it('says that the service may have stored a file for which it returned no storageRef', () => {
	expect(failureOf(requestOf('upload'), jsonAnswer(201, { id: 1 }), account)).toMatchObject({
		message: 'The service accepted the file but returned no storageRef',
		httpStatus: 201,
		delivery: 'unknown',
	});
});

describe('if the body of an answer is lost', () => {
	it('a refusal stays a refusal', () => {
		expect(
			failureOf(requestOf('send'), unread(401, 'cut', 'other side closed'), account),
		).toMatchObject({
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
			expect(failureOf(requestOf('upload'), unread(200, reason), account)).toMatchObject({
				message,
				httpStatus: 200,
				delivery: 'unknown',
			});
			const upload = { ...requestOf('upload'), effect: 'preparation' as const };
			expect(failureOf(upload, unread(200, reason), account)).toMatchObject({
				message,
				delivery: 'notSent',
			});
		},
	);

	it('a list fails and quotes the network error', () => {
		const failure = failureOf(
			requestOf('getAll'),
			unread(200, 'cut', 'other side closed'),
			account,
		);
		expect(failure).toMatchObject({
			message: 'The service broke off in the middle of its answer',
			delivery: 'notSent',
		});
		expect(failure.description).toContain('The network said: “other side closed”.');
	});

	it('a list has a higher size limit than other answers', () => {
		expect(failureOf(requestOf('getAll'), unread(200, 'tooLarge'), account).message).toContain(
			'larger than 16 MiB',
		);
	});
});

it.each([
	[429, '3600', '60 minutes'],
	[503, '301', '6 minutes'],
	[429, '2', '2 s'],
])(
	'a %d with Retry-After %s: says that the service asks for a pause of %s',
	(status, header, time) => {
		const { description } = failureOf(
			requestOf('send'),
			answer(status, '', { 'retry-after': header }),
			account,
		);
		expect(description).toContain(`The service asks for a pause of ${time}.`);
	},
);

it('mentions no pause if the service asks for none', () => {
	for (const outcome of [
		answer(429),
		answer(429, '', { 'retry-after': '0' }),
		answer(500, '', { 'retry-after': '9' }),
	]) {
		expect(failureOf(requestOf('send'), outcome, account).description).not.toContain('pause');
	}
});

it('isolates quoted right-to-left text', () => {
	const { description } = failureOf(
		requestOf('send'),
		jsonAnswer(400, { message: 'שלום' }),
		account,
	);
	expect(description).toContain('The service said: “\u2068שלום\u2069”.');
});

it('says whether it quotes the service or the network', () => {
	const refused = failureOf(
		requestOf('send'),
		jsonAnswer(400, { message: 'to is\n<b>wrong</b>' }),
		account,
	);
	expect(refused.description).toContain('The service said: “to is ‹b›wrong‹/b›”');
	const broke = failureOf(
		requestOf('send'),
		broken('refused', false, 'connect ECONNREFUSED 10.0.0.1:443'),
		account,
	);
	expect(broke.description).toContain('The network said: “connect ECONNREFUSED 10.0.0.1:443”');
	expect(broke).not.toHaveProperty('httpStatus');
});

it.each([
	['an empty answer', answer(400)],
	['a page without a title', answer(400, '<html><title> </title></html>')],
	['a broken connection without a message', broken('reset', true, '')],
	['a broken connection with a blank message', broken('reset', true, ' ')],
])('ends with its own sentence if there is nothing to quote: %s', (_, outcome) => {
	expect(failureOf(requestOf('send'), outcome, account).description).toMatch(/\.$/);
});

it('names the host with its port, but never the key', () => {
	const own = accountOf({ baseUrl: 'https://[2001:db8::1]:8443/x', apiKey: key });
	const failure = failureOf(requestOf('send'), broken('dns'), own);
	expect(failure.message).toContain('[2001:db8::1]:8443');
	expect(JSON.stringify(failure)).not.toContain(key);
});

it('does not capitalise a host name at the start of a sentence', () => {
	const { message } = failureOf(requestOf('send'), broken('refused'), account);
	expect(message).toBe('api.example.com refused the connection');
});

it('names the instance on one line and without markup, whatever its ID', () => {
	const failure = failureOf(requestOf('send', 'a\n<b>{status}'), answer(404), account);
	expect(failure.message).toBe(
		'The service answered "not found" for instance "a ‹b›{status}" (404)',
	);
});

it.each([
	['upload', /Try again later\. If this keeps happening, send a smaller file\.$/],
	['send', /Try again later\.$/],
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

it('advises no option after a 429, because the run has waited already', () => {
	const { description } = failureOf(requestOf('send'), answer(429), account);
	expect(description).toMatch(/\nTry again later\. .*limit may be one for a whole day/);
	expect(description).not.toContain('option');
	expect(failureOf(requestOf('getAll'), answer(429), account).description).toBe('Try again later.');
});
