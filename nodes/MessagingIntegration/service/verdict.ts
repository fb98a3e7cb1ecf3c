// Tests: test/unit/anyFailure.test.ts, test/delivery/attempts.test.ts
import type { Json, Verdict } from '../delivery';
import type { Why } from '../words/why';
import type { Account } from './account';
import { itemsOf, storageRefOf } from './outputOfAnswer';
import { reasonOfFailure } from './failureOf';
import type { Answer, Outcome } from './outcome';
import { retryAfter } from './retryAfter';
import type { Operation, ServiceRequest } from './request';
import { asksToSlowDown, isTemporary, wasProcessed } from './status';

/** What the outcome of a request means. @property reference of a file that was uploaded */
export type RequestVerdict =
	| Exclude<Verdict<Why>, { is: 'accepted' }>
	| { is: 'accepted'; answers: Json[]; took?: number; reference?: string };

/** Given up before anything left this machine, because the run ended. */
const wasNotBegun = (outcome: Outcome) =>
	outcome.kind === 'break' && !outcome.wasWritten && outcome.reason === 'cancelled';

/** What the outcome of a request means, in the words of the core. @param accepted what the service accepted with the key */
export function verdictOf(
	request: ServiceRequest,
	outcome: Outcome,
	account: Account,
	accepted: ReadonlySet<Operation>,
): RequestVerdict {
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
	if (wasNotBegun(outcome)) return { is: 'notBegun' };
	const wasAccepted = accepted.has(request.operation);
	const why = reasonOfFailure(request, outcome, account, { wasAccepted });
	if (asksToSlowDown(outcome)) return { is: 'slowDown', after: retryAfter(outcome) ?? 0, why };
	const processed = wasProcessed(outcome);
	const isHarmless = request.effect === 'read' || processed === 'no';
	// The service took it over, so another attempt would be a second one.
	const isDone = processed === 'yes' && request.effect === 'delivery';
	const mayRepeat = isTemporary(outcome) && !isDone;
	if (!isHarmless) return { is: 'perhaps', mayRepeat, why };
	return { is: 'refused', mayRepeat, isAnswer: outcome.kind === 'answer', why };
}
