// Tests: test/limits/limits.test.ts, test/delivery/faults.test.ts
import { askAt, doubtsOfAFault, givenUpAfter, refusalsOfAll, shortest } from '../numbers';
import type { Clock } from '../World';
import { Pace, type LearnedRecipientLimit } from './LearnedRecipientLimit';
import { Rate } from './Rate';

/** What the service answered to a step that it refused. All times are ms. */
interface Refusal {
	/** When the step started. */
	start: number;
	at: number;
	/** The pause that the service asks for; 0 if it does not say. */
	retryAfter: number;
}

/**
 * Decides who may send when an instance refuses requests, or leaves them in doubt. Only time ends a wait, never a number of
 * refusals. All times are ms on the run's clock.
 *
 * 1. After a refusal, and after three doubts in a row, there is silence: messages ask at set times (`askAt`), from all over
 *    the list, until one is accepted. An instance that accepts nothing for five minutes is given up.
 * 2. Who is refused waits as long as the service says, and longer each time if it does not say.
 * 3. A message that followed another one to its recipient sooner than ever worked met the recipient's own limit. The
 *    recipient keeps the pace that worked, and nothing is learned about others.
 * 4. Who still has to wait when another message is accepted met a limit of one recipient as well: a minute is left, and the
 *    silence is over. A refusal whose wait is over may be due to a limit of all. If such refusals outnumber what is accepted
 *    (`refusalsOfAll`), it is: from then on the instance keeps a rate (`Rate`), and who is refused waits no longer than the
 *    service says. The limit of a run's only recipient is always one of all.
 */
export class Limit {
	private readonly rate = new Rate();
	private readonly pace = new Pace();
	/** How many more requests were refused, perhaps by a limit of all, than were accepted since. It stays once that limit is certain. */
	private refusals = 0;
	/** How many requests in a row are in doubt. */
	private doubts = 0;
	/** When the silence began. */
	private since = Infinity;
	/** When each wait ends that a refusal in it began. What was refused by a recipient's own limit is left out. */
	private met: number[] = [];
	/** How many messages asked in it, and when the next one may. */
	private asked = 0;
	private nextAsk = 0;

	/** @param hasSeveral whether the run has several recipients */
	constructor(
		private readonly clock: Clock,
		private readonly hasSeveral: () => boolean,
	) {}

	/** Whether the instance accepts nothing. The next message then comes from anywhere in the list: neighbours may have the same limit. */
	get isSilent(): boolean {
		return this.since < Infinity;
	}

	private get isShared(): boolean {
		return !this.hasSeveral() || this.refusals >= refusalsOfAll;
	}

	/** @returns how long until the instance is given up */
	rest(now: number): number {
		return Math.max(0, this.since + givenUpAfter - now);
	}

	/** @returns how long until a request may start */
	wait(now: number): number {
		return Math.max(this.rate.wait(now), this.isSilent ? this.nextAsk - now : 0);
	}

	start(now: number): void {
		this.rate.start(now);
		if (!this.isSilent) return;
		// Set times that were missed are gone: all that a request missed while it hung would ask at once.
		const next = askAt.findIndex((at) => at > now - this.since);
		this.ask(Math.max(this.asked + 1, next));
	}

	/** Call if a step sent no request: the next one takes its place, also to ask in a silence. @param start when it started */
	unsent(start: number): void {
		this.rate.unsent(start);
		if (start < this.since) return;
		this.asked--;
		this.nextAsk = start;
	}

	/** Many runs with one message can share a limit, so each of them asks at a random moment between two of the set times. */
	private ask(count: number): void {
		const [at = Infinity, following = Infinity] = askAt.slice(count);
		const chance = this.hasSeveral() ? 0 : this.clock.random();
		this.asked = count;
		this.nextAsk = this.since + at + (chance && chance * (following - at));
	}

	private beginSilence(at: number): void {
		if (this.isSilent) return;
		this.since = at;
		this.met = [];
		this.ask(0);
	}

	/** @param start when the request started that was accepted at `at` */
	private endSilence(start: number, at: number): void {
		this.since = Infinity;
		const over = this.met.filter((until) => until - shortest <= at).length;
		if (over === 0) return;
		this.refusals += over;
		if (this.isShared) this.rate.measure(start);
	}

	/** Call after any answer at `at` that does not ask to slow down. @param start when the step started */
	accept(lane: LearnedRecipientLimit, start: number, at: number): void {
		this.doubts = 0;
		this.rate.accepted();
		if (!this.isShared) this.refusals = Math.max(this.refusals - 1, 0);
		// One to a request from before the silence, answered before it or much later, does not show that it is over.
		if (at > this.since && (at < this.since + shortest || start > this.since))
			this.endSilence(start, at);
		if (lane.isRefused) this.pace.accepted(start - lane.acceptedAt);
		lane.accept(start, this.pace.next);
	}

	/** Call after each refusal. */
	refuse(lane: LearnedRecipientLimit, { start, at, retryAfter }: Refusal): void {
		this.beginSilence(at);
		const distance = start - lane.acceptedAt;
		const isOwn = this.hasSeveral() && this.pace.mayBeTooShort(distance);
		if (isOwn) this.pace.refused(distance, retryAfter);
		else this.met.push(at + retryAfter);
		if (isOwn || !this.isShared || retryAfter > givenUpAfter) lane.refuse(at, retryAfter);
		else lane.holdUntil(at + retryAfter);
	}

	/**
	 * Call if a request may have arrived, which shows nothing about limits. A fault is not multiplied: while a server is
	 * exchanged, a proxy answers 502 for three seconds, in which a list would be over.
	 */
	doubt(at: number): void {
		if (++this.doubts >= doubtsOfAFault) this.beginSilence(at);
	}
}
