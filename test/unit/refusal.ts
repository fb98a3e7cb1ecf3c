import { type Failure, FailureError } from '../../nodes/MessagingIntegration/api/failure';

/** What a person reads when the input is refused; an acceptance, or any other error, fails the test. */
export function refusalOf(attempt: () => unknown): Failure {
	let accepted: unknown;
	try {
		accepted = attempt();
	} catch (error) {
		if (error instanceof FailureError) return error.failure;
		throw error;
	}
	throw new Error(`It was accepted: ${JSON.stringify(accepted)}`);
}
