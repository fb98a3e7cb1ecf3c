import { setTimeout as sleep } from 'node:timers/promises';

import type { ItemRequest } from '../api/request';

/** The shortest and the longest pause, in seconds. */
export interface PauseRange {
	min: number;
	max: number;
}

/** @param chance from 0 to 1 @returns ms */
export function pauseWithin({ min, max }: PauseRange, chance: number): number {
	return Math.round((min + (max - min) * chance) * 1000);
}

/**
 * How long pauses and typing indications take on average. Instances do not wait for each other, so the slowest counts.
 * @returns ms, without the time that the requests take
 */
export function expectedDuration(
	messages: Array<Pick<ItemRequest, 'request' | 'typing'>>,
	range: PauseRange,
): number {
	const average = pauseWithin(range, 0.5);
	const durations = new Map<string | undefined, number>();
	for (const { request, typing } of messages) {
		// No pause comes before the first message of an instance.
		const before = durations.get(request.instanceId);
		const pause = before === undefined ? 0 : average;
		durations.set(request.instanceId, (before ?? 0) + pause + (typing?.duration ?? 0));
	}
	return Math.max(0, ...durations.values());
}

/** Random pauses between the messages of each instance. */
export class Pauses {
	/** Instances through which a message was attempted since the last pause. */
	private readonly due = new Set<string | undefined>();
	private finished = 0;

	constructor(
		readonly range: PauseRange,
		private readonly chance = Math.random,
	) {}

	/** The number of pauses so far. */
	get count(): number {
		return this.finished;
	}

	/** Call before each message is attempted. */
	attempted(instanceId: string | undefined): void {
		this.due.add(instanceId);
	}

	isDue(instanceId: string | undefined): boolean {
		return this.due.has(instanceId);
	}

	/** Pauses if the instance is due. Returns at once when the signal aborts. */
	async before(instanceId: string | undefined, signal?: AbortSignal): Promise<void> {
		if (!this.due.delete(instanceId)) return;
		const pause = pauseWithin(this.range, this.chance());
		await sleep(pause, undefined, { signal }).then(
			() => this.finished++,
			() => undefined,
		);
	}
}
