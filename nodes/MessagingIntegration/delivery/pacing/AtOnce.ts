import { atOnce } from '../numbers';

/**
 * How many deliveries may be in progress at the same time: as many as the user says, or as many as make none slower. A
 * service that does one request after the other takes longer for each, the more it is asked at once.
 */
export class AtOnce {
	private most: number;
	/** How long the fastest answer took (ms). */
	private fastest = Infinity;
	/** Whether no answer was slower yet, so that the number grows faster: a new connection takes its time. */
	private isStarting = true;

	/** @param given by the user; undefined if the number is found */
	constructor(private readonly given: number | undefined) {
		this.most = given ?? atOnce.least;
	}

	get limit(): number {
		return this.most;
	}

	/** Call after an answer that does not ask to slow down. @param took ms */
	answered(took: number): void {
		if (this.given !== undefined) return;
		this.fastest = Math.min(this.fastest, took);
		const isSlower = took > this.fastest * atOnce.slower + atOnce.slack;
		if (isSlower) this.isStarting = false;
		const next = this.most + (isSlower ? -1 : this.isStarting ? atOnce.start : 1);
		this.most = Math.min(Math.max(next, atOnce.least), atOnce.most);
	}

	refused(): void {
		this.isStarting = false;
		if (this.given === undefined) this.most = Math.max(atOnce.least, Math.floor(this.most / 2));
	}
}
