import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { endOfQuietHours } from '../service/failed';
import { reasonFor } from '../service/reasonFor';
import { quoted, sentences } from '../service/sentences';
import { titleOf } from '../service/words';
import { adviceForModel, type Written } from '../service/wordsForModels';
import { isHumanReview, isTool } from '../n8n/context';
import { toolCallOf, writtenFor } from '../n8n/toolCall';
import { operationIn } from '../operations/resources';
import { nounOf } from './report';
import { type FailedRow, isDone, isFailed, isInDoubt, type NotBegunRow, type Row } from './rows';

/** How long a tool waits for a service that asks to slow down (ms): clients of MCP give up after a minute, and call again. */
export const patienceOf = (context: IExecuteFunctions) =>
	isTool(context) && !isHumanReview(context) ? 20_000 : Infinity;

const question = 'message sendAndWait';

/** What became of a message that was not sent. The model must not report it as sent. */
export const notSent: Partial<Record<Row['state'], string>> = {
	// The model may have written another message with the key of one that was sent.
	skipped: 'An earlier message with this key was sent. This one was not.',
	counted: 'An earlier message counts as sent. This one was not.',
	noFile: 'This was not sent: there is no file.',
	dryRun: 'This was a dry run. Nothing was sent, and nobody got a message.',
};

export function inWords(context: IExecuteFunctions, row: Row): Row {
	if (!isDone(row)) return row;
	const message = notSent[row.state];
	const isSentMessage = row.state === 'sent' && operationIn(context) === 'message send';
	// An answer of the service need not say that it accepted the message.
	const before = isSentMessage ? { sent: true } : {};
	const after = message === undefined ? {} : { message };
	return { ...row, answers: row.answers.map((answer) => ({ ...before, ...answer, ...after })) };
}

/** What the model wrote for the parameter of which a failure tells. */
function writtenOf(context: IExecuteFunctions, { failure, entered }: FailedRow): Written {
	const { parameter } = failure.facts as { parameter?: string };
	const saved = parameter === undefined ? undefined : context.getNode().parameters[parameter];
	return writtenFor(saved, toolCallOf(context)?.said ?? {}, entered);
}

/** What became of all that a call asked for, in a sentence that is true alone, and what must not be repeated. */
function stateOf(operation: string, rows: Row[], failed: FailedRow): string {
	const isDoubt = isInDoubt(failed);
	if (operation === question)
		return isDoubt
			? 'Perhaps nobody got the question, and nobody can answer it.'
			: 'The question could not be sent, so nobody has answered it.';
	if (operation === 'media upload') return isDoubt ? 'It may have been uploaded.' : 'Not uploaded.';
	if (operation !== 'message send') return isDoubt ? 'It may have been done.' : 'Not done.';
	const done = rows.filter(isDone).length;
	if (rows.length === 1 || (done === 0 && !isDoubt))
		return isDoubt ? 'It may have arrived.' : 'Not sent.';
	const next = rows.findIndex((row) => !isDone(row) && !isInDoubt(row));
	const row = rows[next] as FailedRow | NotBegunRow | undefined;
	const noun = nounOf(rows);
	const all = noun === 'message' ? 'messages of this text' : `${noun}s`;
	const from = row?.text === undefined ? `${noun} ${next + 1}` : `"${beginOf(row.text)}"`;
	return sentences(
		`${done} of ${rows.length} ${all} ${done === 1 ? 'was' : 'were'} sent${isDoubt ? ', and the next one may have arrived' : ''}.`,
		`Do not send ${noun === 'message' ? 'it' : 'them'} again.`,
		row && `Not sent: from ${from} on.`,
	);
}

/** The first words of a text. */
function beginOf(text: string): string {
	const letters = [...quoted(text)];
	return letters.length <= 40 ? letters.join('') : `${letters.slice(0, 40).join('')}…`;
}

/** What a model reads of a call that failed: what became of it, why, and what to do next. */
export function wordsForModel(
	operation: string,
	rows: Row[],
	failed: FailedRow,
	written: Written,
): string {
	const { failure, more } = failed;
	const { forModel } = failure.facts as { forModel?: string };
	if (forModel !== undefined) return forModel;
	const { why, next } = adviceForModel(failure, written, operation === question);
	const cause = more ?? why ?? titleOf(failure);
	const state = stateOf(operation, rows, failed);
	const isSaid = state.includes('Do not send');
	const then = isSaid ? next.replace('Do not send it again: tell', 'Tell') : next;
	return sentences(state, cause && asSentence(cause), then);
}

const asSentence = (words: string) => (/[.!?…]["”]?$/.test(words) ? words : `${words}.`);

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
	const details = { reason: reasonFor(failed.failure), delivery, ...(sendAfter && { sendAfter }) };
	const written = writtenOf(context, failed);
	const error = wordsForModel(operationIn(context), rows, failed, written);
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
