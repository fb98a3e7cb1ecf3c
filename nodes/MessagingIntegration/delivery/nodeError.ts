import {
	ExecutionBaseError,
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { type Failure, FailureError } from '../api/failure';

/** What is known of an error of any kind: n8n's own come from reading parameters, of others nothing is sure. */
function failureFrom(error: unknown): Failure {
	if (error instanceof FailureError) return error.failure;
	const { message, description } = error as Error & { description?: unknown };
	return {
		message,
		...(typeof description === 'string' && { description }),
		delivery: error instanceof ExecutionBaseError ? 'notSent' : 'unknown',
		source: 'input',
	};
}

/** The facts of a failure, as an item or an error carries them. */
function detailsOf({ description, httpStatus, code, delivery }: Failure) {
	return {
		...(description !== undefined && { description }),
		...(httpStatus !== undefined && { httpStatus }),
		...(code !== undefined && { code }),
		delivery,
	};
}

/** The item of "On Error: Continue"; with any other key n8n would not send it to the error output. */
export function errorItem(error: unknown, item: number): INodeExecutionData {
	const failure = failureFrom(error);
	return { json: { error: failure.message, details: detailsOf(failure) }, pairedItem: { item } };
}

/** The error that ends the execution, with the facts of the item that it is about. */
export function asNodeError(node: INode, error: unknown, itemIndex?: number): Error {
	// n8n's own errors, of an expression for example, say best what is wrong.
	if (error instanceof ExecutionBaseError) return error;
	const failure = failureFrom(error);
	const { message, description, httpStatus } = failure;
	const options = { message, description, itemIndex };
	const wrapped =
		failure.source === 'input'
			? new NodeOperationError(node, message, options)
			: new NodeApiError(node, { message }, { ...options, httpCode: httpStatus?.toString() });
	// n8n puts sentences of its own in place of any that contain "ENOTFOUND", "EPERM" and the like.
	wrapped.message = message;
	wrapped.messages = [];
	wrapped.context.data = detailsOf(failure);
	return wrapped;
}
