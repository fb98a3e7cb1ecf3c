import {
	ExecutionBaseError,
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { type Failure, withSentences } from '../api/failure';
import { failureFrom } from '../delivery/failureFrom';

/** What became of the items beside the failed one whose error ends the run. */
interface Others {
	sent: number;
	inDoubt: number;
	all: number;
}

/** The error of the first failed item of several, with what became of the others. */
export function withAccount(error: unknown, { sent, inDoubt, all }: Others): unknown {
	if (sent + inDoubt === 0) return error;
	const account = `${sent} of ${all} items were sent; "Retry On Fail" and "Retry execution" do not send those again, a new run does.`;
	const doubt = `${inDoubt} more may have been delivered.`;
	const failure = failureFrom(error);
	const whole = withSentences(failure, failure.description, sent > 0 ? account : undefined, inDoubt > 0 ? doubt : undefined);
	// n8n's own errors stay what they are.
	return error instanceof ExecutionBaseError ? Object.assign(error, { description: whole.failure.description }) : whole;
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
		failure.about === 'input'
			? new NodeOperationError(node, message, options)
			: new NodeApiError(node, { message }, { ...options, httpCode: httpStatus?.toString() });
	// n8n puts sentences of its own in place of any that contain "ENOTFOUND", "EPERM" and the like.
	wrapped.message = message;
	wrapped.messages = [];
	wrapped.context.data = detailsOf(failure);
	return wrapped;
}
