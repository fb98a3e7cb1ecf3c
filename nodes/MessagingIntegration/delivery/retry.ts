import { fateOf, type Outcome } from '../api/outcome';
import type { ServiceRequest } from '../api/request';
import type { RunOptions } from '../api/runOptions';

/** Broken ways that the next try meets broken again. */
const lasting = new Set<string>(['blocked', 'cancelled', 'file', 'noTls', 'proxy', 'proxyAddress', 'tls', 'tooLarge']);

function mayPass(outcome: Outcome): boolean {
	if (outcome.kind === 'break') return !lasting.has(outcome.reason);
	if (outcome.status < 300) return outcome.unread !== undefined && !lasting.has(outcome.unread.reason);
	return outcome.status === 429 || outcome.status >= 500;
}

/**
 * Whether a request goes out again: one that was surely not carried out may, and one in doubt only where the
 * user said so. To repeat a read or an upload made for a message does no harm, also where its answer could
 * not be read.
 * @param tries how often it went out so far
 */
export function goesOutAgain(
	request: Pick<ServiceRequest, 'method' | 'preliminary'>,
	outcome: Outcome,
	tries: number,
	{ maxTries, resendWhenUnsure }: Pick<RunOptions, 'maxTries' | 'resendWhenUnsure'>,
): boolean {
	if (tries >= maxTries || !mayPass(outcome)) return false;
	if (request.method === 'GET' || request.preliminary) return true;
	const fate = fateOf(outcome);
	return fate === 'notCarriedOut' || (fate === 'unknown' && resendWhenUnsure);
}
