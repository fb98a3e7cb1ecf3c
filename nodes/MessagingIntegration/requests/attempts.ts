import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from 'n8n-workflow';

import {
	accepted,
	asksToSlowDown,
	type Break,
	type Outcome,
	pauseAskedBy,
	processingOf,
} from '../api/outcome';
import type { ServiceRequest } from '../api/request';
import type { Connection, Send } from '../n8n/connect';
import type { RateLimiter } from './rateLimiter';
import { longestSlowDown, Refusals, type Refused } from './refusals';

/** What the user allows: how many attempts for one request, and whether to repeat one in doubt. */
export interface Allowed {
	maxTries: number;
	resendWhenUnsure: boolean;
}

/** Breaks that the next attempt would meet again. */
const lasting = new Set<Break>(
	// prettier-ignore
	['blocked', 'cancelled', 'file', 'noTls', 'paused', 'proxy', 'proxyAddress', 'tls', 'tooLarge'],
);

/** Whether the next attempt of the same request may succeed. */
export function isTemporary(outcome: Outcome): boolean {
	if (outcome.kind === 'break') return !lasting.has(outcome.reason);
	if (accepted(outcome)) return outcome.unread !== undefined && !lasting.has(outcome.unread.reason);
	const { status } = outcome;
	return status === 429 || status >= 500 || processingOf(outcome) === 'unknown';
}

/**
 * Whether to repeat a request. One that delivers something is repeated if it was certainly not processed, or if it is
 * in doubt and the user allows that. All others do no harm.
 * @param attempts how many were made so far
 */
export function shouldRetry(
	request: Pick<ServiceRequest, 'effect'>,
	outcome: Outcome,
	attempts: number,
	{ maxTries, resendWhenUnsure }: Allowed,
): boolean {
	if (attempts >= maxTries || !isTemporary(outcome)) return false;
	if (request.effect !== 'delivery') return true;
	const processing = processingOf(outcome);
	return processing === 'notProcessed' || (processing === 'unknown' && resendWhenUnsure);
}

/** The wait after the first attempt, doubled after each further one (ms). */
const firstWait = 500;
const longestWait = 15_000;

/**
 * How long to wait before the next attempt (ms): at least half of the doubled wait. Chance spreads out items that failed
 * together.
 * @param attempts how many were made so far, from 1
 * @param chance from 0 to 1
 */
export function waitBeforeRetry(attempts: number, chance: number): number {
	const wait = Math.min(firstWait * 2 ** (attempts - 1), longestWait);
	return wait / 2 + (wait / 2) * chance;
}

interface RetryOptions {
	rateLimiter: RateLimiter;
	/** Others may use the caller's slot during a wait. */
	lend: (wait: () => Promise<unknown>) => Promise<void>;
	options: Allowed;
	/** Requests repeated after an error, and how often the service asked to slow down. */
	counts: { repeated: number; slowed: number };
	logger: Logger;
}

/** After a pause, another request is first (ms): if the service accepts that one, it may refuse only this one. */
const letsOthersPass = 20;

/**
 * Sends requests of a connection, and repeats them if that is safe. If the service asks to slow down, the whole run
 * pauses. The request is then sent again, which does not count as an attempt. If the service accepts other requests
 * meanwhile, only this one waits, and fails in the end. If it accepts none for five minutes, the run ends.
 */
export function withRetries(
	{ send, signal }: Pick<Connection, 'send' | 'signal'>,
	{ rateLimiter, lend, options, counts, logger }: RetryOptions,
): Send {
	const refusals = new Refusals();
	const unanswered = new Set<Promise<Outcome>>();

	/** Sends a request and logs its outcome, without anything that identifies a recipient, content or key. */
	const logged = async (request: ServiceRequest, attempt: number): Promise<Outcome> => {
		const started = performance.now();
		const sending = send(request);
		unanswered.add(sending);
		const outcome = await sending;
		unanswered.delete(sending);
		logger.debug('Messaging Integration: request', {
			operation: request.operation,
			instance: request.instanceId,
			outcome: outcome.kind === 'answer' ? outcome.status : outcome.reason,
			duration: Math.round(performance.now() - started),
			attempt,
		});
		return outcome;
	};

	/** One attempt. It lasts until the service stops asking to slow down. */
	const attempt = async (request: ServiceRequest, number: number): Promise<Outcome> => {
		let refused: Refused | undefined;
		let refusal: Outcome | undefined;
		for (;;) {
			const turn = await rateLimiter.pass(signal);
			// The service may still accept a request that is in progress. Its own attempt notes the answer first.
			while (refusals.tooLongPause !== undefined && unanswered.size > 0) {
				await Promise.race(unanswered);
				await nextTurn();
			}
			const pause = refusals.tooLongPause;
			if (pause !== undefined) {
				rateLimiter.end(turn, 'notSent');
				return refusal ?? { kind: 'break', reason: 'paused', begun: false, pause };
			}
			const outcome = await logged(request, number);
			if (!asksToSlowDown(outcome)) {
				const isAnswered = outcome.kind === 'answer';
				if (isAnswered) refusals.accepted();
				rateLimiter.end(turn, isAnswered ? 'accepted' : 'unanswered');
				return outcome;
			}
			refusal = outcome;
			const asked = pauseAskedBy(outcome) ?? 0;
			refused = refusals.judge(refused, turn.at, performance.now(), asked);
			const { verdict, count } = refused;
			// The run does not wait for the end of a pause that is too long: another request shows what it is about.
			const pauseOfRun = asked > longestSlowDown ? 0 : asked;
			rateLimiter.end(turn, verdict === 'request' ? 'refusedAlone' : 'slowDown', pauseOfRun);
			if (verdict === 'giveUp') return outcome;
			counts.slowed++;
			const wait =
				verdict === 'run'
					? asked && asked + letsOthersPass
					: asked || waitBeforeRetry(count, Math.random());
			const waiting = async () => await sleep(wait, undefined, { signal });
			// Items with the same file wait for its upload, so they must not get its slot.
			if (request.file || count === 1) await waiting();
			else await lend(waiting);
		}
	};

	return async (request) => {
		let last: Outcome = { kind: 'break', reason: 'cancelled', begun: false };
		// A delivery in doubt. The refusal of a later attempt does not settle whether this one was processed.
		let doubt: Outcome | undefined;
		const whatIsKnown = () => (doubt && processingOf(last) === 'notProcessed' ? doubt : last);
		try {
			if (request.bestEffort) {
				await rateLimiter.passDuringPause(signal);
				return await logged(request, 1);
			}
			for (let attempts = 1; ; attempts++) {
				last = await attempt(request, attempts);
				if (asksToSlowDown(last) || !shouldRetry(request, last, attempts, options))
					return whatIsKnown();
				if (request.effect === 'delivery' && processingOf(last) === 'unknown') doubt = last;
				counts.repeated++;
				await sleep(waitBeforeRetry(attempts, Math.random()), undefined, { signal });
			}
		} catch {
			// The execution was stopped during a wait. The outcome before it still holds.
			return whatIsKnown();
		}
	};
}
