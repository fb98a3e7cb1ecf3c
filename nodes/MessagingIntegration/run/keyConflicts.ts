import { setImmediate as nextTurn } from 'node:timers/promises';

import { uploadOf, type ItemRequest } from '../service/request';
import { contentDigests, type Once } from '../memory/digests';

/** A message with a Send Once Key. Nothing but the key and the digest is known of one that was delivered before. */
interface Keyed {
	once?: Once;
	itemRequest?: ItemRequest;
}

/** Two messages with one key and different digests, whose files may be the same nevertheless. */
interface PerhapsSame {
	item: number;
	earlier: number;
	both: [ItemRequest, ItemRequest];
}

function fileAlone(itemRequest: ItemRequest): ItemRequest {
	const upload = uploadOf(itemRequest);
	return upload ? { partName: '', request: upload } : itemRequest;
}

/** Finds messages with the Send Once Key, recipient and instance of an earlier one, but with different content. */
export class KeyConflicts {
	private readonly first = new Map<string, Keyed & { item: number }>();
	private readonly found = new Map<number, number>();
	private readonly perhaps: PerhapsSame[] = [];

	/** Call with the messages of one item after the other. */
	add(item: number, messages: Keyed[]): void {
		for (const { once, itemRequest } of messages) {
			const earlier = once && this.first.get(once.key);
			if (once && !earlier) this.first.set(once.key, { once, itemRequest, item });
			if (!earlier || earlier.once?.content === once.content || this.found.has(item)) continue;
			const other = earlier.itemRequest;
			if (itemRequest && other && uploadOf(itemRequest) && uploadOf(other))
				this.perhaps.push({ item, earlier: earlier.item, both: [itemRequest, other] });
			else this.found.set(item, earlier.item);
		}
	}

	/**
	 * By item: the position of the earlier one. Only here are files read, because hashing those of every run would take
	 * long.
	 */
	async all(): Promise<Map<number, number>> {
		const digest = contentDigests();
		const isSame = async (one: ItemRequest, other: ItemRequest) =>
			(await digest(one)) === (await digest(other));
		for (const { item, earlier, both } of this.perhaps) {
			await nextTurn();
			// Of the files of an item, only the first has the caption.
			const [one, other] = item === earlier ? [fileAlone(both[0]), fileAlone(both[1])] : both;
			// A file that cannot be read is not known to be the same.
			if (!(await isSame(one, other).catch(() => false))) this.found.set(item, earlier);
		}
		return this.found;
	}
}
