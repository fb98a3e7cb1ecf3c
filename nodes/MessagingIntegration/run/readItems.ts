import { failed, type Failed, type WhenUnsure } from '../service/ending';
import { invalidInput } from '../service/inputError';
import { type ItemRequest, uploadOf } from '../service/request';
import { onceOf } from '../memory/digests';
import type { Entry, Journal } from '../memory/journal';
import type { Connection } from '../n8n/connect';
import { failureFrom } from '../n8n/errors';
import { inTurns } from '../n8n/inTurns';
import { KeyConflicts } from './keyConflicts';
import {
	type DonePart,
	failedPart,
	inDoubtAgain,
	isDone,
	isSent,
	knownPart,
	lostIn,
	notBegun,
	type Part,
	type ToSend,
} from './parts';

export interface ItemReader {
	/** Turns the parameters of one item into its requests. Sends nothing. */
	read: (itemIndex: number) => ItemRequest[];
	/** The recipient as the user entered it. */
	entered: (itemIndex: number) => string | undefined;
	/** For an empty parameter "Instance". */
	setOnlyInstance: (of: ((itemIndex: number) => string) | undefined) => void;
}

interface ReadOptions {
	/** The requests of an item, and the connection of its account. Called at most once for each item. */
	read: (item: number) => { requests: ItemRequest[]; connection: Connection };
	entered: ItemReader['entered'];
	journal: Pick<Journal, 'item' | 'wasRead' | 'isLost' | 'isUnclaimed'>;
	whenUnsure: WhenUnsure;
	continues: boolean;
	/** Whether the parts of an item are people. A doubt about one does not keep the others from being asked. */
	isQuestion: boolean;
	/** No item is read after it aborts. */
	signal?: AbortSignal;
}

type Entries = Array<[name: string, entry: Entry]>;

/** The requests of an item, or why it cannot be sent. Nothing has been sent yet. */
function readItem(
	item: number,
	{ read, signal, journal }: ReadOptions,
): ToSend[] | DonePart | Failed {
	if (signal?.aborted) return notBegun(signal, journal);
	try {
		const { requests, connection } = read(item);
		const [{ skipped } = {}] = requests as [ItemRequest?];
		if (skipped) return { state: 'noFile', item, answers: [skipped], hints: ['noFile'] };
		return requests.map((itemRequest): ToSend => {
			const once = onceOf(itemRequest, connection.account);
			return { state: 'toSend', item, itemRequest, connection, ...(once && { once }) };
		});
	} catch (error) {
		return { ...failureFrom(error), delivery: 'notSent' };
	}
}

const doubtIn = (entry: Entry, continues: boolean) =>
	'unsure' in entry
		? (entry.unsure.failure ?? inDoubtAgain(entry.unsure.failure, continues))
		: undefined;

const textSplitDifferently = () =>
	failureFrom(
		invalidInput(
			'changedInTheMiddle',
			'The rest of this text was not sent: the text makes fewer messages than before',
			'Its first messages were sent. Set "Text" and "Split Text" back to what they were and retry, or send the rest in a new execution.',
		),
	);

/**
 * Whether an earlier run left messages of a text unsent, and the text no longer makes them. Whoever removes a file does
 * not want it sent.
 * @param parts of an item that the earlier run did not complete
 */
function isRestGone(
	parts: Part[],
	entries: Entries,
	read: ToSend[],
	{ whenUnsure, isQuestion }: ReadOptions,
): boolean {
	const isCounted = (part: Part) => whenUnsure === 'countAsSent' && 'doubt' in part;
	if (!parts.every((part) => isSent(part) || isCounted(part))) return false;
	const isText = !isQuestion && read.every(({ itemRequest }) => !uploadOf(itemRequest));
	// A doubt about a text that was never split leaves nothing behind.
	const wasLonger = entries.some(
		([, entry]) => 'unsure' in entry && (entry.unsure.file?.count ?? 0) > read.length,
	);
	return isText && (wasLonger || parts.every(isSent));
}

/** The parts of an item that was read, of which an earlier run sent some, or left some in doubt. */
function continuedParts(
	item: number,
	entries: Entries,
	read: ToSend[],
	options: ReadOptions,
): Part[] {
	const { continues, whenUnsure, journal, entered } = options;
	const names = new Set(read.map(({ itemRequest }) => itemRequest.partName));
	// A file that was sent stays sent, also if nothing names it any more.
	const gone = entries.filter(([name, entry]) => 'sent' in entry && !names.has(name));
	const known = new Map(entries);
	const parts = [
		...gone.map(([, entry]) => knownPart(item, entry, continues)),
		...read.map((toSend): Part => {
			const name = toSend.itemRequest.partName;
			const entry = known.get(name);
			const doubt = entry ? doubtIn(entry, continues) : lostIn(journal, toSend.once);
			if (!doubt) return entry ? knownPart(item, entry, continues) : toSend;
			if (whenUnsure !== 'fail') return { ...toSend, doubt };
			return entry ? knownPart(item, entry, continues) : failedPart(toSend, doubt);
		}),
	];
	if (!isRestGone(parts, entries, read, options)) return parts;
	return [
		...parts,
		{ state: 'failed', item, failure: textSplitDifferently(), entered: entered(item) },
	];
}

/** The parts of an item. One that was delivered completely, or is in doubt, is not read. */
function partsOf(item: number, conflicts: KeyConflicts, options: ReadOptions): Part[] {
	const { journal, whenUnsure, continues, isQuestion, entered } = options;
	const { parts = {}, isComplete } = journal.item(item) ?? {};
	const entries = Object.entries(parts);
	// Another message with the key of one that was delivered would be skipped without a word.
	conflicts.add(
		item,
		entries.map(([, { once }]) => ({ once })),
	);
	const known = () => entries.map(([, entry]) => knownPart(item, entry, continues));
	const isInDoubt = entries.some(([, entry]) => 'unsure' in entry);
	if (isComplete || (isInDoubt && whenUnsure === 'fail' && !isQuestion)) return known();
	const read = readItem(item, options);
	journal.wasRead(item);
	if (Array.isArray(read)) {
		conflicts.add(
			item,
			read.filter(({ itemRequest }) => !Object.hasOwn(parts, itemRequest.partName)),
		);
		return continuedParts(item, entries, read, options);
	}
	if (isInDoubt) return known();
	if (isDone(read)) return [...known(), read];
	return [...known(), { state: 'failed', item, failure: read, entered: entered(item) }];
}

/** Fails the items whose key an earlier one has: their parts that were to be sent become one failure. */
function withConflicts(all: Part[], found: Map<number, number>, continues: boolean): Part[] {
	const done = new Set<number>();
	return all.flatMap((part): Part[] => {
		const { item } = part;
		const earlier = found.get(item);
		if (part.state !== 'toSend' || earlier === undefined) return [part];
		const { request } = part.itemRequest;
		if (part.doubt) return [knownPart(item, { unsure: { failure: part.doubt } }, continues)];
		if (done.has(item)) return [];
		done.add(item);
		const failure = failed('keyConflict', { item: earlier }, 'notSent', 'input');
		return [{ state: 'failed', item, failure, entered: String(request.body?.to) }];
	});
}

/**
 * Reads the parameters of every item that is still to be sent. Nothing that was edited can change what is known of an
 * item. An error of one item does not affect the others.
 * @returns the parts of all items, in input order, then in the order of the item's files
 */
export async function readItems(count: number, options: ReadOptions): Promise<Part[]> {
	const conflicts = new KeyConflicts();
	const all: Part[] = [];
	await inTurns(count, (item) => void all.push(...partsOf(item, conflicts, options)));
	const found = await conflicts.all();
	return found.size === 0 ? all : withConflicts(all, found, options.continues);
}
