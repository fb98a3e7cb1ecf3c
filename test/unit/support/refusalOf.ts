import { Refusal } from '../../../nodes/MessagingIntegration/words/refusal';
import { failureFrom } from '../../../nodes/MessagingIntegration/n8n/errors';
import { describe as wordsOf } from '../../../nodes/MessagingIntegration/words/describe';

/** The failure that the user sees if the input is refused. Any other result fails the test. */
export function refusalOf(attempt: () => unknown) {
	let accepted: unknown;
	try {
		accepted = attempt();
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		const failure = failureFrom(error);
		return { ...failure, ...wordsOf(failure) };
	}
	throw new Error(`It was accepted: ${JSON.stringify(accepted)}`);
}
