import { ExecutionBaseError } from 'n8n-workflow';

import { type Failure, FailureError } from '../api/failure';

/** What is known about an error of any kind: n8n's own come from reading parameters, for all others delivery is unknown. */
export function failureFrom(error: unknown): Failure {
	if (error instanceof FailureError) return error.failure;
	const { message, description } = error as Error & { description?: unknown };
	return {
		message,
		...(typeof description === 'string' && { description }),
		delivery: error instanceof ExecutionBaseError ? 'notSent' : 'unknown',
		about: 'input',
	};
}
