import {
	ExecutionBaseError,
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { type Failure, withSentences } from '../api/failure';
import { failureFrom } from '../delivery/failureFrom';

/** What happened to the other items when the error of a failed one ends the run. */
interface Others {
	sent: number;
	inDoubt: number;
	all: number;
}

/** Adds to the first failed item's error what happened to the other items. */
export function withAccount(error: unknown, { sent, inDoubt, all }: Others): unknown {
	if (sent + inDoubt === 0) return error;
	const account = `${sent} of ${all} items were sent; "Retry On Fail" and "Retry execution" do not send those again, a new run does.`;
	const doubt = `${inDoubt} more may have been delivered.`;
	const failure = failureFrom(error);
	const whole = withSentences(
		failure,
		failure.description,
		sent > 0 ? account : undefined,
		inDoubt > 0 ? doubt : undefined,
	);
	// n8n's own errors stay the same objects; only their description changes.
	return error instanceof ExecutionBaseError
		? Object.assign(error, { description: whole.failure.description })
		: whole;
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
