import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isHumanReview, isTool } from '../n8n/context';
import { isDone, type Row } from './rows';

/** How long a tool waits for a service that asks to slow down (ms): clients of MCP give up after a minute, and call again. */
export const patienceOf = (context: IExecuteFunctions) =>
	isTool(context) && !isHumanReview(context) ? 20_000 : Infinity;

/** What became of a message that was not sent. The model must not report it as sent. */
const notSent: Partial<Record<Row['state'], string>> = {
	// The model may have written another message with the key of one that was sent.
	skipped: 'An earlier message with this key was sent. This one was not.',
	counted: 'An earlier message counts as sent. This one was not.',
	noFile: 'This was not sent: there is no file.',
	dryRun: 'This was a dry run. Nothing was sent, and nobody got a message.',
};

export function inWords(row: Row): Row {
	const message = notSent[row.state];
	if (message === undefined || !isDone(row)) return row;
	return { ...row, answers: row.answers.map((answer) => ({ ...answer, message })) };
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
