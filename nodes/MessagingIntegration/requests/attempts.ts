import type { WhenUnsure } from '../service/ending';
import { asksToSlowDown, isTemporary, type Outcome, processingOf } from '../service/outcome';
import type { ServiceRequest } from '../service/request';
import type { Transmit } from '../n8n/connect';
import type { Clock } from './clock';

/** The attempts of a request so far. Another call goes on with them after the service asked to slow down. */
export interface Attempts {
	made: number;
	/** A delivery in doubt. The refusal of a later attempt does not settle whether this one was processed. */
	doubt?: Outcome;
}

/** Sends a request, and repeats it if that is safe. */
export type RequestRepeatedly = (request: ServiceRequest, attempts?: Attempts) => Promise<Outcome>;

/** What the user allows: how many attempts for one request, and whether to repeat one in doubt. */
interface Allowed {
	maxTries: number;
	whenUnsure: WhenUnsure;
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
	{ maxTries, whenUnsure }: Allowed,
): boolean {
	if (attempts >= maxTries || !isTemporary(outcome)) return false;
	if (request.effect !== 'delivery') return true;
	const processing = processingOf(outcome);
	return processing === 'notProcessed' || (processing === 'unknown' && whenUnsure === 'resend');
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

/**
 * Repeats a request after an error, if that is safe. An answer that asks to slow down is no attempt, and ends the call.
 * @param counts the requests that were repeated
 */
export function repeated(
	transmit: Transmit,
	options: Allowed,
	counts: { repeated: number },
	clock: Clock,
	signal?: AbortSignal,
): RequestRepeatedly {
	return async (request, attempts = { made: 0 }) => {
		for (;;) {
			const last = await transmit(request);
			if (request.bestEffort || asksToSlowDown(last)) return last;
			attempts.made++;
			if (!shouldRetry(request, last, attempts.made, options))
				return attempts.doubt && processingOf(last) === 'notProcessed' ? attempts.doubt : last;
			if (request.effect === 'delivery' && processingOf(last) === 'unknown') attempts.doubt = last;
			counts.repeated++;
			try {
				await clock.sleep(waitBeforeRetry(attempts.made, clock.random()), signal);
			} catch {
				// The run was stopped during the wait. The outcome before it still holds.
				return attempts.doubt ?? last;
			}
		}
	};
}
