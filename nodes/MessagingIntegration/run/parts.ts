import type { Json } from '../api/answer';
import { type Failure, quoted, sentences } from '../api/failure';
import { type ItemRequest, namesIn } from '../api/request';

/**
 * What has a result of its own: an item, or one file of an item with several. `item` is the position in the input. One
 * that is still to be sent after the run was kept back by a failure.
 */
export type Part = { item: number } & (
	| { state: 'toSend'; itemRequest: ItemRequest }
	/** With the JSON of its output items. */
	| { state: 'sent'; answers: Json[] }
	/** A file that failed keeps back the files of its item after it. */
	| { state: 'failed'; failure: Failure; isFile?: boolean }
);

export type Sent = Extract<Part, { state: 'sent' }>;
export type Failed = Extract<Part, { state: 'failed' }>;

export const isSent = (part: Part) => part.state === 'sent';
export const isFailed = (part: Part) => part.state === 'failed';
export const isInDoubt = (part: Part) => isFailed(part) && part.failure.delivery === 'unknown';

/**
 * The answers of a message also say who got what, unless the service says so itself or nothing was sent.
 * @param itemRequest undefined if the item cannot be read
 */
export function sentPart(item: number, answers: Json[], itemRequest?: ItemRequest): Sent {
	if (itemRequest?.request.kind !== 'message') return { state: 'sent', item, answers };
	const names = Object.entries(namesIn(itemRequest));
	const named = answers.map((answer) => {
		const isSkipped = itemRequest.onceKey !== undefined && answer.skipped === true;
		const missing = isSkipped ? [] : names.filter(([name]) => !Object.hasOwn(answer, name));
		return missing.length > 0 ? { ...answer, ...Object.fromEntries(missing) } : answer;
	});
	return { state: 'sent', item, answers: named };
}

/**
 * The failure of one file of several names its field, and says what became of the other files, because someone may send
 * the whole item again.
 * @param itemRequest undefined if the item cannot be read
 */
export function failedPart(item: number, cause: Failure, itemRequest?: ItemRequest): Failed {
	const failure = itemRequest ? { ...cause, ...namesIn(itemRequest) } : cause;
	if (!itemRequest?.place) return { state: 'failed', item, failure };
	const { field, index, count } = itemRequest.place;
	const others = [
		index > 0 && 'those before it were sent',
		index + 1 < count && failure.since !== 'elsewhere' && 'this run did not start those after it',
	].filter(Boolean);
	const description = sentences(
		failure.description,
		`This is file ${index + 1} of ${count} of the item${others.length > 0 ? `: ${others.join(', ')}` : ''}.`,
	);
	const message = `${quoted(field)}: ${failure.message}`;
	return { state: 'failed', item, failure: { ...failure, message, description }, isFile: true };
}
