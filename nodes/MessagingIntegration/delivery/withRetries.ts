import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from 'n8n-workflow';

import { fateOf, type Outcome } from '../api/outcome';
import type { ServiceRequest } from '../api/request';
import { asksToSlowDown, pauseAskedBy } from '../api/retryAfter';
import type { RunOptions } from '../input/runOptions';
import type { Connection, Send } from '../transport/connection';
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
 * Sends requests of a connection, and repeats them where that is safe. If the service asks to slow down, the whole run
 * does, and the request is repeated without counting as an attempt, as long as the service accepts any request
 * within five minutes.
 */
export function withRetries(
	{ send, signal }: Connection,
	{ rateLimiter, options, summary, logger }: RetryOptions,
): Send {
	summary.mayRepeat = options.resendWhenUnsure;
	// A refusal that the run does not wait for, and until when: it answers the items that follow, too.
	let standing: { refusal: Outcome; until: number } | undefined;

	/** Sends a request and logs what became of it: nothing that identifies a recipient, no content, no key. */
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

	/** @returns whether the run waits for what the service asked */
	const isPatient = (refusal: Outcome): boolean => {
		const asked = pauseAskedBy(refusal) ?? 0;
		const now = performance.now();
		const isTooLong = asked > longestSlowDown || now - (rateLimiter.slowedAt ?? now) >= longestSlowDown;
		if (isTooLong) standing = { refusal, until: now + Math.max(asked, longestSlowDown) };
		return !isTooLong;
	};

	/** One attempt, which lasts until the service does not ask to slow down any more. */
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
			if (!isPatient(outcome)) {
				rateLimiter.unanswered(turn);
				return outcome;
			}
			rateLimiter.slowDown(turn, pauseAskedBy(outcome));
			summary.slowed++;
		}
	};

	return async (request) => {
		let last: Outcome = cancelled;
		// An attempt of which nobody can know whether it was carried out: no refusal of a later one undoes that.
		let doubt: Outcome | undefined;
		const whatIsKnown = () => (doubt && fateOf(last) === 'notCarriedOut' ? doubt : last);
		try {
			if (request.aside) {
				await rateLimiter.passAside(signal);
				return await logged(request, 1);
			}
			for (let tries = 1; ; tries++) {
				last = await attempt(request, tries);
				if (asksToSlowDown(last) || !shouldRetry(request, last, tries, options)) return whatIsKnown();
				if (fateOf(last) === 'unknown') doubt = last;
				summary.repeated++;
				await sleep(waitBeforeRetry(tries, Math.random()), undefined, { signal });
			}
		} catch {
			// The execution was stopped during a wait: what was known before it stays true.
			return whatIsKnown();
		}
	};
}
