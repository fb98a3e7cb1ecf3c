import type { INodeExecutionData } from 'n8n-workflow';

import type { Json } from '../service/answer';
import type { Done } from '../service/ending';
import { type Hint, type ItemRequest, namesIn } from '../service/request';
import { errorItem } from '../n8n/errors';
import { inTurns } from '../n8n/inTurns';
import {
	type FailedPart,
	isDone,
	isFailed,
	isInDoubt,
	type Part,
	reportOfPart,
	type ToSend,
} from './parts';

/** What comes out: of each part that was sent or need not be, and of each item that failed. */

/** One for all messages: a long run keeps them. */
const none: Hint[] = [];

/** How a part ended that was sent. The answer to a message also says who got what, unless the service says so itself. */
export function sent({ itemRequest, isTyped }: ToSend, answers: Json[]): Done {
	const isMessage = itemRequest.request.kind === 'message';
	const names = isMessage ? namesIn(itemRequest) : {};
	const missing = (answer: Json) =>
		Object.entries(names).filter(([name]) => !Object.hasOwn(answer, name));
	// A leading spread takes twice the memory in Node.js 20.
	const named = answers.map(
		(answer): Json => Object.fromEntries([...Object.entries(answer), ...missing(answer)]),
	);
	const { hints = none } = itemRequest;
	const allHints = isTyped === false ? [...hints, 'untyped' as const] : hints;
	return { state: 'sent', answers: named, hints: allHints };
}

export const keyOf = ({ onceKey }: ItemRequest) =>
	onceKey === undefined ? {} : { sendOnceKey: onceKey };

/** How a part ends that another execution sent with its Send Once Key. */
export function skipped({ itemRequest }: ToSend): Done {
	return {
		state: 'skipped',
		answers: [{ skipped: true, ...keyOf(itemRequest) }],
		hints: ['skipped'],
	};
}

/** How a part in doubt ends if it counts as sent. */
export function counted({ itemRequest }: ToSend): Done {
	const { to } = namesIn(itemRequest);
	return {
		state: 'counted',
		answers: [{ countedAsSent: true, ...(to !== undefined && { to }), ...keyOf(itemRequest) }],
		hints: ['countedAsSent'],
	};
}

/**
 * The output items: one or more for each item or file that was sent, and one for each item that failed. n8n adds the json
 * of the input to a failed one, but not its files: one in quiet hours needs them when it goes back into the node.
 */
export async function output(
	parts: Part[],
	input: INodeExecutionData[] = [],
): Promise<INodeExecutionData[]> {
	// Of several files, one in doubt matters more than one that was certainly not sent.
	const failed = new Map<number, FailedPart>();
	for (const part of parts.filter(isFailed)) {
		const before = failed.get(part.item);
		if (!before || (isInDoubt(part) && !isInDoubt(before))) failed.set(part.item, part);
	}
	const items: INodeExecutionData[] = [];
	await inTurns(parts.length, (at) => {
		const part = parts[at] as Part;
		const { item } = part;
		if (isDone(part)) {
			for (const json of part.answers as Array<INodeExecutionData['json']>)
				items.push({ json, pairedItem: { item } });
		} else if (isFailed(part) && failed.get(item) === part) {
			const { binary } = (part.failure.reason === 'quietHours' && input[item]) || {};
			items.push({ ...errorItem(reportOfPart(part), item), ...(binary && { binary }) });
		}
	});
	return items;
}
