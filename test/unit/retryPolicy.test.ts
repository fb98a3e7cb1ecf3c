import type { Break, Outcome } from '../../nodes/MessagingIntegration/service/outcome';
import {
	repeated,
	shouldRetry,
	waitBeforeRetry,
} from '../../nodes/MessagingIntegration/requests/attempts';
import { allReasons, answer, broken, operations, requestOf, unread } from './support/outcomes';

const soon = { 'retry-after': '1' };
const options = { maxTries: 3, whenUnsure: 'fail' as const };
const whenUnsure = { ...options, whenUnsure: 'resend' as const };

type Row = [what: string, outcome: Outcome];

const passing = new Set<Break>([
	'connectTimeout',
	'cut',
	'dns',
	'noProxy',
	'refused',
	'reset',
	'timeout',
	'unreachable',
]);
const lasting = allReasons.filter((reason) => !passing.has(reason));

/** Certainly not processed, and may succeed the next time. */
const safe: Row[] = [
	['429', answer(429)],
	['429 with Retry-After', answer(429, '', soon)],
	['503 with Retry-After', answer(503, '', soon)],
	...[...passing].map((reason): Row => [`${reason} before anything was written`, broken(reason)]),
];

/** In doubt. */
const doubtful: Row[] = [
	...[500, 502, 503, 504, 520, 599].map((status): Row => [String(status), answer(status)]),
	...[500, 502, 504].map((status): Row => [`${status} with Retry-After`, answer(status, '', soon)]),
	['a web page with 200', answer(200, '<html></html>')],
	...[...passing].map(
		(reason): Row => [`${reason} after the request has begun`, broken(reason, true)],
	),
];

/** Processed, but the answer that a read or an upload needs is lost. */
const lost = [...passing].map(
	(reason): Row => [`200 with a lost body (${reason})`, unread(200, reason)],
);

/** A repeated request would have the same result. */
const final: Row[] = [
	...[200, 201, 202, 204, 299].map((status): Row => [String(status), answer(status)]),
	...[301, 302, 307, 400, 401, 403, 404, 408, 409, 413, 415, 422, 425].map(
		(status): Row => [String(status), answer(status)],
	),
	['422 with Retry-After', answer(422, '', soon)],
	...[301, 401, 403, 422].map((status): Row => [`${status} with a lost body`, unread(status)]),
	...lasting.map(
		(reason): Row => [`200 with a body that stays unreadable (${reason})`, unread(200, reason)],
	),
	...lasting.map((reason): Row => [reason, broken(reason)]),
	...lasting.map((reason): Row => [`${reason} after the request has begun`, broken(reason, true)]),
];

const rows = (
	[
		['always repeated', safe],
		['repeated if it does no harm or the user allows it', doubtful],
		['repeated if it does no harm', lost],
		['never repeated', final],
	] as const
).flatMap(([when, outcomes]) => outcomes.map(([what, outcome]) => [what, when, outcome] as const));

describe.each([
	...operations.map((name) => [name, requestOf(name), name === 'getAll'] as const),
	['an upload for a message', { ...requestOf('upload'), effect: 'preparation' }, true] as const,
])('%s', (_, request, isHarmless) => {
	it.each(rows)('after %s: %s', (__, when, outcome) => {
		const byDefault = when === 'always repeated' || (isHarmless && when !== 'never repeated');
		const isAllowed = byDefault || when === 'repeated if it does no harm or the user allows it';
		for (const attempts of [1, 2]) {
			expect(shouldRetry(request, outcome, attempts, options)).toBe(byDefault);
			expect(shouldRetry(request, outcome, attempts, whenUnsure)).toBe(isAllowed);
		}
		for (const attempts of [3, 4, 100])
			expect(shouldRetry(request, outcome, attempts, whenUnsure)).toBe(false);
		expect(shouldRetry(request, outcome, 1, { ...whenUnsure, maxTries: 1 })).toBe(false);
	});
});

it('a message stays in doubt if the execution is stopped before a further attempt', async () => {
	const answers = [answer(500), broken('refused')];
	let waits = 0;
	const sleep = async () => {
		if (++waits === 2) throw new Error('The execution was stopped');
		await Promise.resolve();
	};
	const clock = { now: () => 0, random: () => 0, sleep };
	const next = async () => await Promise.resolve(answers.shift() ?? answer(202));
	const send = repeated(next, whenUnsure, { repeated: 0 }, clock);
	expect(await send(requestOf('send'))).toMatchObject({ status: 500 });
	expect(waits).toBe(2);
});

it.each([
	[1, 250, 500],
	[2, 500, 1000],
	[5, 4000, 8000],
	[6, 7500, 15_000],
	[5000, 7500, 15_000],
])('after attempt %d the wait is between %d and %d ms', (attempts, shortest, longest) => {
	expect(waitBeforeRetry(attempts, 0)).toBe(shortest);
	expect(waitBeforeRetry(attempts, 1)).toBe(longest);
});
