// Tests: test/unit/canceled.test.ts
import { AssertionError } from 'node:assert';

import {
	ExecutionBaseError,
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { Refusal } from '../words/refusal';
import { onOneLine } from '../words/sentences';
import { because, endOfQuietHours, type Failed, reasonOf, requestFactsOf } from '../words/why';

/** Something that failed before any item was read, so that none can be sent. */
export class FailedEarly extends Error {
	constructor(readonly failure: Failed) {
		super(failure.name);
	}
}

/**
 * n8n's words, with the node that they are about: in a list, or to a model, "Invalid expression" alone says nothing. n8n's
 * editor shows the template of the words instead of them: "No path back to referenced node".
 */
function saidByN8n(message: string, { context = {} }: Pick<ExecutionBaseError, 'context'>): string {
	const { nodeCause: node, messageTemplate: template = message } = context;
	if (typeof node !== 'string' || message.includes(node)) return message;
	return `${template as string}: "${node}"`;
}

/**
 * Anything thrown, as a failure. n8n's own errors come from reading parameters, before anything is sent. Of any other
 * error, nobody knows what was sent before it.
 */
export function failureFrom(error: unknown): Failed {
	if (error instanceof Refusal) return { ...error.why, delivery: 'notSent', origin: 'input' };
	if (error instanceof FailedEarly) return error.failure;
	const isOfN8n = error instanceof ExecutionBaseError;
	const { message = String(error), description } = (error ?? {}) as Record<string, unknown>;
	const more = typeof description === 'string' ? description : undefined;
	return {
		...because('unexpected', {
			said: isOfN8n ? saidByN8n(String(message), error) : String(message),
			more,
		}),
		...(isOfN8n && { cause: error }),
		delivery: isOfN8n ? 'notSent' : 'unknown',
		origin: 'input',
	};
}

/**
 * Whether n8n has no database for the markers of a node, as in n8n's engine alone: its helpers then fail an assertion.
 * Such an n8n saves no executions either. Read in the code of 1.123.81, 2.20.12 and 2.41.1; tested by test/engine/inDoubt.
 */
export function isWithoutDatabase(error: unknown): boolean {
	return error instanceof AssertionError;
}

/** A failure in the words of its error. */
export interface Report {
	failure: Failed;
	message: string;
	description?: string;
	/** Who should have got what. */
	to?: string;
	fileName?: string;
}

/** The details of a failure, as an output item or an error contains them: those that are known. */
function detailsOf({ failure, to, fileName, description }: Report) {
	const { delivery } = failure;
	const { status: httpStatus, code } = requestFactsOf(failure.earlier ?? failure) ?? {};
	const reason = reasonOf(failure);
	const details = {
		to,
		fileName,
		description: onOneLine(description),
		reason,
		httpStatus,
		code,
		delivery,
		sendAfter: endOfQuietHours(failure)?.sendAfter,
	};
	return Object.fromEntries(Object.entries(details).filter(([, detail]) => detail !== undefined));
}

/** The output item for "On Error: Continue". With any other key, n8n 2.41 would not send it to the error output. */
export function errorItem(report: Report, item: number): INodeExecutionData {
	return { json: { error: report.message, details: detailsOf(report) }, pairedItem: { item } };
}

/**
 * Marks the failed items, so that n8n sends them to the error output. 1.123.81 and 2.20.12 do not send an item with
 * details there without this property. It cannot be copied, because n8n replaces the json of an item that still has it
 * behind the output; tested by test/versions.
 */
export function markForErrorOutput(items: INodeExecutionData[]): INodeExecutionData[] {
	for (const item of items)
		if (item.json.error !== undefined)
			Object.defineProperty(item, 'error', { value: { message: item.json.error } });
	return items;
}

/** The error that ends the execution, with the details of the failed item, and of others. */
export function asNodeError(
	node: INode,
	report: Report,
	itemIndex?: number,
	others: object = {},
): Error {
	const { failure } = report;
	// n8n takes an error with the word "canceled" for a stopped execution, of which it saves nothing.
	const { why, stopped = why ?? 'canceled' } = failure.facts as Partial<Record<string, unknown>>;
	const isStop = reasonOf(failure) === 'stopped' && stopped === 'canceled';
	const message = isStop ? report.message : report.message.replaceAll('canceled', 'cancelled');
	// n8n's editor renders it as HTML.
	const description = report.description?.replaceAll('\n', '<br>');
	const { cause } = failure;
	if (cause) return Object.assign(cause, { message }, description !== undefined && { description });
	const options = { message, description, itemIndex };
	const httpCode = requestFactsOf(failure)?.status?.toString();
	const wrapped =
		failure.origin === 'input'
			? new NodeOperationError(node, message, options)
			: new NodeApiError(node, { message }, { ...options, httpCode });
	// n8n replaces messages that contain "ENOTFOUND", "EPERM" and the like with its own, so set ours again.
	wrapped.message = message;
	wrapped.messages = [];
	wrapped.context.data = { ...detailsOf(report), ...others };
	return wrapped;
}
