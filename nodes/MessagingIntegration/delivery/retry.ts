import { fateOf, type Outcome } from '../api/outcome';
import type { ServiceRequest } from '../api/request';
import type { RunOptions } from '../api/runOptions';

/** Broken ways that the next try meets broken again. */
const lasting = new Set<string>(['blocked', 'cancelled', 'file', 'noTls', 'proxy', 'proxyAddress', 'tls', 'tooLarge']);

/** Whether the same request may do better the next time. */
export function isTemporary(outcome: Outcome): boolean {
	if (outcome.kind === 'break') return !lasting.has(outcome.reason);
	if (outcome.status < 300) return outcome.unread !== undefined && !lasting.has(outcome.unread.reason);
	return outcome.status === 429 || outcome.status >= 500;
}

/** Whether nothing is delivered twice if the request is carried out twice. */
function isHarmless({ method, preliminary }: Pick<ServiceRequest, 'method' | 'preliminary'>): boolean {
	return method === 'GET' || preliminary === true;
}

/**
 * Whether a request is sent again: one that was certainly not carried out may be, one in doubt only if the user
 * said so. A read and an upload for a message that was not sent yet do no harm, even if their answer could not be read.
 * @param tries how often it went out so far
 */
export function goesOutAgain(
	request: Pick<ServiceRequest, 'method' | 'preliminary'>,
	outcome: Outcome,
	tries: number,
	{ maxTries, resendWhenUnsure }: Pick<RunOptions, 'maxTries' | 'resendWhenUnsure'>,
): boolean {
	if (tries >= maxTries || !isTemporary(outcome)) return false;
	if (isHarmless(request)) return true;
	const fate = fateOf(outcome);
	return fate === 'notCarriedOut' || (fate === 'unknown' && resendWhenUnsure);
}
