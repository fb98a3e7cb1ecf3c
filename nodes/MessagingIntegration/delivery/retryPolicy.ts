import { fateOf, type Outcome } from '../api/outcome';
import type { ServiceRequest } from '../api/request';
import type { RunOptions } from '../input/runOptions';

/** Broken ways that the next try meets broken again. */
const lasting = new Set<string>(['blocked', 'cancelled', 'file', 'noTls', 'proxy', 'proxyAddress', 'tls', 'tooLarge']);

/** Whether the same request may do better the next time. */
export function isTemporary(outcome: Outcome): boolean {
	if (outcome.kind === 'break') return !lasting.has(outcome.reason);
	if (outcome.status < 300) return outcome.unread !== undefined && !lasting.has(outcome.unread.reason);
	return outcome.status === 429 || outcome.status >= 500;
}

/**
 * Whether a request is sent again: one that was certainly not carried out may be, one in doubt only if the user
 * said so. A read and an upload for a message that was not sent yet do no harm, even if their answer could not be read.
 * @param tries how often it went out so far
 */
export function shouldRetry(
	request: Pick<ServiceRequest, 'effect'>,
	outcome: Outcome,
	tries: number,
	{ maxTries, resendWhenUnsure }: Pick<RunOptions, 'maxTries' | 'resendWhenUnsure'>,
): boolean {
	if (tries >= maxTries || !isTemporary(outcome)) return false;
	if (request.effect !== 'delivery') return true;
	const fate = fateOf(outcome);
	return fate === 'notCarriedOut' || (fate === 'unknown' && resendWhenUnsure);
}

/** The first wait, doubled with each further try (ms). */
const firstWait = 500;
const longestWait = 15_000;

/** A service that asks for a longer pause, or accepts nothing for so long, is not waited for; the error says what it asked (ms). */
export const longestSlowDown = 5 * 60_000;

/**
 * How long to wait before the next try, spread so that items which failed together do not come back together.
 * @param tries how often the request went out so far, from 1
 * @param chance from 0 to 1
 * @returns ms, from half of the doubled wait to all of it
 */
export function waitBeforeRetry(tries: number, chance: number): number {
	const wait = Math.min(firstWait * 2 ** (tries - 1), longestWait);
	return wait / 2 + (wait / 2) * chance;
}
