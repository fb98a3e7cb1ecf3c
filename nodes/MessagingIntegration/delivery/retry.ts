import { fateOf, type Outcome } from '../api/outcome';
import type { ServiceRequest } from '../api/request';
import type { RunOptions } from '../api/runOptions';

/** Broken ways that the next try meets broken again. */
const lasting = new Set<string>(['blocked', 'cancelled', 'file', 'noTls', 'proxy', 'tls', 'tooLarge']);

function mayPass(outcome: Outcome): boolean {
	if (outcome.kind === 'break') return !lasting.has(outcome.reason);
	return outcome.status === 429 || outcome.status >= 500;
}

/**
 * Whether a request goes out again: one that was surely not carried out may, one in doubt only where the
 * user said so, and a read does no harm.
 * @param tries how often it went out so far
 */
export function goesOutAgain(
	request: Pick<ServiceRequest, 'method'>,
	outcome: Outcome,
	tries: number,
	{ maxTries, resendWhenUnsure }: Pick<RunOptions, 'maxTries' | 'resendWhenUnsure'>,
): boolean {
	if (tries >= maxTries || !mayPass(outcome)) return false;
	const fate = fateOf(outcome);
	if (fate === 'carriedOut') return false;
	return fate === 'notCarriedOut' || request.method === 'GET' || resendWhenUnsure;
}
