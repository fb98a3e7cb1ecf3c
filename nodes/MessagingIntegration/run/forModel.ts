// Tests: test/engine/asTool.test.ts, test/unit/doubtsInWords.test.ts
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import {
	failureForModel as wordsForModel,
	notSent,
	type StateOfCall,
	type Written,
} from '../words/models';
import { notAllAsked } from '../words/run';
import { endOfQuietHours, reasonOf } from '../words/why';
import { isHumanReview, isTool } from '../n8n/context';
import { toolCallOf, writtenFor } from '../n8n/toolCall';
import { operationIn } from '../operations/resources';
import { nounOf } from './report';
import { type FailedRow, isDone, isFailed, isInDoubt, type NotBegunRow, type Row } from './rows';

/** How long a tool waits for a service that asks to slow down (ms): clients of MCP give up after a minute, and call again. */
export const patienceOf = (context: IExecuteFunctions) =>
	isTool(context) && !isHumanReview(context) ? 20_000 : Infinity;

const tasks: Record<string, StateOfCall['task']> = {
	'message send': 'message',
	'message sendAndWait': 'question',
	'media upload': 'upload',
};

export function inWords(context: IExecuteFunctions, row: Row): Row {
	if (!isDone(row)) return row;
	const message = row.state === 'sent' ? undefined : notSent[row.state];
	const isSentMessage = row.state === 'sent' && operationIn(context) === 'message send';
	// An answer of the service need not say that it accepted the message.
	const before = isSentMessage ? { sent: true } : {};
	const after = message === undefined ? {} : { message };
	return { ...row, answers: row.answers.map((answer) => ({ ...before, ...answer, ...after })) };
}

/** What the model wrote for the parameter of which a failure tells. */
function writtenOf(context: IExecuteFunctions, { failure, entered }: FailedRow): Written {
	const { parameter } = failure;
	const saved = parameter === undefined ? undefined : context.getNode().parameters[parameter];
	return writtenFor(saved, toolCallOf(context)?.said ?? {}, entered);
}

/** What became of all that a call asked for. */
function stateOf(context: IExecuteFunctions, rows: Row[], failed: FailedRow): StateOfCall {
	const at = rows.findIndex((row) => !isDone(row) && !isInDoubt(row));
	const next = rows[at] as FailedRow | NotBegunRow | undefined;
	const noun = nounOf(rows);
	return {
		task: tasks[operationIn(context)] ?? 'indication',
		isInDoubt: isInDoubt(failed),
		done: rows.filter(isDone).length,
		all: rows.length,
		noun: noun === 'item' ? 'message' : noun,
		next: next && { text: next.text, place: at + 1 },
	};
}

/** The row of a call that its words are about: undefined if nothing failed. */
const decisive = (rows: Row[]) => rows.filter(isFailed).find(isInDoubt) ?? rows.find(isFailed);

/** What comes out of a call that failed. A short text: a builder pays for each word that a model reads. */
export function failureForModel(
	context: IExecuteFunctions,
	rows: Row[],
): INodeExecutionData | undefined {
	const failed = decisive(rows);
	if (!failed) return undefined;
	const { delivery } = failed.failure;
	const { sendAfter } = endOfQuietHours(failed.failure) ?? {};
	const details = { reason: reasonOf(failed.failure), delivery, ...(sendAfter && { sendAfter }) };
	const written = writtenOf(context, failed);
	const { failure, notAsked } = failed;
	const cause = notAsked && notAllAsked({ failed: notAsked, all: notAsked.length });
	const error = wordsForModel(failure, stateOf(context, rows, failed), written, cause);
	return { json: { error, details }, pairedItem: { item: failed.item } };
}

/** Leaves out the fields that make an answer longer than 4 kB. */
export function shortenedItems(items: INodeExecutionData[]): INodeExecutionData[] {
	let left = 4000;
	const fits = (field: unknown) => {
		const rest = left - Buffer.byteLength(JSON.stringify(field));
		if (rest >= 0) left = rest;
		return rest >= 0;
	};
	const short = items.map(({ json, ...rest }) => {
		const kept = Object.fromEntries(Object.entries(json).filter(fits));
		const isWhole = Object.keys(kept).length === Object.keys(json).length;
		return { ...rest, json: isWhole ? json : { ...kept, shortened: true } };
	});
	return short.filter(({ json }, at) => at === 0 || !('shortened' in json));
}
