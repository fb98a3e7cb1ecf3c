import {
	ExecutionBaseError,
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

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

/** The details of a failure, as an output item or an error contains them. */
function detailsOf({ description, httpStatus, code, delivery }: Failure) {
	return {
		...(description !== undefined && { description }),
		...(httpStatus !== undefined && { httpStatus }),
		...(code !== undefined && { code }),
		delivery,
	};
}

/** The output item for "On Error: Continue". With any other key, n8n would not send it to the error output. */
export function errorItem(error: unknown, item: number): INodeExecutionData {
	const failure = failureFrom(error);
	return { json: { error: failure.message, details: detailsOf(failure) }, pairedItem: { item } };
}

/** The error that ends the execution, with the details of the failed item. */
export function asNodeError(node: INode, error: unknown, itemIndex?: number): Error {
	// n8n's own errors, for example that of an expression, describe the problem best.
	if (error instanceof ExecutionBaseError) return error;
	const failure = failureFrom(error);
	const { message, description, httpStatus } = failure;
	const options = { message, description, itemIndex };
	const wrapped =
		failure.about === 'input'
			? new NodeOperationError(node, message, options)
			: new NodeApiError(node, { message }, { ...options, httpCode: httpStatus?.toString() });
	// n8n replaces messages that contain "ENOTFOUND", "EPERM" and the like with its own, so set ours again.
	wrapped.message = message;
	wrapped.messages = [];
	wrapped.context.data = detailsOf(failure);
	return wrapped;
}
