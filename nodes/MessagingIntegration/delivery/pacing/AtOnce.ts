import { atOnce } from '../numbers';

/**
 * How many deliveries may be in progress at the same time: as many as the user says, or as many as make none slower. A
 * service that does one request after the other takes longer for each, the more it is asked at once.
 */
export class AtOnce {
	private most: number;
	/** Of the first answers, while as many as at the least are asked: how many, and how long they took in all (ms). */
	private readonly first = { count: 0, took: 0 };

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
		const { first } = this;
		const isFirst = first.count < atOnce.least;
		if (isFirst) {
			first.count++;
			first.took += took;
		}
		const usual = (first.took / first.count) * atOnce.slower + atOnce.slack;
		if (took <= usual && !isFirst) this.most = Math.min(this.most + 1, atOnce.most);
	}

	refused(): void {
		if (this.given === undefined) this.most = Math.max(atOnce.least, Math.floor(this.most / 2));
	}
}
