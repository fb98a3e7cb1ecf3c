import { keyConflict } from '../api/deliveryFailures';
import { isReadable, type ReadItem } from '../api/request';
import { inTurns } from '../delivery/inTurns';
import { keyDigest, requestDigest } from '../memory/requestDigest';

/**
 * Marks items that have the same Send Once Key, recipient and instance as an earlier item, but different content.
 * @param readItems each conflicting item is replaced by an error
 * @returns whether there are any conflicts
 */
export async function markKeyConflicts(readItems: Array<ReadItem | undefined>): Promise<boolean> {
	const first = new Map<string, { itemIndex: number; content: string }>();
	let found = false;
	await inTurns(readItems.length, (itemIndex) => {
		const readItem = readItems[itemIndex];
		if (!isReadable(readItem)) return;
		const [request] = readItem;
		const key = request && keyDigest(request);
		if (key === undefined) return;
		const content = readItem.map(requestDigest).join();
		const earlier = first.get(key);
		if (!earlier) first.set(key, { itemIndex, content });
		else if (earlier.content !== content) {
			readItems[itemIndex] = { error: keyConflict(earlier.itemIndex) };
			found = true;
		}
	});
	return found;
}
