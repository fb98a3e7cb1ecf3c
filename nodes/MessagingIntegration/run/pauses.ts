import type { ItemRequest } from '../api/request';

/** The shortest and the longest pause, in seconds. */
interface PauseRange {
	min: number;
	max: number;
}

/** A duration as people say it, rounded: "45 s", "12 min" or "1.5 h". @param duration ms */
export function durationText(duration: number): string {
	const seconds = Math.round(duration / 1000);
	if (seconds < 120) return `${seconds} s`;
	if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
	return `${Math.round(seconds / 360) / 10} h`;
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
	/** The number of pauses so far. */
	count = 0;

	constructor(readonly range: PauseRange) {}

	/** @returns the length of another pause (ms) */
	next(): number {
		this.count++;
		return pauseWithin(this.range, Math.random());
	}
}
