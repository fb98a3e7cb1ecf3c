import type { Journal } from '../delivery';
import { because, type Why } from '../words/why';
import type { ReadItem } from './readItems';

/** Fails messages with the Send Once Key, recipient and instance of an earlier item, but with other content. */
export function keysThatConflict(
	items: ReadItem[],
	{ journal }: { journal: Pick<Journal<Why>, 'keysOf'> },
): ReadItem[] {
	const first = new Map<string, { item: number; content: string }>();
	return items.map((read) => {
		const { item, once } = read;
		// Another message with the key of one that an earlier run settled would be skipped without a word.
		const known = once ? [] : journal.keysOf(item);
		for (const one of once ? [once] : known) {
			const { key, content } = one;
			const earlier = first.get(key);
			if (!earlier) first.set(key, { item, content });
			else if (once && earlier.content !== content) {
				const cannot: ReadItem['cannot'] = {
					...because('keyConflict', { item: earlier.item }),
					delivery: 'notSent',
					origin: 'input',
				};
				const entered = String(read.requests[0]?.request.body?.to);
				return { item, requests: [], cannot, entered };
			}
		}
		return read;
	});
}
