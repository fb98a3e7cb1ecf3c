// Tests: test/delivery/learnedLimits.test.ts
import { givenUpAfter, recipientWait, shortest } from '../numbers';

/** What is known of a recipient of an instance. All times are ms on the run's clock. */
export class LearnedRecipientLimit {
	/** When its next request may start. */
	until = 0;
	/** Whether it has to wait. Others may start before `until` if nobody else has anything to send. */
	isHeld = false;
	/** When its last accepted request started. */
	acceptedAt = -Infinity;
	/** Whether it was refused since its last accepted request, and the limit may be its own. */
	isRefused = false;
	/** Whether its message would have to wait longer than a message waits. */
	isHopeless = false;
	/** How long it has waited since its last accepted request (ms), without the waits that the service asked for. */
	private waited = 0;

	/** @param retryAfter what the service asks for; 0 if it does not say */
	refuse(now: number, retryAfter: number): void {
		this.isRefused = true;
		const wait = retryAfter || this.nextWait();
		if (retryAfter === 0) this.waited += wait;
		this.holdUntil(now + wait);
		this.isHopeless = Math.max(retryAfter, this.waited) > givenUpAfter;
	}

	/** Its message is given up. The next one is tried after a short wait, because the service has not refused that one. */
	giveUp(now: number): void {
		this.isHopeless = false;
		this.holdUntil(now + this.nextWait());
	}

	/** @param at when the request started @param pause before its next one (ms) */
	accept(at: number, pause: number): void {
		this.isHeld = this.isRefused;
		this.isRefused = this.isHopeless = false;
		this.waited = 0;
		this.acceptedAt = at;
		this.until = at + pause;
	}

	holdUntil(time: number): void {
		this.until = time;
		this.isHeld = true;
	}

	private nextWait(): number {
		return Math.min(recipientWait.first + this.waited / 2, recipientWait.longest);
	}
}

/** The shortest time between two messages to a recipient, as far as refusals and accepted messages show it (ms). */
export class Pace {
	private enough = Infinity;
	private tooShort = 0;

	accepted(distance: number): void {
		this.enough = Math.min(this.enough, distance);
	}

	/** @param retryAfter what the service asks for; 0 if it does not say */
	refused(distance: number, retryAfter: number): void {
		this.tooShort = Math.max(this.tooShort, distance + Math.max(0, retryAfter - shortest));
		if (retryAfter > 0) this.enough = Math.min(this.enough, distance + retryAfter);
	}

	/** Whether a message that followed another one so soon was never known to be accepted. */
	mayBeTooShort(distance: number): boolean {
		return distance < this.enough;
	}

	/** What to try next. */
	get next(): number {
		const { enough, tooShort } = this;
		if (enough === Infinity) return tooShort * 1.5;
		return enough > tooShort * 1.5 ? Math.sqrt(enough * tooShort) : enough;
	}
}
