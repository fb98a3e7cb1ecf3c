import { earlierRunLost, keyConflict, stoppedBeforeSending } from '../api/deliveryFailures';
import type { Failure } from '../api/failure';
import type { ItemRequest } from '../api/request';
import { onceOf } from '../memory/digests';
import type { Entry, Journal } from '../memory/journal';
import type { Connection } from '../n8n/connect';
import { failureFrom } from '../n8n/errors';
import { inTurns } from '../n8n/inTurns';
import { KeyConflicts } from './keyConflicts';
import { failedPart, knownPart, type Part, type ToSend } from './parts';

export interface ItemReader {
	/** Turns the parameters of one item into its requests. Sends nothing. */
	read: (itemIndex: number) => ItemRequest[];
	/** The recipient as the user entered it. */
	entered: (itemIndex: number) => string | undefined;
}

interface ReadOptions {
	/** The requests of an item, and the connection of its account. Called at most once for each item. */
	read: (item: number) => { requests: ItemRequest[]; connection: Connection };
	entered: ItemReader['entered'];
	journal: Pick<Journal, 'item' | 'wasRead' | 'isLost'>;
	resendWhenUnsure: boolean;
	continues: boolean;
	/** Whether the parts of an item are people. A doubt about one does not keep the others from being asked. */
	isQuestion: boolean;
	/** No item is read after it aborts. */
	signal?: AbortSignal;
}

type Entries = Array<[name: string, entry: Entry]>;

/** The requests of an item, or why it cannot be sent. Nothing has been sent yet. */
function readItem(item: number, { read, signal }: ReadOptions): ToSend[] | Failure {
	if (signal?.aborted) return stoppedBeforeSending(signal).failure;
	try {
		const { requests, connection } = read(item);
		return requests.map((itemRequest): ToSend => {
			const once = onceOf(itemRequest, connection.account);
			return { state: 'toSend', item, itemRequest, connection, ...(once && { once }) };
		});
	} catch (error) {
		return { ...failureFrom(error), delivery: 'notSent' };
	}
}

const lost = earlierRunLost().failure;

/**
 * Whether a message that nothing is known of may be sent, though an earlier run may be lost: a key knows, and the links of
 * a lost question lead nowhere. All other requests reach nobody twice.
 */
function isSafe({ itemRequest, once }: ToSend, options: ReadOptions): boolean {
	const { journal, resendWhenUnsure, isQuestion } = options;
	const isUnknown = journal.isLost && itemRequest.request.kind === 'message' && !once;
	return !isUnknown || resendWhenUnsure || isQuestion;
}

/** The parts of an item that was read, of which an earlier run sent some, or left some in doubt. */
function continuedParts(
	item: number,
	entries: Entries,
	read: ToSend[],
	options: ReadOptions,
): Part[] {
	const { continues, resendWhenUnsure } = options;
	const names = new Set(read.map(({ itemRequest }) => itemRequest.partName));
	// A file that was sent stays sent, also if nothing names it any more.
	const gone = entries.filter(([name, entry]) => 'sent' in entry && !names.has(name));
	const known = new Map(entries);
	return [
		...gone.map(([name, entry]) => knownPart(item, name, entry, continues)),
		...read.map((toSend): Part => {
			const name = toSend.itemRequest.partName;
			const entry = known.get(name);
			if (!entry) return isSafe(toSend, options) ? toSend : failedPart(toSend, lost);
			if ('unsure' in entry && resendWhenUnsure) return { ...toSend, doubt: entry.unsure };
			return knownPart(item, name, entry, continues);
		}),
	];
}

/** The parts of an item. One that was delivered completely, or is in doubt, is not read. */
function partsOf(item: number, conflicts: KeyConflicts, options: ReadOptions): Part[] {
	const { journal, resendWhenUnsure, continues, isQuestion, entered } = options;
	const { parts = {}, isComplete } = journal.item(item) ?? {};
	const entries = Object.entries(parts);
	// Another message with the key of one that was delivered would be skipped without a word.
	conflicts.add(
		item,
		entries.map(([, { once }]) => ({ once })),
	);
	const known = () => entries.map(([name, entry]) => knownPart(item, name, entry, continues));
	const isInDoubt = entries.some(([, entry]) => 'unsure' in entry);
	if (isComplete || (isInDoubt && !resendWhenUnsure && !isQuestion)) return known();
	const read = readItem(item, options);
	if (entries.length > 0) journal.wasRead(item);
	if (Array.isArray(read)) {
		conflicts.add(
			item,
			read.filter(({ itemRequest }) => !Object.hasOwn(parts, itemRequest.partName)),
		);
		return continuedParts(item, entries, read, options);
	}
	if (isInDoubt) return known();
	return [...known(), { state: 'failed', item, failure: { ...read, entered: entered(item) } }];
}

/** Fails the items whose key an earlier one has: their parts that were to be sent become one failure. */
function withConflicts(all: Part[], found: Map<number, number>, continues: boolean): Part[] {
	const failed = new Set<number>();
	return all.flatMap((part): Part[] => {
		const { item } = part;
		const earlier = found.get(item);
		if (part.state !== 'toSend' || earlier === undefined) return [part];
		const { request, partName } = part.itemRequest;
		if (part.doubt) return [knownPart(item, partName, { unsure: part.doubt }, continues)];
		if (failed.has(item)) return [];
		failed.add(item);
		const failure = { ...keyConflict(earlier).failure, entered: String(request.body?.to) };
		return [{ state: 'failed', item, failure }];
	});
}

/**
 * Reads the parameters of every item that is still to be sent. Nothing that was edited can change what is known of an
 * item. An error of one item does not affect the others.
 * @returns the parts of all items, in input order, then in the order of the item's files
 */
export async function readItems(
	count: number,
	options: ReadOptions,
): Promise<{ parts: Part[]; hasKeyConflicts: boolean }> {
	const conflicts = new KeyConflicts();
	const all: Part[] = [];
	await inTurns(count, (item) => void all.push(...partsOf(item, conflicts, options)));
	const found = await conflicts.all();
	if (found.size === 0) return { parts: all, hasKeyConflicts: false };
	return { parts: withConflicts(all, found, options.continues), hasKeyConflicts: true };
}
