import { setImmediate as nextTurn } from 'node:timers/promises';

import { canceledBeforeSending, keyConflict } from '../api/deliveryFailures';
import type { Failure } from '../api/failure';
import { fileOf, type ItemRequest } from '../api/request';
import { contentDigests, type Once, onceOf } from '../memory/digests';
import type { Journal } from '../memory/journal';
import type { Connection } from '../n8n/connect';
import { failureFrom } from '../n8n/errors';
import { inTurns } from './inTurns';
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

/** A message with a Send Once Key. Nothing but the key and the digest is known of one that was delivered before. */
interface Keyed {
	once?: Once;
	itemRequest?: ItemRequest;
}

/**
 * Finds the items with a message of the same Send Once Key, recipient and instance as an earlier one, but with different
 * content. `add` takes the messages of one item after the other; `found` gives the position of the earlier one, by item.
 */
function keyConflicts() {
	const first = new Map<string, Keyed & { item: number }>();
	const found = new Map<number, number>();
	const perhaps: Array<{ item: number; earlier: number; both: ItemRequest[] }> = [];
	const add = (item: number, messages: Keyed[]) => {
		for (const { once, itemRequest } of messages) {
			const earlier = once && first.get(once[0]);
			if (once && !earlier) first.set(once[0], { once, itemRequest, item });
			if (!earlier || earlier.once?.[1] === once[1] || found.has(item)) continue;
			const both = [itemRequest, earlier.itemRequest].flatMap((one) => one ?? []);
			const haveFiles = both.length === 2 && both.every((one) => fileOf(one));
			if (haveFiles) perhaps.push({ item, earlier: earlier.item, both });
			else found.set(item, earlier.item);
		}
	};
	const isSame = async (digest: ReturnType<typeof contentDigests>, both: ItemRequest[]) => {
		const [one, other] = await Promise.all(both.map(digest));
		return one === other;
	};
	return {
		add,
		/** Only here are files read, because hashing those of every run would take long. */
		async found() {
			const digest = contentDigests();
			for (const { item, earlier, both } of perhaps) {
				await nextTurn();
				// A file that cannot be read is not known to be the same.
				if (!(await isSame(digest, both).catch(() => false))) found.set(item, earlier);
			}
			return found;
		},
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
	const conflicts = keyConflicts();
	const all: Part[] = [];

	/** The requests of an item, or why it cannot be sent. Nothing has been sent yet. */
	const readNow = (item: number, isKnown: (part: string) => boolean): ToSend[] | Failure => {
		if (signal?.aborted) return canceledBeforeSending().failure;
		try {
			const { requests, connection } = read(item);
			const parts = requests.map((itemRequest): ToSend => {
				const once = onceOf(itemRequest, connection.account);
				return {
					state: 'toSend',
					item,
					itemRequest,
					connection,
					...(once && { once }),
				};
			});
			conflicts.add(
				item,
				parts.filter(({ itemRequest }) => !isKnown(itemRequest.part)),
			);
			return parts;
		} catch (error) {
			return { ...failureFrom(error), delivery: 'notSent' };
		}
	};

	await inTurns(count, (item) => {
		const { parts = {}, isComplete } = journal.item(item) ?? {};
		const entries = Object.entries(parts);
		const byName = new Map(entries);
		// Another message with the key of one that was delivered would be skipped without a word.
		conflicts.add(
			item,
			entries.map(([, { once }]) => ({ once })),
		);
		const isInDoubt = entries.some(([, entry]) => 'unsure' in entry);
		const known = (wanted: typeof entries) =>
			wanted.map(([name, entry]) => knownPart(item, name, entry, continues));
		if (isComplete || (isInDoubt && !resendWhenUnsure && !isQuestion))
			return void all.push(...known(entries));
		const read = readNow(item, (part) => byName.has(part));
		if (entries.length > 0) journal.wasRead(item);
		if (!Array.isArray(read)) {
			all.push(...known(entries));
			const failure = { ...read, entered: entered(item) };
			if (!isInDoubt) all.push({ state: 'failed', item, failure });
			return;
		}
		const isNamed = (name: string) => read.some(({ itemRequest }) => itemRequest.part === name);
		// A file that was sent stays sent, also if nothing names it any more.
		all.push(...known(entries.filter(([name, entry]) => 'sent' in entry && !isNamed(name))));
		for (const toSend of read) {
			const name = toSend.itemRequest.part;
			const entry = byName.get(name);
			if (!entry) all.push(toSend);
			else if ('sent' in entry || !resendWhenUnsure)
				all.push(knownPart(item, name, entry, continues));
			else all.push({ ...toSend, doubt: entry.unsure });
		}
	});
	const found = await conflicts.found();
	if (found.size === 0) return { parts: all, hasKeyConflicts: false };
	const parts = all.flatMap((part, at): Part[] => {
		const { item } = part;
		const earlier = found.get(item);
		if (part.state !== 'toSend' || earlier === undefined) return [part];
		const { request, part: name } = part.itemRequest;
		if (part.doubt) return [knownPart(item, name, { unsure: part.doubt }, continues)];
		const before = all[at - 1];
		if (before?.item === item && before.state === 'toSend') return [];
		const failure = { ...keyConflict(earlier).failure, entered: String(request.body?.to) };
		return [{ state: 'failed', item, failure }];
	});
	return { parts, hasKeyConflicts: true };
}
