import { accepted, processingOf, type Outcome } from '../api/outcome';
import type { ServiceRequest } from '../api/request';
import type { RunOptions } from '../input/runOptions';

/** Breaks that the next attempt would meet again. */
const lasting = new Set<string>([
	'blocked',
	'cancelled',
	'file',
	'noTls',
	'paused',
	'proxy',
	'proxyAddress',
	'tls',
	'tooLarge',
]);

/** Whether the next attempt of the same request may succeed. */
export function isTemporary(outcome: Outcome): boolean {
	if (outcome.kind === 'break') return !lasting.has(outcome.reason);
	if (accepted(outcome)) return outcome.unread !== undefined && !lasting.has(outcome.unread.reason);
	const { status } = outcome;
	return status < 300 || status === 429 || status >= 500;
}

/**
 * Whether to repeat a request. One that was certainly not processed may be repeated, one in doubt only if the user
 * allowed it. Reads, and uploads for a message that was not sent yet, do no harm, even if their answer was unreadable.
 * @param attempts how many were made so far
 */
export function shouldRetry(
	request: Pick<ServiceRequest, 'effect'>,
	outcome: Outcome,
	attempts: number,
	{ maxTries, resendWhenUnsure }: Pick<RunOptions, 'maxTries' | 'resendWhenUnsure'>,
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
 * How long to wait before the next attempt. The wait is random, so that items that failed together spread out.
 * @param attempts how many were made so far, from 1
 * @param chance from 0 to 1
 * @returns ms, from half of the doubled wait to all of it
 */
export function waitBeforeRetry(attempts: number, chance: number): number {
	const wait = Math.min(firstWait * 2 ** (attempts - 1), longestWait);
	return wait / 2 + (wait / 2) * chance;
}
