import { type Failure, FailureError } from '../../nodes/MessagingIntegration/api/failure';

/** The failure that the user sees if the input is refused. Any other result fails the test. */
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
