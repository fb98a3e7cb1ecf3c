// Tests: test/delivery/learnedLimits.test.ts
import { givenUpAfter, recipientWait, shortest } from '../numbers';

/** What is known of a recipient of an instance. All times are ms on the run's clock. */
export class LearnedRecipientLimit {
	/** When its next request may start. */
	until = 0;
	/** Whether it met a limit. Others may start before `until` if nobody else has anything to send. */
	isHeld = false;
	/** When its last accepted request started. */
	acceptedAt = -Infinity;
	/** How long it waited in all since its last message was accepted (ms). */
	private waited = 0;

	/** Whether it was refused since. */
	get isRefused(): boolean {
		return this.waited > 0;
	}

	/** Whether it was asked to wait longer than a message waits. */
	get isHopeless(): boolean {
		return this.waited > givenUpAfter;
	}

	/** @param retryAfter what the service asks for; 0 if it does not say */
	refuse(now: number, retryAfter: number): void {
		const wait = Math.max(retryAfter, this.nextWait());
		this.waited += wait;
		this.holdUntil(now + wait);
	}

	/** Its message is given up. The next one is tried after a short wait, because the service has not refused that one. */
	giveUp(now: number): void {
		this.holdUntil(now + this.nextWait());
	}

	/** Ends its wait. Call if it was accepted, or if its refusal was not due to a limit of its own. */
	free(): void {
		this.until = this.waited = 0;
		this.isHeld = false;
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
