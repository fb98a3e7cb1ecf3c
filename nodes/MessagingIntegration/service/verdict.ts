import type { Verdict } from '../delivery';
import type { Account } from './account';
import { itemsOf, storageRefOf } from './outputOfAnswer';
import { failureOf } from './failureOf';
import type { Answer, Outcome } from './outcome';
import { retryAfter } from './retryAfter';
import type { Operation, ServiceRequest } from './request';
import { asksToSlowDown, isTemporary, wasProcessed } from './status';

/** What did not leave this machine. */
function wasNotSent(outcome: Outcome): boolean {
	if (outcome.kind !== 'break' || outcome.wasWritten) return false;
	return outcome.reason === 'file' || outcome.reason === 'cancelled';
}

/** What the outcome of a request means, in the words of the core. @param accepted what the service accepted with the key */
export function verdictOf(
	request: ServiceRequest,
	outcome: Outcome,
	account: Account,
	accepted: ReadonlySet<Operation>,
): Verdict {
	const answers = itemsOf(request.kind, outcome);
	if (answers) {
		const reference = storageRefOf(outcome);
		const { took } = outcome as Answer;
		return {
			is: 'accepted',
			answers,
			...(reference !== undefined && { reference }),
			...(took !== undefined && { took }),
		};
	}
	const wasAccepted = accepted.has(request.operation);
	const { reason, facts } = failureOf(request, outcome, account, { wasAccepted });
	const why = { reason, facts };
	const processed = wasProcessed(outcome);
	// The service took it over, so another attempt would be a second one.
	const isDone = processed === 'yes' && request.effect === 'delivery';
	if (asksToSlowDown(outcome)) return { is: 'slowDown', after: retryAfter(outcome) ?? 0, why };
	return {
		is: 'failed',
		processed: processed === 'no' ? 'no' : 'perhaps',
		mayRepeat: isTemporary(outcome) && !isDone,
		heard: outcome.kind === 'answer' ? 'answer' : wasNotSent(outcome) ? 'nothing' : 'silence',
		why,
	};
}
