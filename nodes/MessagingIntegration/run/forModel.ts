import type { INodeExecutionData } from 'n8n-workflow';

import type { Part } from './parts';

/** What a model gets of a tool. */

/** How long a tool waits for a service that asks to slow down (ms). Clients of MCP give up a call after a minute, and call again. */
export const patience = 20_000;

/** A model reads so many bytes at most. */
const longest = 4000;

/** Says what became of a message with a key: the model may have written another one. */
export function inWords(part: Part): Part {
	if (part.state !== 'skipped') return part;
	const message = 'An earlier message with this key was sent. This one was not.';
	return { ...part, answers: part.answers.map((answer) => ({ ...answer, message })) };
}

/** Leaves out the fields that make the answer too long for a model. */
export function forModel(items: INodeExecutionData[]): INodeExecutionData[] {
	let left = longest;
	const fits = (field: unknown) => {
		const size = Buffer.byteLength(JSON.stringify(field));
		if (size > left) return false;
		left -= size;
		return true;
	};
	const shortened = items.map(({ json, ...rest }) => {
		const fields = Object.entries(json);
		const kept = fields.filter(fits);
		const isShort = kept.length < fields.length;
		return { ...rest, json: { ...Object.fromEntries(kept), ...(isShort && { shortened: true }) } };
	});
	return shortened.filter(({ json }, at) => at === 0 || !('shortened' in json));
}
