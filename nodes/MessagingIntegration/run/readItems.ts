import { canceledBeforeSending, keyConflict } from '../api/deliveryFailures';
import type { Failure } from '../api/failure';
import type { ItemRequest } from '../api/request';
import { type Once, onceOf } from '../memory/digests';
import type { Journal } from '../memory/journal';
import type { Connection } from '../n8n/connect';
import { failureFrom } from '../n8n/errors';
import { inTurns } from './lanes';
import { knownPart, type Part, type ToSend } from './parts';

export interface ItemReader {
	/** Turns the parameters of one item into its requests. Sends nothing. */
	read: (itemIndex: number) => ItemRequest[];
	/** The recipient as the user entered it. */
	entered: (itemIndex: number) => string | undefined;
}

/** The requests of an item, and the connection of its account. */
interface Readable {
	requests: ItemRequest[];
	connection: Connection;
}

interface ReadItems {
	/** The parts of all items, in input order, then in the order of the item's files. */
	parts: Part[];
	hasKeyConflicts: boolean;
}

interface Known {
	journal: Pick<Journal, 'item' | 'wasRead'>;
	resendWhenUnsure: boolean;
	continues: boolean;
	/** Whether the parts of an item are people. A doubt about one does not keep the others from being asked. */
	isQuestion: boolean;
	entered: ItemReader['entered'];
	/** No item is read after it aborts. */
	signal?: AbortSignal;
}

/**
 * Finds the items with a message of the same Send Once Key, recipient and instance as an earlier item, but with
 * different content.
 * @returns a function that takes one item after the other, and returns the position of the earlier one
 */
function keyConflicts() {
	const first = new Map<string, { item: number; content: string }>();
	return (item: number, all: Array<Once | undefined>): number | undefined => {
		for (const once of all) {
			if (!once) continue;
			const [key, content] = once;
			const earlier = first.get(key);
			if (!earlier) first.set(key, { item, content });
			else if (earlier.content !== content) return earlier.item;
		}
		return undefined;
	};
}

/**
 * Reads the parameters of every item that is still to be sent. One that was delivered completely, or is in doubt, is not
 * read: nothing that was edited can change what is known of it. An error of one item does not affect the others.
 * @param read called at most once for each item
 */
export async function readItems(
	count: number,
	read: (item: number) => Readable,
	{ journal, resendWhenUnsure, continues, isQuestion, entered, signal }: Known,
): Promise<ReadItems> {
	const conflictOf = keyConflicts();
	const result: ReadItems = { parts: [], hasKeyConflicts: false };

	/** The requests of an item, or why it cannot be sent. Nothing has been sent yet. */
	const readNow = (item: number, isKnown: (part: string) => boolean): ToSend[] | Failure => {
		if (signal?.aborted) return canceledBeforeSending().failure;
		try {
			const { requests, connection } = read(item);
			const parts = requests.map((itemRequest): ToSend => {
				const once = onceOf(itemRequest, connection.account);
				return { state: 'toSend', item, itemRequest, connection, ...(once && { once }) };
			});
			const unknown = parts.filter(({ itemRequest }) => !isKnown(itemRequest.part));
			const earlier = conflictOf(
				item,
				unknown.map(({ once }) => once),
			);
			if (earlier === undefined) return parts;
			result.hasKeyConflicts = true;
			return keyConflict(earlier).failure;
		} catch (error) {
			return { ...failureFrom(error), delivery: 'notSent' };
		}
	};

	await inTurns(count, (item) => {
		const { parts = {}, isComplete } = journal.item(item) ?? {};
		const entries = Object.entries(parts);
		const byName = new Map(entries);
		// Another message with the key of one that was delivered would be skipped without a word.
		conflictOf(
			item,
			entries.map(([, { once }]) => once),
		);
		const isInDoubt = entries.some(([, entry]) => 'unsure' in entry);
		const known = (wanted: typeof entries) =>
			wanted.map(([name, entry]) => knownPart(item, name, entry, continues));
		if (isComplete || (isInDoubt && !resendWhenUnsure && !isQuestion))
			return void result.parts.push(...known(entries));
		const read = readNow(item, (part) => byName.has(part));
		if (entries.length > 0) journal.wasRead(item);
		if (!Array.isArray(read)) {
			result.parts.push(...known(entries));
			const failure = { ...read, entered: entered(item) };
			if (!isInDoubt) result.parts.push({ state: 'failed', item, failure });
			return;
		}
		const isNamed = (name: string) => read.some(({ itemRequest }) => itemRequest.part === name);
		// A file that was sent stays sent, also if nothing names it any more.
		result.parts.push(
			...known(entries.filter(([name, entry]) => 'sent' in entry && !isNamed(name))),
		);
		for (const toSend of read) {
			const name = toSend.itemRequest.part;
			const entry = byName.get(name);
			if (!entry) result.parts.push(toSend);
			else if ('sent' in entry || !resendWhenUnsure)
				result.parts.push(knownPart(item, name, entry, continues));
			else result.parts.push({ ...toSend, doubt: entry.unsure });
		}
	});
	return result;
}
