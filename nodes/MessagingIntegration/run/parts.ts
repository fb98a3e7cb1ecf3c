import type { Json } from '../api/answer';
import { notSentAgain } from '../api/deliveryFailures';
import { type Failure, lines, quoted } from '../api/failure';
import type { Hint } from '../api/hints';
import { type ItemRequest, namesIn } from '../api/request';
import type { Once } from '../memory/digests';
import type { Entry } from '../memory/journal';
import type { Connection } from '../n8n/connect';
import type { Attempts } from '../requests/attempts';

/** A part that is to be sent, and what became of it so far. */
export interface ToSend {
	state: 'toSend';
	/** The position in the input. */
	item: number;
	/** Becomes that of the text if the service refuses its content. */
	itemRequest: ItemRequest;
	connection: Connection;
	/** Undefined for a message without a Send Once Key. */
	once?: Once;
	/** In which an earlier run left it. */
	doubt?: Failure;
	attempts?: Attempts;
	/** Why the service refused its content, if its text is sent instead. */
	unsupported?: Failure;
	/** Whether typing was shown; undefined if it was not tried. */
	isTyped?: boolean;
	/** The last time the service asked to slow down instead of sending it. */
	refusal?: Failure;
	/** How it ended in this run. */
	ended?: Done | Failed;
}

/** The instance of an account through which a part is sent. */
export function instanceOf({ itemRequest, connection }: ToSend): string {
	return `${itemRequest.request.instanceId} ${connection.id}`;
}

/**
 * What has a result of its own: an item, one file of an item, or one of the people whom an item asks. `item` is the
 * position in the input. A part that is still to be sent when the run ends was not started, because another one failed.
 */
export type Part =
	| ToSend
	| ({ item: number; hints?: Hint[] } & (
			| {
					/** `skipped`: another execution sent it with its Send Once Key. */
					state: 'sent' | 'skipped';
					/** The JSON of its output items. */
					answers: Json[];
			  }
			| { state: 'failed'; failure: Failure }
	  ));

export type Done = Extract<Part, { state: 'sent' | 'skipped' }>;
export type Failed = Extract<Part, { state: 'failed' }>;

export const isSent = (part: Part) => part.state === 'sent';
/** Whether nothing is left to do. */
export const isDone = (part: Part): part is Done =>
	part.state === 'sent' || part.state === 'skipped';
export const isFailed = (part: Part) => part.state === 'failed';
export const isInDoubt = (part: Part) => isFailed(part) && part.failure.delivery === 'unknown';

/** A part that this run sent. The answer to a message also says who got what, unless the service says so itself. */
export function sentPart(part: ToSend, answers: Json[]): Done {
	const { item, itemRequest, isTyped, unsupported } = part;
	const isMessage = itemRequest.request.kind === 'message';
	const names = isMessage ? namesIn(itemRequest) : {};
	const missing = (answer: Json) =>
		Object.entries(names).filter(([name]) => !Object.hasOwn(answer, name));
	const named = answers.map((answer) => ({
		...answer,
		...Object.fromEntries(missing(answer)),
		...(unsupported && { sentAs: 'text' }),
	}));
	const hints: Hint[] = [
		...(itemRequest.hints ?? []),
		...(isTyped === false ? ['untyped' as const] : []),
	];
	return { state: 'sent', item, answers: named, ...(hints.length > 0 && { hints }) };
}

/** A part that this run need not send, or must not, because of what an earlier run left. @param name of the part */
export function knownPart(item: number, name: string, entry: Entry, continues: boolean): Part {
	if ('sent' in entry) return { state: 'sent', item, answers: entry.sent, hints: ['delivered'] };
	const failure = notSentAgain(entry.unsure, continues);
	const isOfSeveral = entry.unsure.message.startsWith(`${quoted(name)}: `);
	const message = isOfSeveral ? `${quoted(name)}: ${failure.message}` : failure.message;
	return { state: 'failed', item, failure: { ...failure, message } };
}

/**
 * The failure of one file of several names its field, and says what became of the other files, because someone may send
 * the whole item again.
 */
export function failedPart({ item, itemRequest }: ToSend, cause: Failure): Failed {
	const { partName, place } = itemRequest;
	const failure = { ...cause, ...namesIn(itemRequest) };
	if (!place) return { state: 'failed', item, failure };
	const { index, count } = place;
	const others = [
		index > 0 && 'those before it were sent',
		index + 1 < count && failure.about !== 'elsewhere' && 'this run did not start those after it',
	].filter(Boolean);
	const description = lines(
		failure.description,
		`This is file ${index + 1} of ${count} of the item${others.length > 0 ? `: ${others.join(', ')}` : ''}.`,
	);
	const message = `${quoted(partName)}: ${failure.message}`;
	return { state: 'failed', item, failure: { ...failure, message, description } };
}
