import { AssertionError } from 'node:assert';

import {
	ExecutionBaseError,
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { type Failure, FailureError, onOneLine } from '../api/failure';

/**
 * Anything thrown, as a failure. n8n's own errors come from reading parameters, before anything is sent. Of any other
 * error, nobody knows what was sent before it.
 */
export function failureFrom(error: unknown): Failure {
	if (error instanceof FailureError) return error.failure;
	const isOfN8n = error instanceof ExecutionBaseError;
	const { message = String(error), description } = (error ?? {}) as Record<string, unknown>;
	return {
		message: String(message),
		...(typeof description === 'string' && { description }),
		delivery: isOfN8n ? 'notSent' : 'unknown',
		about: 'input',
		...(isOfN8n && { cause: error }),
	};
}

/**
 * Whether n8n has no database for the markers of a node, as in n8n's engine alone: its helpers then fail an assertion.
 * Such an n8n saves no executions either. Read in the code of 1.123.81, 2.20.12 and 2.41.1; tested by test/engine/inDoubt.
 */
export function isWithoutDatabase(error: unknown): boolean {
	return error instanceof AssertionError;
}

/** The details of a failure, as an output item or an error contains them: those that are known. */
function detailsOf({ to, fileName, httpStatus, code, delivery, ...failure }: Failure) {
	const description = onOneLine(failure.description);
	const details = Object.entries({ to, fileName, description, httpStatus, code, delivery });
	return Object.fromEntries(details.filter(([, detail]) => detail !== undefined));
}

/** The output item for "On Error: Continue". With any other key, n8n would not send it to the error output. */
export function errorItem(failure: Failure, item: number): INodeExecutionData {
	return { json: { error: failure.message, details: detailsOf(failure) }, pairedItem: { item } };
}

/** The error that ends the execution, with the details of the failed item, and of others. */
export function asNodeError(
	node: INode,
	failure: Failure,
	itemIndex?: number,
	others: object = {},
): Error {
	const { message, httpStatus, cause } = failure;
	// n8n's editor renders it as HTML.
	const description = failure.description?.replaceAll('\n', '<br>');
	if (cause) return description === undefined ? cause : Object.assign(cause, { description });
	const options = { message, description, itemIndex };
	const wrapped =
		failure.about === 'input'
			? new NodeOperationError(node, message, options)
			: new NodeApiError(node, { message }, { ...options, httpCode: httpStatus?.toString() });
	// n8n replaces messages that contain "ENOTFOUND", "EPERM" and the like with its own, so set ours again.
	wrapped.message = message;
	wrapped.messages = [];
	wrapped.context.data = { ...detailsOf(failure), ...others };
	return wrapped;
}
