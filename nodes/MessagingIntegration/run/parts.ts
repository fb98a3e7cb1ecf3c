import { type Done, failed, type Failed, stopped } from '../service/ending';
import { type ItemRequest, namesIn, type PlaceInItem } from '../service/request';
import { lines, quoted } from '../service/sentences';
import { whyStopped } from '../service/whyStopped';
import { describe } from '../service/words';
import type { Once } from '../memory/digests';
import type { Entry, Journal } from '../memory/journal';
import type { Connection } from '../n8n/connect';
import type { Report } from '../n8n/errors';
import type { Attempts } from '../requests/attempts';

/** A part that is to be sent, and what became of it so far. */
export interface ToSend {
	state: 'toSend';
	/** The position in the input. */
	item: number;
	itemRequest: ItemRequest;
	connection: Connection;
	/** Undefined for a message without a Send Once Key. */
	once?: Once;
	/** In which an earlier run left it. */
	doubt?: Failed;
	attempts?: Attempts;
	/** Whether typing was shown; undefined if it was not tried. */
	isTyped?: boolean;
	/** Whether it asks an instance that accepts nothing. */
	isProbe?: boolean;
	/** When its last request ended (ms). */
	answeredAt?: number;
	/** The last time the service asked to slow down instead of sending it. */
	refusal?: Failed;
	/** How it ended in this run. */
	ended?: DonePart | FailedPart;
}

export type DonePart = { item: number; noun?: PlaceInItem['noun'] } & Done;

export const donePart = ({ item, itemRequest }: ToSend, done: Done): DonePart => ({
	...{ item, noun: itemRequest.place?.noun },
	...done,
});

export interface FailedPart {
	state: 'failed';
	item: number;
	failure: Failed;
	/** Who should have got what. */
	names?: { to?: string; fileName?: string };
	/** The recipient as the user entered it, if the item cannot be sent. */
	entered?: string;
	/** What else is known about it, as a sentence. */
	more?: string;
	/** One of several files or messages of the item. Its place is known if this run read the item. */
	file?: { name: string } & Partial<PlaceInItem>;
}

/**
 * What has a result of its own: an item, one file of an item, or one of the people whom an item asks. `item` is the
 * position in the input. A part that is still to be sent when the run ends was not started, because another one failed.
 */
export type Part = ToSend | DonePart | FailedPart;

/** The instance of an account through which a part is sent. */
export function instanceKeyOf({ itemRequest, connection }: ToSend): string {
	return `${itemRequest.request.instanceId} ${connection.id}`;
}

export const isSent = (part: Part) => part.state === 'sent';
/** Whether nothing is left to do. */
export const isDone = (part: Part | Failed): part is DonePart => 'answers' in part;
export const isFailed = (part: Part) => part.state === 'failed';
export const isInDoubt = (part: Part) => isFailed(part) && part.failure.delivery === 'unknown';

/** A part that this run need not send, or must not, because of what an earlier run left. */
export function knownPart(item: number, entry: Entry, continues: boolean): Part {
	if ('sent' in entry) return { state: 'sent', item, answers: entry.sent, hints: ['delivered'] };
	const { names, file } = entry.unsure;
	return {
		state: 'failed',
		item,
		failure: inDoubtAgain(entry.unsure.failure, continues),
		names,
		file,
	};
}

/**
 * Why a message that an earlier run left in doubt is not sent again.
 * @param earlier undefined if this run cannot read what the earlier one kept
 */
export function inDoubtAgain(earlier: Failed | undefined, continues: boolean): Failed {
	const facts = { ...(earlier && { earlier }), continues };
	return failed('inDoubtFromEarlierRun', facts, 'unknown', 'earlierRun');
}

/** What a run knows of the runs before it. */
type Known = Pick<Journal, 'isLost' | 'isUnclaimed'>;

/** The doubt about a message of which nothing is known, if an earlier run may be lost. Undefined if a key knows. */
export const lostIn = ({ isLost }: Pick<Known, 'isLost'>, once?: Once) =>
	isLost && !once ? failed('earlierRunLost', {}, 'unknown', 'lostRun') : undefined;

/** For a message that had not begun when the run was stopped. */
export const notBegun = (signal: AbortSignal, { isUnclaimed, isLost }: Known) =>
	isUnclaimed || isLost
		? failed('stopped', { why: whyStopped(signal), mayBeSent: true }, 'unknown', 'elsewhere')
		: stopped(signal);

export function failedPart({ item, itemRequest }: ToSend, failure: Failed): FailedPart {
	const { partName, place } = itemRequest;
	return {
		...{ state: 'failed', item, failure, names: namesIn(itemRequest) },
		...(place && { file: { name: partName, ...place } }),
	};
}

/**
 * The words about a part. That of one of several files or messages names it, and says what became of the others, because
 * someone may send the whole item again.
 * @param isInEditor as in `describe`
 */
export function reportOfPart(
	{ failure, names, file, more }: FailedPart,
	isInEditor = false,
): Report {
	const { message, description } = describe(failure, isInEditor);
	if (!file)
		return { failure, message, description: lines(description, more) || undefined, ...names };
	const { name, index, count, noun } = file;
	const whichFile = () => {
		if (index === undefined || count === undefined) return undefined;
		const others = [
			index > 0 && 'those before it were sent',
			index + 1 < count &&
				failure.origin !== 'elsewhere' &&
				'this run did not start those after it',
		].filter(Boolean);
		const ofItem = `This is ${noun} ${index + 1} of ${count} of the item`;
		return others.length > 0 ? `${ofItem}: ${others.join(', ')}.` : `${ofItem}.`;
	};
	return {
		...{ failure, ...names, message: name === '' ? message : `${quoted(name)}: ${message}` },
		description: lines(description, whichFile()),
	};
}
