import type { Json } from '../api/answer';
import { type Failure, quoted, sentences } from '../api/failure';
import type { FilePlace, ItemRequest } from '../api/request';

/** What has a result of its own: an item, or one file of an item with several. `item` is the position in the input. */
export type Part = ToSend | Sent | Failed | Stopped;

export interface ToSend {
	state: 'toSend';
	item: number;
	itemRequest: ItemRequest;
}

export interface Sent {
	state: 'sent';
	item: number;
	/** The JSON of its output items. */
	answers: Json[];
}

export interface Failed {
	state: 'failed';
	item: number;
	failure: Failure;
}

/** Not sent, because the run ended before. */
export interface Stopped {
	state: 'stopped';
	item: number;
}

export function isSent(part: Part): part is Sent {
	return part.state === 'sent';
}

export function isFailed(part: Part): part is Failed {
	return part.state === 'failed';
}

export function isInDoubt(part: Part): boolean {
	return isFailed(part) && part.failure.delivery === 'unknown';
}

/**
 * A part that failed. The failure of one file of several names its field, and says what became of the other files,
 * because someone may send the whole item again.
 */
export function failedPart(item: number, failure: Failure, place?: FilePlace): Failed {
	if (!place) return { state: 'failed', item, failure };
	const { field, index, count } = place;
	const others = [
		...(index > 0 ? ['those before it were sent'] : []),
		...(index + 1 < count && failure.since !== 'elsewhere' ? ['those after it were not'] : []),
	].join(', ');
	const description = sentences(
		failure.description,
		`This is file ${index + 1} of ${count} of the item${others && `: ${others}`}.`,
	);
	const message = `${quoted(field)}: ${failure.message}`;
	return { state: 'failed', item, failure: { ...failure, message, description } };
}
