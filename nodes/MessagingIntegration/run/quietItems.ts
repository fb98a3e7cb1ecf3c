import type { Done, WhenUnsure } from '../service/ending';
import { namesIn } from '../service/request';
import { donePart, type Part, type ToSend } from './parts';

/**
 * Holds back items whose recipients are in quiet hours: as a whole, because whoever sends one later sends all of its
 * parts. For the same reason an item that has begun is finished.
 */
export class QuietItems {
	private readonly held = new Set<number>();
	/** Those of which an earlier run sent something, or may have. */
	private readonly begun = new Set<number>();

	constructor(private readonly whenUnsure: WhenUnsure) {}

	/** How a part ends that is held back; undefined if it may begin now. Call in the order of the parts of an item. */
	heldBack({ item, itemRequest, doubt, attempts }: ToSend): Done | undefined {
		const { sendAfter, place } = itemRequest;
		// One output item stands for all parts.
		if (this.held.has(item)) return { state: 'held', answers: [], hints: ['held'] };
		// A doubt that is counted as sent needs no message.
		const isSettled = doubt && this.whenUnsure === 'countAsSent';
		const isBegun = place?.index || this.begun.has(item) || attempts?.doubt;
		if (isBegun || isSettled) return undefined;
		const at = sendAfter?.();
		if (at === undefined) return undefined;
		this.held.add(item);
		const { to } = namesIn(itemRequest);
		return { state: 'held', answers: [{ held: true, sendAfter: at, to }], hints: ['held'] };
	}

	/** The parts of a run, before it begins. */
	withHeld(parts: Part[]): Part[] {
		for (const part of parts) if (part.state !== 'toSend') this.begun.add(part.item);
		return parts.map((part) => {
			if (part.state !== 'toSend') return part;
			const held = this.heldBack(part);
			return held ? donePart(part, held) : part;
		});
	}
}
