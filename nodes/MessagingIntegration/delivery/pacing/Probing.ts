import { probingPause } from '../numbers';

/** A step that started. */
export interface Start {
	/** ms */
	at: number;
}

export interface Refusal {
	start: Start;
	/** ms */
	at: number;
	/** The pause that the service asks for (ms); 0 if it does not say. */
	retryAfter: number;
}

/** The time (ms) from a refusal until another request is accepted. One is asked at a time, less and less often. */
export class Probing {
	/** The request that asks now. */
	probe: Start | undefined;
	/** Whether it is due to a shared limit. */
	isShared = false;
	private probes = 1;
	private next = 0;

	/**
	 * @param end when the first pause ends that the service asked for
	 * @param random from 0 to 1: runs that share a limit do not come back together
	 */
	constructor(
		readonly since: number,
		private readonly end: number,
		private readonly random: () => number,
	) {}

	/** @returns ms until the next one may be asked; Infinity while one is asked */
	wait(now: number): number {
		return this.probe ? Infinity : Math.max(0, this.next - now);
	}

	/** @param isShared whether it shows a shared limit */
	refuse({ start, at, retryAfter }: Refusal, isShared: boolean): void {
		if (start === this.probe) this.probes++;
		this.unsent(start);
		this.isShared ||= isShared;
		const next = at + this.pause(at, retryAfter);
		if (isShared) this.next = Math.max(this.next, next, at + retryAfter);
		else this.next = this.end > at ? Math.min(next, this.end) : next;
	}

	/** A run has nobody else to ask. */
	refuseAlone({ start, at, retryAfter }: Refusal): void {
		this.isShared = true;
		this.unsent(start);
		this.next = at + retryAfter;
	}

	unsent(start: Start): void {
		if (start === this.probe) this.probe = undefined;
	}

	private pause(at: number, retryAfter: number): number {
		const silence = at - this.since;
		if (retryAfter === 0 && silence > probingPause.long)
			return probingPause.long * (1 + this.random());
		// Most often only some recipients have a limit, so the next two are asked at once.
		if (!this.isShared && this.probes < 3) return 0;
		return (
			probingPause.first + (probingPause.growth / this.probes) * silence * (0.5 + this.random())
		);
	}
}
