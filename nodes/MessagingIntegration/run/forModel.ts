import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isHumanReview, isTool } from '../n8n/context';
import type { Part } from './parts';

/** How long a tool waits for a service that asks to slow down (ms): clients of MCP give up after a minute, and call again. */
export const patienceOf = (context: IExecuteFunctions) =>
	isTool(context) && !isHumanReview(context) ? 20_000 : 0;

/** The model may have written another message with the key of one that was sent. */
export function inWords(part: Part): Part {
	if (part.state !== 'skipped') return part;
	const message = 'An earlier message with this key was sent. This one was not.';
	return { ...part, answers: part.answers.map((answer) => ({ ...answer, message })) };
}

/** Leaves out the fields that make an answer longer than 4 kB. */
export function shortened(items: INodeExecutionData[]): INodeExecutionData[] {
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
