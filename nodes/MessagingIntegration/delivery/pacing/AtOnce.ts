import { atOnce } from '../numbers';

/**
 * How many at once after so many answers of which none was slow. The first ones decide together: if the service does one
 * request after the other, the last of them is slow.
 */
const afterFast = (answers: number) =>
	answers < atOnce.least ? atOnce.least : atOnce.least + answers * atOnce.start;

/**
 * How many deliveries may be in progress at the same time: as many as the user says, or as many as make none slower. A
 * service that does one request after the other takes longer for each, the more it is asked at once.
 */
export class AtOnce {
	private most: number;
	/** How long the fastest answer took (ms). */
	private fastest = Infinity;
	/** How many answers came, all fast. Undefined after the first slow one. Until then the number grows faster: a new connection takes its time. */
	private fast: number | undefined = 0;

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
		this.fast = isSlower || this.fast === undefined ? undefined : this.fast + 1;
		const next = this.fast === undefined ? this.most + (isSlower ? -1 : 1) : afterFast(this.fast);
		this.most = Math.min(Math.max(next, atOnce.least), atOnce.most);
	}

	refused(): void {
		this.fast = undefined;
		if (this.given === undefined) this.most = Math.max(atOnce.least, Math.floor(this.most / 2));
	}
}
