import type { Json, Verdict } from '../delivery';
import type { Account } from './account';
import type { Why } from './failed';
import { itemsOf, storageRefOf } from './outputOfAnswer';
import { failureOf } from './failureOf';
import type { Answer, Outcome } from './outcome';
import { asksToSlowDown, isTemporary, processingOf } from './meaningOfStatus';
import { retryAfter } from './retryAfter';
import type { Operation, ServiceRequest } from './request';

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
	const { delivery: _, origin: __, ...why } = failureOf(request, outcome, account, { wasAccepted });
	if (asksToSlowDown(outcome)) return { is: 'slowDown', after: retryAfter(outcome) ?? 0, why };
	const processing = processingOf(outcome);
	const isHarmless = request.effect === 'read' || processing === 'notProcessed';
	// The service took it over, so another attempt would be a second one.
	const isDone = processing === 'processed' && request.effect === 'delivery';
	const mayRepeat = isTemporary(outcome) && !isDone;
	if (!isHarmless) return { is: 'perhaps', mayRepeat, why };
	return { is: 'refused', mayRepeat, isAnswer: outcome.kind === 'answer', why };
}
