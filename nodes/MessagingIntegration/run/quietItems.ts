import { failed, type Failed, type WhenUnsure } from '../service/ending';
import { failedPart, type Part, type ToSend } from './parts';

/**
 * Fails items whose recipients are in quiet hours: as a whole, because whoever sends one later sends all of its parts. For
 * the same reason an item that has begun is finished.
 */
export class QuietItems {
	private readonly quiet = new Map<number, Failed>();
	/** Those of which an earlier run sent something, or may have. */
	private readonly begun = new Set<number>();

	constructor(private readonly whenUnsure: WhenUnsure) {}

	/** Why a part may not begin now; undefined if it may. Call in the order of the parts of an item. */
	whyNotNow({ item, itemRequest, doubt, attempts }: ToSend): Failed | undefined {
		const { sendAfter, place } = itemRequest;
		if (this.quiet.has(item)) return this.quiet.get(item);
		// A doubt that is counted as sent needs no message.
		const isSettled = doubt && this.whenUnsure === 'countAsSent';
		const isBegun = place?.index || this.begun.has(item) || attempts?.doubt;
		if (isBegun || isSettled) return undefined;
		const at = sendAfter?.();
		if (at === undefined) return undefined;
		const failure = failed('quietHours', { sendAfter: at }, 'notSent', 'quietHours');
		this.quiet.set(item, failure);
		return failure;
	}

	/** The parts of a run, before it begins. */
	withQuiet(parts: Part[]): Part[] {
		for (const part of parts) if (part.state !== 'toSend') this.begun.add(part.item);
		return parts.map((part) => {
			if (part.state !== 'toSend') return part;
			const failure = this.whyNotNow(part);
			if (!failure) return part;
			// A night does not settle an earlier doubt.
			return failedPart(part, part.doubt ? { ...part.doubt, again: failure } : failure);
		});
	}
}
