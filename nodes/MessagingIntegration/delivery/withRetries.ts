import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from 'n8n-workflow';

import { processingOf, type Outcome } from '../api/outcome';
import type { ServiceRequest } from '../api/request';
import { asksToSlowDown, pauseAskedBy } from '../api/retryAfter';
import type { RunOptions } from '../input/runOptions';
import type { Connection, Send } from '../transport/connection';
import type { Turn } from './adaptiveRate';
import type { RateLimiter } from './rateLimiter';
import { longestSlowDown, shouldRetry, waitBeforeRetry } from './retryPolicy';
import type { Summary } from './summary';

interface RetryOptions {
	rateLimiter: RateLimiter;
	options: RunOptions;
	summary: Summary;
	logger: Logger;
}

const cancelled: Outcome = { kind: 'break', reason: 'cancelled', begun: false };

/**
 * Sends requests of a connection and repeats them if that is safe. If the service asks to slow down, the whole run
 * does, and the request is sent again without counting as an attempt. This ends if the service accepts no request for
 * five minutes.
 */
export function withRetries(
	{ send, signal }: Connection,
	{ rateLimiter, options, summary, logger }: RetryOptions,
): Send {
	summary.mayRepeat = options.resendWhenUnsure;
	// A refusal that the run does not wait for, and until when. The items that follow get it as their outcome, too.
	let standing: { refusal: Outcome; until: number } | undefined;

	/** Sends a request and logs its outcome, without anything that identifies a recipient, content or key. */
	const logged = async (request: ServiceRequest, number: number): Promise<Outcome> => {
		const started = performance.now();
		const outcome = await send(request);
		logger.debug('Messaging Integration: request', {
			operation: request.operation,
			instance: request.instanceId,
			outcome: outcome.kind === 'answer' ? outcome.status : outcome.reason,
			duration: Math.round(performance.now() - started),
			attempt: number,
		});
		return outcome;
	};

	/** @returns whether the run waits as long as the service asked. The time of a slow upload does not count. */
	const isPatient = (refusal: Outcome, turn: Turn): boolean => {
		const asked = pauseAskedBy(refusal) ?? 0;
		const now = performance.now();
		const slowed = turn.at - (rateLimiter.slowedAt ?? turn.at);
		const isTooLong = asked > longestSlowDown || slowed >= longestSlowDown;
		if (isTooLong) standing = { refusal, until: now + Math.max(asked, longestSlowDown) };
		return !isTooLong;
	};

	/** One attempt. It lasts until the service stops asking to slow down. */
	const attempt = async (request: ServiceRequest, number: number): Promise<Outcome> => {
		for (;;) {
			const turn = await rateLimiter.pass(signal);
			if (standing && performance.now() < standing.until) {
				rateLimiter.unanswered(turn);
				return standing.refusal;
			}
			const outcome = await logged(request, number);
			if (!asksToSlowDown(outcome)) {
				if (outcome.kind === 'answer') rateLimiter.accepted(turn);
				else rateLimiter.unanswered(turn);
				return outcome;
			}
			if (!isPatient(outcome, turn)) {
				rateLimiter.unanswered(turn);
				return outcome;
			}
			rateLimiter.slowDown(turn, pauseAskedBy(outcome));
			summary.slowed++;
		}
	};

	return async (request) => {
		let last: Outcome = cancelled;
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
				summary.repeated++;
				await sleep(waitBeforeRetry(attempts, Math.random()), undefined, { signal });
			}
		} catch {
			// The execution was stopped during a wait. The outcome before it still holds.
			return whatIsKnown();
		}
	};
}
