// When a request is repeated: what the service's answer means, and what the core makes of it.
import type { Policy, Step, Verdict, World } from '../../nodes/MessagingIntegration/delivery';
import { Attempts } from '../../nodes/MessagingIntegration/delivery/Attempts';
import { Uploads } from '../../nodes/MessagingIntegration/run/Uploads';
import { reasonsOf } from '../../nodes/MessagingIntegration/run/reasons';
import type { Why } from '../../nodes/MessagingIntegration/words/why';
import type { Break, Outcome } from '../../nodes/MessagingIntegration/service/outcome';
import type { ServiceRequest } from '../../nodes/MessagingIntegration/service/request';
import { type RequestVerdict, verdictOf } from '../../nodes/MessagingIntegration/service/verdict';
import { VirtualTime } from '../support/virtualTime';
import {
	account,
	allReasons,
	answer,
	broken,
	operations,
	requestOf,
	unread,
} from '../unit/support/outcomes';
import { policy, worldOf } from './support/world';

const soon = { 'retry-after': '1' };

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

const asking: Row[] = [
	['429', answer(429)],
	['429 with Retry-After', answer(429, '', soon)],
	['503 with Retry-After', answer(503, '', soon)],
];

/** Certainly not processed, and may succeed the next time. */
const safe: Row[] = [...passing].map(
	(reason): Row => [`${reason} before anything was written`, broken(reason)],
);

/** In doubt. */
const doubtful: Row[] = [
	...[303, 408, 499, 500, 502, 503, 504, 520, 599].map(
		(status): Row => [String(status), answer(status)],
	),
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
	...[301, 302, 307, 400, 401, 403, 404, 409, 413, 415, 422, 425].map(
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
		['the message begins again later', asking],
		['always repeated', safe],
		['repeated if it does no harm or the user allows it', doubtful],
		['repeated if it does no harm', lost],
		['never repeated', final],
	] as const
).flatMap(([when, outcomes]) => outcomes.map(([what, outcome]) => [what, when, outcome] as const));

const reasons = reasonsOf({ whyStopped: () => 'canceled', cannotRetry: false });

/** The attempts of a step of its own world. @param stopped ends them */
function attemptsIn(
	clock: World<Why>['clock'],
	settings: Partial<Policy>,
	stopped = new AbortController().signal,
) {
	const { marks, ...rest } = worldOf(new VirtualTime(() => 0));
	const world: World<Why> = { ...rest, marks, clock, reasons };
	const counts = { repeated: 0, slowed: 0, pauses: 0 };
	const attempts = new Attempts<Why>({ ...policy, ...settings }, world, counts, stopped);
	const send = async (step: Step<Why>['send']) =>
		await attempts.send(
			{ name: '', send: step },
			{ signal: world.hurry, isProbe: false, mayGo: async () => await Promise.resolve(true) },
		);
	return { send, counts };
}

/** Sends a request that the service answers in this way each time. @returns how often, and how that ended */
async function sent(
	request: ServiceRequest,
	outcomes: Outcome[],
	settings: Partial<Policy>,
	more: Partial<World<Why>['clock']> = {},
) {
	const clock = new VirtualTime(() => 0);
	const { send, counts } = attemptsIn(
		{ ...clock, every: () => () => undefined, ...more },
		settings,
	);
	const uploads = new Uploads<Why>({}, clock.now);
	let made = 0;
	const next = async (): Promise<RequestVerdict> => {
		const outcome = outcomes[Math.min(made++, outcomes.length - 1)] as Outcome;
		return await Promise.resolve(verdictOf(request, outcome, account, new Set()));
	};
	let is = '';
	const isForMessage = request.effect === 'preparation';
	const step = async () => (isForMessage ? await uploads.forMessage('file', next) : await next());
	await clock.until(send(step).then((verdict) => ({ is } = verdict)));
	expect(counts.repeated).toBe(made - 1);
	return { made, is };
}

describe.each([
	...operations.map((name): [string, ServiceRequest] => [name, requestOf(name)]),
	['an upload for a message', { ...requestOf('upload'), effect: 'preparation' as const }],
] as Array<[string, ServiceRequest]>)('%s', (_, request) => {
	it.each(rows)('after %s: %s', async (__, when, outcome) => {
		const isHarmless = request.effect !== 'delivery';
		const byDefault = when === 'always repeated' || (isHarmless && when.startsWith('repeated'));
		const isAllowed = byDefault || when === 'repeated if it does no harm or the user allows it';
		const made = async (settings: Partial<Policy>) =>
			(await sent(request, [outcome], settings)).made;
		expect(await made({})).toBe(byDefault ? 3 : 1);
		expect(await made({ whenUnsure: 'countAsSent' })).toBe(byDefault ? 3 : 1);
		expect(await made({ whenUnsure: 'resend' })).toBe(isAllowed ? 3 : 1);
		const { is } = await sent(request, [outcome], {});
		expect(is === 'slowDown').toBe(when === 'the message begins again later');
	});
});

it('a message stays in doubt if the execution is stopped before a further attempt', async () => {
	const stop = new AbortController();
	const outcomes = [answer(500), broken('refused'), answer(202)];
	const request = requestOf('send');
	const clock = new VirtualTime(() => 0);
	const { send } = attemptsIn(
		{ ...clock, every: () => () => undefined },
		{ whenUnsure: 'resend' },
		stop.signal,
	);
	const next = async () => {
		const outcome = outcomes.shift() as Outcome;
		if (outcomes.length === 1) stop.abort();
		return await Promise.resolve(verdictOf(request, outcome, account, new Set()));
	};
	let verdict: Verdict<Why> | undefined;
	await clock.until(send(next).then((one) => (verdict = one)));
	expect(verdict).toMatchObject({ is: 'perhaps', why: { reason: 'serviceFailed' } });
	expect(outcomes).toHaveLength(1);
});

it.each([
	[0, [250, 500]],
	[1, [500, 1000]],
])('if chance is %d, the waits between attempts are %p ms', async (chance, waits) => {
	const slept: number[] = [];
	const sleep = async (wait: number) => void (await Promise.resolve(slept.push(wait)));
	await sent(requestOf('getAll'), [answer(500)], {}, { random: () => chance, sleep });
	expect(slept).toEqual(waits);
});
