import { ExecutionBaseError } from 'n8n-workflow';

import { type Failure, FailureError } from '../api/failure';

/** Any error as a failure. n8n's own errors come from reading parameters; for all others, delivery is unknown. */
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
