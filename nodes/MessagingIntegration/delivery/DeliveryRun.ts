// Tests: test/delivery/acceptedStaysSent.test.ts, test/delivery/doubtsStay.test.ts
import { Attempts, type Counts } from './Attempts';
import type { ClaimOfRetry } from './claimOfRetry';
import { decide, refusalOf } from './decide';
import type { Delivery, Failure, Json, Origin, Result, Step, Verdict } from './Delivery';
import type { Journal, Unsent } from './journal';
import type { HeldKey } from './HeldKey';
import type { Waited } from './KeyMarks';
import { besideDoubt, type Known, knownOf, planOf, stepInDoubt } from './known';
import type { SendOnceKeys } from './sendOnceKeys';
import type { Policy, World } from './World';

/** What the deliveries of a run share. */
interface Shared<Why> {
	policy: Policy;
	world: World<Why>;
	journal: Journal<Why>;
	claim: ClaimOfRetry<Why>;
	keys: SendOnceKeys<Why>;
	/** Whether the keys of a run that n8n lost know what it sent. */
	areKeysKnown: boolean;
	/** Aborts when nothing more may begin: the world is stopped, or something failed that ends the run. */
	signal: AbortSignal;
	/** Call when the service asked to slow down. */
	wasSlowed: () => void;
	/** What the run counts, for its hints. */
	counts: Counts;
}

/** What a step showed about the limits of the service. */
export type Shown =
	/** @property at when that was known (ms) @property took how long the service took for what it accepted (ms) */
	| { heard: 'answer'; at: number; took?: number }
	/** It may have arrived: nothing says that the service works. */
	| { heard: 'doubt'; at: number }
	/** No message came to the service. */
	| { heard: 'nothing' }
	/** Another execution works on the same key. @property until it may go on */
	| { heard: 'busy'; until: Promise<void> }
	/** The service asked to slow down, so the step begins again later. */
	| { heard: 'slowDown'; after: number; at: number };

const nothing = { heard: 'nothing' } as const;

/** What a failure is about that concerns no single step: nothing of the delivery has begun, or nobody knows how much. */
const ofWhole: Origin[] = ['quietHours', 'lostRun', 'elsewhere'];

/** One delivery's life in a run. All progress is here, and nowhere else. */
export class DeliveryRun<Why> {
	/** What became of it so far. One list for all that have no results yet: a long run has many. */
	results: ReadonlyArray<Result<Why>> = noResults;
	/** What was known before it began, until a step settles it. A failure that is certain does not. */
	private known: Known<Why>;
	/** Whether it is decided what goes. Before that, nothing of it has begun. */
	private isDecided = false;
	/** The position of the step that goes next. */
	private next = 0;
	private key: HeldKey<Why> | undefined;
	/** What it saw of another execution that works on its key; undefined if none does, as far as it knows. */
	private waited: Waited | undefined;
	private isBusy = false;
	/** Those of the next step. */
	private attempts: Attempts<Why> | undefined;
	/** Why the service accepted nothing the last time. */
	private refusal: Why | undefined;
	/** Why another execution has its key now. */
	private keyLost: Failure<Why> | undefined;
	private isEnded = false;
	/** The end of its key, if nobody waits for that. */
	private ending: Promise<void> | undefined;

	constructor(
		readonly delivery: Delivery<Why>,
		private readonly shared: Shared<Why>,
		/** The position among the deliveries of the run. */
		readonly at: number,
	) {
		const { journal, areKeysKnown, world, policy } = shared;
		this.known = knownOf(journal, delivery, areKeysKnown, world);
		const refusal = refusalOf(delivery, this.known, shared);
		const plan = planOf(this.known, policy.whenUnsure);
		// Of what begins again, nothing comes out twice.
		if (refusal || !('isAgain' in plan)) this.repeatAnswers();
		if (refusal) this.end(refusal, this.known.about);
		else if (this.known.before === 'all') this.isEnded = true;
	}

	/** Whether nothing is left to do. */
	get isDone(): boolean {
		return this.isEnded;
	}

	/** Whether everything was sent, so that nothing is left to finish. */
	get isSent(): boolean {
		return this.isEnded && this.results.at(-1)?.state === 'sent';
	}

	/** The failure that ended it. */
	get failure(): Failure<Why> | undefined {
		return this.results.find((one) => one.state === 'failed');
	}

	private get step(): Step<Why> | undefined {
		return this.delivery.steps[this.next];
	}

	/** A long run keeps many lists: a spread would make room for 16 more results. */
	private add(result: Result<Why>): void {
		this.results = this.results.concat(result);
	}

	/** The answers of an earlier run come out again. */
	private repeatAnswers(): void {
		const { delivery, shared } = this;
		const { sent = [], parts } = shared.journal.of(delivery.item, delivery.who) ?? {};
		for (const [answers, state = 'before'] of sent) {
			// Of parts that are others now, these are none.
			const isStep = parts === delivery.parts && this.next < delivery.steps.length;
			this.add({ state, answers, ...(isStep && { step: this.next }) });
			this.next++;
		}
	}

	/**
	 * Goes one step, or as far as it can.
	 * @param isProbe whether it is one of the few that ask an instance that accepts nothing
	 */
	async go(isProbe: boolean): Promise<Shown> {
		const { world } = this.shared;
		try {
			const shown = this.isDecided ? undefined : await this.prepare();
			return shown ?? (await this.takeStep(isProbe));
		} catch (error) {
			// Nobody knows what was sent before it.
			this.endInDoubt(world.reasons.of({ is: 'unexpected', error }));
			await this.endKey('inDoubt');
			return { heard: 'doubt', at: world.clock.now() };
		}
	}

	private get mayBegin(): boolean {
		return !this.shared.signal.aborted;
	}

	/** Decides what goes. @returns what that showed, if nothing is to be sent now */
	private async prepare(): Promise<Shown | undefined> {
		const { delivery, shared } = this;
		const { keys, claim, signal } = shared;
		const decision = await decide(delivery, this.known, shared, {
			claim: async () => await claim.make(),
			key: async (keyed, known) => await keys.begin(keyed, known, this.waited),
		});
		this.isBusy = decision.is === 'busy';
		if (decision.is === 'failed') {
			// The run ended before: what is known of the delivery is said at its end.
			const { before } = (this.known = decision.known);
			if (typeof before === 'object' && 'some' in before) this.skipUntil(before.some);
			if (decision.failure.origin !== 'end') this.end(decision.failure);
			return nothing;
		}
		if (decision.is === 'busy') {
			const { key } = delivery.once as { key: string };
			const until = keys.marks.whileBusy(key, decision.attempt, signal).then((waited) => {
				if (!('why' in waited)) this.waited = waited;
			});
			return { heard: 'busy', until };
		}
		const { known, plan, held } = decision;
		this.key = held;
		this.known = known;
		this.isDecided = true;
		if (plan.do === 'answer') return this.skip();
		if (plan.do === 'countAll') return await this.countAll();
		if (plan.do === 'fail') throw new Error('A doubt has no reason');
		if (plan.isAgain) this.startAgain();
		this.skipUntil(plan.from - (plan.counts ? 1 : 0));
		if (plan.counts) await this.count();
		return this.isEnded || !this.mayBegin ? nothing : undefined;
	}

	private startAgain(): void {
		this.next = 0;
		this.results = noResults;
		this.note(() => this.shared.journal.startAgain(this.delivery), 'goes again');
	}

	/** The key tells that all of it was sent. */
	private skip(): Shown {
		const answers = this.unsent('skipped');
		this.add({ state: 'skipped', answers });
		// What the execution itself left in doubt is settled by that.
		const { delivery, shared } = this;
		if (shared.journal.of(delivery.item, delivery.who)) this.keepSent(answers, true, 'skipped');
		this.isEnded = true;
		return nothing;
	}

	/** Another execution sent the steps before this one. */
	private skipUntil(step: number): void {
		for (; this.next < step; this.next++) {
			const answers = this.unsent('skipped');
			this.add({ state: 'skipped', step: this.next, answers });
			this.keepSent(answers, false, 'skipped');
		}
	}

	/** The step in doubt counts as sent. */
	private async count(): Promise<void> {
		const answers = this.unsent('counted');
		const isLast = this.next + 1 >= this.delivery.steps.length;
		this.add({ state: 'counted', step: this.next, answers });
		this.keepSent(answers, isLast, 'counted');
		await this.goOn(isLast);
	}

	private async countAll(): Promise<Shown> {
		const answers = this.unsent('counted');
		this.add({ state: 'counted', answers });
		this.keepSent(answers, true, 'counted');
		this.isEnded = true;
		await this.endKey('sent');
		return nothing;
	}

	private async takeStep(isProbe: boolean): Promise<Shown> {
		const { step, shared } = this;
		const { world, policy, counts, signal: over } = shared;
		if (!this.mayBegin) return nothing;
		if (!step) return await this.endAll();
		this.attempts ??= new Attempts(policy, world, counts, over);
		const begun = world.clock.now();
		const verdict = await this.attempts.send(step, {
			signal: world.hurry,
			isProbe,
			mayGo: async () => await this.mayGo(),
		});
		return await this.after(verdict, begun);
	}

	/** Asked right before a message. */
	private async mayGo(): Promise<boolean> {
		if (!this.mayBegin) return false;
		this.keyLost = await this.key?.lost();
		return !this.keyLost && this.mayBegin;
	}

	/** What the verdict on a step means. @param begun when it was begun (ms) */
	private async after(verdict: Verdict<Why>, begun: number): Promise<Shown> {
		const at = this.shared.world.clock.now();
		const { keyLost } = this;
		// Another execution goes on with it, whatever became of an attempt before: it may have sent what was refused here.
		if (keyLost) {
			await this.endKey('notSent');
			this.endCertainly(keyLost);
			return nothing;
		}
		switch (verdict.is) {
			case 'notBegun':
				return nothing;
			case 'slowDown': {
				const { after, why } = verdict;
				this.refusal = why;
				this.shared.wasSlowed();
				// Who waits holds nothing, unless a part of the delivery was sent or may have been.
				if (!this.key?.hasSent && this.doubt === undefined) await this.freeKey();
				return { heard: 'slowDown', after, at };
			}
			case 'accepted': {
				await this.accepted(verdict);
				// Of a new connection, the first answer takes longer, which says nothing about the service.
				return { heard: 'answer', at, took: verdict.took || at - begun };
			}
			case 'perhaps':
				this.endInDoubt(verdict.why);
				await this.endKey('inDoubt');
				return { heard: 'doubt', at };
			case 'refused': {
				const { why, isAnswer } = verdict;
				await this.endKey('notSent');
				this.endCertainly({ delivery: 'notSent', origin: 'request', why });
				return isAnswer ? { heard: 'answer', at } : nothing;
			}
		}
	}

	/** While it waits for the service, another execution can send it. Then it is decided anew, also by the hour. */
	private async freeKey(): Promise<void> {
		await this.endKey('notSent');
		this.isDecided = false;
	}

	private async accepted({ answers, isUntyped }: { answers: Json[]; isUntyped?: true }) {
		const isLast = this.next + 1 >= this.delivery.steps.length;
		this.add({ state: 'sent', step: this.next, answers, ...(isUntyped && { isUntyped }) });
		this.keepSent(answers, isLast);
		this.attempts = this.refusal = undefined;
		await this.goOn(isLast);
	}

	/** The next step was sent, or counts as sent. That is recorded before the one after it goes. */
	private async goOn(isLast: boolean): Promise<void> {
		this.next++;
		this.known = { before: { some: this.next }, isOwn: false };
		if (isLast) {
			await this.endKey('sent');
			this.isEnded = true;
			return;
		}
		try {
			await this.key?.stepSent();
		} catch (error) {
			await this.endKey('inDoubt');
			this.end(this.shared.keys.notRecorded(error as Error));
		}
	}

	/** All steps were sent before, and only the key did not know that. */
	private async endAll(): Promise<Shown> {
		await this.endKey('sent');
		this.isEnded = true;
		return nothing;
	}

	/** What comes out of the next step if this run does not send it. */
	private unsent(as: Unsent): Json[] {
		return this.step?.unsent?.(as) ?? [];
	}

	/** Keeps that the next step was sent. */
	private keepSent(answers: Json[], isComplete: boolean, as?: Unsent): void {
		const keep = () => this.shared.journal.sent(this.delivery, answers, isComplete, as);
		this.note(keep, 'was sent');
	}

	/** Keeps what became of a step. A problem with that never turns a message that was sent into one that failed. */
	private note(keep: () => void, what: string): void {
		try {
			keep();
		} catch (error) {
			this.shared.world.log.warn(
				`A message ${what}, but the node could not keep that: ${(error as Error).message}`,
			);
		}
	}

	/** Why an attempt of the next step may have arrived. */
	private get doubt(): Why | undefined {
		return this.attempts?.doubt;
	}

	/** @param how `notSent` becomes `inDoubt` if an attempt of the next step may have arrived */
	private async endKey(how: 'sent' | 'notSent' | 'inDoubt'): Promise<void> {
		const { key } = this;
		this.key = undefined;
		await key?.close(how === 'notSent' && this.doubt !== undefined ? 'inDoubt' : how);
	}

	/** It ends with a failure. What was in doubt before stays so. */
	private end(failure: Failure<Why>, about?: object): void {
		const { known, delivery, shared, step } = this;
		const said = besideDoubt(failure, known.doubt, shared.world);
		// What another execution or a lost run may have sent is the whole, unless it is known which step.
		const doubtAt = stepInDoubt(known);
		const isOfWhole = known.before === 'unclear' || ofWhole.includes(said.origin);
		const at = doubtAt ?? (isOfWhole || !step ? undefined : this.next);
		const isThere = at !== undefined && at < delivery.steps.length;
		this.add({
			state: 'failed',
			...(isThere && { step: at }),
			...said,
			...(about && { about }),
		});
		this.isEnded = true;
	}

	/** A step was certainly not processed, unless an earlier attempt of it was. */
	private endCertainly(failure: Failure<Why>): void {
		if (this.doubt !== undefined) this.endInDoubt(this.doubt);
		else this.end(failure);
	}

	private endInDoubt(why: Why): void {
		const { delivery, shared, step } = this;
		this.note(() => shared.journal.inDoubt(delivery, why, step?.about), 'may have arrived');
		this.known = { before: { doubtAt: this.next }, isOwn: true };
		this.end({ delivery: 'unknown', origin: 'request', why });
	}

	/** Another execution, or another retry, may have sent it, or still be sending it, and this run did not find out. */
	private get elsewhere(): Failure<Why> | undefined {
		const { world, claim } = this.shared;
		// A key that was asked knows what another retry sent.
		if (!this.isBusy) return this.isDecided ? undefined : claim.found;
		const why = world.reasons.of(
			world.stopped.aborted
				? { is: 'stoppedWhileSentElsewhere' }
				: { is: 'keyInDoubt', state: 'goingOn' },
		);
		return { delivery: 'unknown', origin: 'elsewhere', why };
	}

	/** It was refused for too long, or its instance was. @param after how long the service wants no requests (ms) */
	giveUp(after: number): void {
		const { shared, refusal } = this;
		const { reasons } = shared.world;
		const doubt = this.known.doubt ?? this.elsewhere;
		if (doubt) this.known = { ...this.known, doubt };
		const why = refusal ?? reasons.of({ is: 'givenUp', after });
		this.endCertainly({ delivery: 'notSent', origin: 'request', why });
		this.ending = this.endKey('notSent');
	}

	/** Call when the run has ended. @param isImpatient whether it waited too long for the service */
	async finish(isImpatient: boolean): Promise<void> {
		if (!this.isEnded) this.keepBack(isImpatient);
		await this.ending;
		await this.endKey('notSent');
		const last = this.results.at(-1);
		// The steps after one that failed were not begun. What another execution did, or a lost run, is not known.
		if (last?.state !== 'failed' || last.step === undefined) return;
		for (let step = last.step + 1; step < this.delivery.steps.length; step++)
			this.add({ state: 'notBegun', step });
	}

	/** What is known of steps that this run did not start. */
	private keepBack(isImpatient: boolean): void {
		const { shared, known } = this;
		const { world, journal } = shared;
		if (this.doubt !== undefined) return this.endInDoubt(this.doubt);
		if (known.doubt) return this.end(known.doubt, known.about);
		const { elsewhere } = this;
		if (this.isBusy && elsewhere) return this.end(elsewhere);
		if (isImpatient) return this.giveUp(0);
		const failure = world.stopped.aborted ? stoppedFailure(journal, world) : elsewhere;
		for (let step = this.next; step < this.delivery.steps.length; step++)
			this.add({ state: 'notBegun', step, ...(failure && { failure }) });
		this.isEnded = true;
	}
}

const noResults: ReadonlyArray<Result<never>> = [];

/** Why nothing more begins. An earlier run, or another retry, may have sent it, and this run did not find out. */
export function stoppedFailure<Why>(journal: Journal<Why>, { reasons }: World<Why>): Failure<Why> {
	const mayBeSent = journal.retried !== undefined || journal.isLost;
	const why = reasons.of({ is: 'stopped', mayBeSent });
	return mayBeSent
		? { delivery: 'unknown', origin: 'elsewhere', why }
		: { delivery: 'notSent', origin: 'end', why };
}
