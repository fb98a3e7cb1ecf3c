import { Attempts, type Counts } from './Attempts';
import type { ClaimOfRetry } from './claimOfRetry';
import {
	type Delivery,
	type Failure,
	isOfWhole,
	type Json,
	type Result,
	type Step,
	type Verdict,
	type Why,
} from './Delivery';
import { besideDoubt, earlierOf, stoppedFailure, whyNotNow } from './earlierRuns';
import { fateOf } from './fate';
import type { Journal, Known, Unsent } from './journal';
import type { HeldKey, SendOnceKeys, Waited } from './sendOnceKeys';
import type { Uploads } from './uploads';
import type { Policy, World } from './World';

/** What the deliveries of a run share. */
interface Shared {
	policy: Policy;
	world: World;
	journal: Journal;
	claim: ClaimOfRetry;
	keys: SendOnceKeys;
	uploads: Uploads;
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
	| { heard: 'answer' | 'silence'; at: number; took?: number }
	/** It may have arrived: nothing says that the service works. */
	| { heard: 'doubt'; at: number }
	/** No message was sent. */
	| { heard: 'nothing' }
	/** Another execution works on the same key. @property until it may go on */
	| { heard: 'busy'; until: Promise<void> }
	/** The service asked to slow down, so the step begins again later. @property isUpload whether it refused a file */
	| { heard: 'slowDown'; after: number; isUpload: boolean; at: number };

/** One list for all that have no results yet: a long run has many. */
const none: readonly Result[] = [];

/** One delivery's life in a run. All progress is here, and nowhere else. */
export class DeliveryRun {
	/** What became of it so far. */
	results: readonly Result[] = none;
	/** The position of the step that goes next. */
	private next = 0;
	/** How many steps of a doubt count as sent before the next one goes: one, or all. */
	private counts: 'none' | 'one' | 'all' = 'none';
	/** What an earlier run left in doubt and this one sends again. A failure that is certain does not settle it. */
	private earlierDoubt: Failure | undefined;
	private key: HeldKey | undefined;
	/** Whether another execution may have sent something with the key, as far as this one knows. */
	private isBusy = false;
	/** What it saw of that one. */
	private waited: Waited | undefined;
	/** Those of the next step's message, or of its upload if it has no message. */
	private attempts: Attempts | undefined;
	/** Why the service accepted nothing the last time. */
	private refusal: Why | undefined;
	/** Whether all steps go again. What is known of before counts until one of them was sent, or may have been. */
	private startsAgain = false;
	private isTyped: boolean | undefined;
	private isEnded = false;
	/** The end of its key, if nobody waits for that. */
	private ending: Promise<void> | undefined;

	constructor(
		readonly delivery: Delivery,
		private readonly shared: Shared,
		/** The position among the deliveries of the run. */
		readonly at: number,
	) {
		this.decide();
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
	get failure(): Failure | undefined {
		return this.results.find((one) => one.state === 'failed');
	}

	/** The id of the file that the next step has to upload. */
	get file(): string | undefined {
		const { upload, message } = this.step ?? {};
		if (!upload || this.shared.uploads.isKnown(upload.id, message !== undefined)) return undefined;
		return upload.id;
	}

	private get step(): Step | undefined {
		return this.delivery.steps[this.next];
	}

	/** A long run keeps many lists: a spread would make room for 16 more results. */
	private add(result: Result): void {
		this.results = this.results.concat(result);
	}

	/** What an earlier run of this execution left decides first. */
	private decide(): void {
		const { delivery, shared } = this;
		const { journal, policy } = shared;
		const earlier = earlierOf(journal, delivery);
		const { known, before, isOwnDoubt, about } = earlier;
		const fate = fateOf(before, policy.whenUnsure, isOwnDoubt);
		const { cannot } = delivery;
		const failure = whyNotNow(earlier, fate, cannot, shared.claim.found);
		if (fate !== 'sendAllAgain' || cannot) this.takeOver(known);
		if (fate === 'answerOfBefore') this.isEnded = true;
		else if (failure) this.fail(failure, about);
		else {
			// Until it is counted, or sent again.
			this.earlierDoubt = earlier.failure;
			if (fate === 'countAndSendRest') this.counts = 'one';
			if (fate === 'countAll') this.counts = 'all';
			this.startsAgain = fate === 'sendAllAgain';
		}
	}

	/** The answers of an earlier run come out again. */
	private takeOver(known: Known | undefined): void {
		for (const [name, answers, as = 'before'] of known?.sent ?? []) {
			const step = this.delivery.steps.findIndex((one) => one.name === name);
			this.add({ state: as, answers, ...(step >= 0 && { step }) });
			this.next++;
		}
	}

	/**
	 * Goes one step, or as far as it can.
	 * @param isProbe whether it is one of the few that ask an instance that accepts nothing
	 */
	async go(isProbe: boolean): Promise<Shown> {
		try {
			return (await this.prepare()) ?? (await this.takeStep(isProbe));
		} catch (error) {
			// Nobody knows what was sent before it.
			const { message = String(error) } = (error ?? {}) as { message?: string };
			this.failInDoubt({ reason: 'unexpected', facts: { title: message } });
			await this.endKey('inDoubt');
			return { heard: 'doubt', at: this.shared.world.clock.now() };
		}
	}

	/** Why an attempt of the next step may have arrived. */
	private get doubt(): Why | undefined {
		return this.attempts?.doubt;
	}

	private get mayBegin(): boolean {
		return !this.shared.signal.aborted;
	}

	/** All that comes before the requests of a step. @returns what it showed, if nothing is to be sent now */
	private async prepare(): Promise<Shown | undefined> {
		const nothing = { heard: 'nothing' } as const;
		const { delivery, shared } = this;
		// Of a lost run, and of another retry, nobody knows whether it began.
		const { origin } = this.earlierDoubt ?? {};
		const isDoubt = origin !== undefined && origin !== 'lostRun' && origin !== 'elsewhere';
		const hasBegun = this.next > 0 || this.doubt || isDoubt || this.counts !== 'none';
		const notNow = hasBegun ? undefined : delivery.mayBegin?.();
		if (this.step?.effect !== 'read') {
			// Whoever sends nothing now leaves it to another retry.
			const failure = await (notNow ? shared.claim.look() : shared.claim.make());
			const mayBeTwice = failure?.delivery === 'unknown' && shared.policy.whenUnsure === 'resend';
			if (failure && !mayBeTwice) return this.endWith(failure);
			// A key that is held knows what another retry sent.
			if (!this.key) this.earlierDoubt ??= failure;
		}
		if (notNow) {
			const end = await shared.keys.notYet(delivery.once?.key, notNow);
			return end === 'sent' ? this.skip() : this.endWith(end);
		}
		if (!this.mayBegin) return nothing;
		if (delivery.once && !this.key) {
			const shown = await this.beginKey(delivery.once.key);
			if (shown) return shown;
		}
		if (this.counts !== 'none') await this.count();
		return this.isEnded || !this.mayBegin ? nothing : undefined;
	}

	private endWith(failure: Failure): Shown {
		this.fail(failure);
		return { heard: 'nothing' };
	}

	/** The key tells that all of it was sent. */
	private skip(): Shown {
		const answers = this.unsent('skipped');
		this.add({ state: 'skipped', answers });
		// What the execution itself left in doubt is settled by that.
		const { delivery, shared } = this;
		if (shared.journal.of(delivery.item, delivery.who)?.doubt)
			this.keepSent(answers, true, 'skipped');
		this.isEnded = true;
		return { heard: 'nothing' };
	}

	/** @returns what it showed, if there is nothing to send or to count now */
	private async beginKey(key: string): Promise<Shown | undefined> {
		const { keys, signal } = this.shared;
		const { steps } = this.delivery;
		const begun = await keys.begin(key, steps, this.next, this.waited);
		if (begun.is === 'failed') {
			// The run ended before: what is known of the delivery is said at its end.
			if (begun.failure.origin === 'end') return { heard: 'nothing' };
			if (begun.failure.origin === 'input') this.forgetOtherRetry();
			return this.endWith(begun.failure);
		}
		this.isBusy = begun.is === 'busy';
		if (begun.is === 'busy') {
			const until = keys.whileBusy(key, begun.attempt, signal).then((waited) => {
				this.waited = waited;
				this.isBusy = begun.isBegun || !waited.hasSentNothing;
			});
			return { heard: 'busy', until };
		}
		if (begun.is === 'sent') return this.skip();
		this.key = begun.held;
		const { fate, from } = begun;
		this.forgetOtherRetry();
		// What another execution sent or counted since is in doubt no more.
		if (from > this.next) {
			this.counts = 'none';
			this.earlierDoubt = undefined;
		}
		if (fate === 'sendAllAgain') {
			this.startsAgain = true;
			this.next = 0;
			this.results = none;
		}
		if (fate === 'sendAgain' || fate === 'sendAllAgain') {
			const why = { reason: 'keyInDoubt', facts: { state: 'sentAgain' } };
			this.earlierDoubt ??= { delivery: 'unknown', origin: 'request', why };
		}
		if (fate === 'countAndSendRest' && this.counts === 'none') this.counts = 'one';
		// Another execution may have sent another text with the key, which the rest of this one must not follow.
		if (fate === 'countAll') this.counts = 'all';
		// Another execution sent these.
		for (; this.counts !== 'all' && this.next < from; this.next++) {
			const answers = this.unsent('skipped');
			this.add({ state: 'skipped', step: this.next, answers });
			this.keepSent(answers, false, 'skipped');
		}
		return undefined;
	}

	/** Call when the key has told what another retry sent. */
	private forgetOtherRetry(): void {
		if (this.earlierDoubt?.origin === 'elsewhere') this.earlierDoubt = undefined;
	}

	/** The step in doubt counts as sent, or all do. */
	private async count(): Promise<void> {
		const { delivery, counts } = this;
		const isAll = counts === 'all' || this.next + 1 >= delivery.steps.length;
		this.counts = 'none';
		this.earlierDoubt = undefined;
		const answers = this.unsent('counted');
		const result = { state: 'counted' as const, answers };
		this.add(isAll && counts === 'all' ? result : { ...result, step: this.next });
		this.keepSent(answers, isAll, 'counted');
		this.next++;
		if (isAll) {
			this.isEnded = true;
			await this.endKey('sent');
		} else await this.markStep();
	}

	/** The upload of a step, then typing, then its message. */
	private async takeStep(isProbe: boolean): Promise<Shown> {
		const { step, shared } = this;
		if (!step) return this.endAll();
		const { world, uploads } = shared;
		const { upload, typing, message } = step;
		let reference: string | undefined;
		if (upload) {
			const begun = world.clock.now();
			const verdict = await uploads.upload(upload.id, upload.request, message !== undefined);
			if (!message) {
				this.attempts = uploads.attemptsOf(upload.id);
				return await this.after(verdict, begun);
			}
			if (verdict.is !== 'accepted') return await this.withoutFile(verdict);
			({ reference } = verdict);
		}
		// Nobody is shown that a message comes while the service accepts none.
		if (typing && !isProbe && this.isTyped === undefined) await this.type(typing);
		if (!this.mayBegin || !message) return { heard: 'nothing' };
		const takenOver = await this.key?.takenOver(this.doubt ? 'inDoubt' : 'notSent');
		if (takenOver) {
			this.key = undefined;
			if (this.doubt) this.failInDoubt(this.doubt);
			else this.fail(takenOver);
		}
		if (this.isEnded || !this.mayBegin) return { heard: 'nothing' };
		const begun = world.clock.now();
		this.attempts ??= new Attempts(shared.policy, world, shared.counts);
		const verdict = await this.attempts.send(message(reference), step.effect);
		const isRefused =
			verdict.is === 'failed' && verdict.processed === 'no' && verdict.heard === 'answer';
		if (upload && isRefused) uploads.wasRefused(upload.id);
		return await this.after(verdict, begun);
	}

	/** Shows typing for a while. The message is sent in any case. */
	private async type({ request, duration }: NonNullable<Step['typing']>): Promise<void> {
		const { clock, stopped, hurry } = this.shared.world;
		const verdict = await request(hurry);
		this.isTyped = verdict.is === 'accepted';
		// If the run is stopped during the wait, the message that follows is not sent.
		if (this.isTyped) await clock.sleep(duration, stopped).catch(() => undefined);
	}

	/** A message was not sent, because its file was not uploaded. */
	private async withoutFile(verdict: Exclude<Verdict, { is: 'accepted' }>): Promise<Shown> {
		const { world } = this.shared;
		if (verdict.is === 'slowDown') return await this.slowDown(verdict, true);
		if (world.stopped.aborted && verdict.heard === 'nothing') return { heard: 'nothing' };
		await this.endKey('notSent');
		this.failCertainly(verdict.why);
		return { heard: 'nothing' };
	}

	/** What the verdict on the request of a step means. @param begun when the request was begun (ms) */
	private async after(verdict: Verdict, begun: number): Promise<Shown> {
		const at = this.shared.world.clock.now();
		if (verdict.is === 'slowDown')
			return await this.slowDown(verdict, this.step?.message === undefined);
		if (verdict.is === 'accepted') {
			await this.accepted(verdict.answers);
			// Of a new connection, the first answer takes longer, which says nothing about the service.
			return { heard: 'answer', at, took: verdict.took || at - begun };
		}
		const { world } = this.shared;
		const { processed, heard, why } = verdict;
		const isDoubt = processed === 'perhaps' && this.step?.effect === 'delivery';
		// The run ended before this request began, so the step is kept back.
		if (!isDoubt && heard === 'nothing' && world.stopped.aborted) return { heard };
		if (isDoubt) {
			this.failInDoubt(why);
			await this.endKey('inDoubt');
			return { heard: 'doubt', at };
		}
		await this.endKey('notSent');
		this.failCertainly(why);
		return heard === 'nothing' ? { heard } : { heard, at };
	}

	private async slowDown(
		{ after, why }: Extract<Verdict, { is: 'slowDown' }>,
		isUpload: boolean,
	): Promise<Shown> {
		const at = this.shared.world.clock.now();
		this.refusal = why;
		this.shared.wasSlowed();
		// Who waits holds nothing, unless a part of the delivery was sent or may have been.
		if (!this.key?.hasSent && !this.doubt) await this.endKey('notSent');
		return { heard: 'slowDown', after, isUpload, at };
	}

	private async accepted(answers: Json[]): Promise<void> {
		const { delivery } = this;
		const isUntyped = this.isTyped === false;
		const result: Result = { state: 'sent', step: this.next, answers };
		if (isUntyped) result.isUntyped = isUntyped;
		this.add(result);
		const isLast = this.next + 1 >= delivery.steps.length;
		this.keepSent(answers, isLast);
		this.next++;
		this.attempts = this.refusal = this.isTyped = this.earlierDoubt = undefined;
		if (isLast) {
			await this.endKey('sent');
			this.isEnded = true;
		} else await this.markStep();
	}

	/** The steps that were sent are recorded before the next one goes. */
	private async markStep(): Promise<void> {
		const failure = await this.key?.stepSent();
		if (!failure) return;
		this.key = undefined;
		this.fail(failure);
	}

	/** All steps were sent before, and only the key did not know that. */
	private async endAll(): Promise<Shown> {
		await this.endKey('sent');
		this.isEnded = true;
		return { heard: 'nothing' };
	}

	/** What comes out of the next step if this run does not send it. */
	private unsent(as: Unsent): Json[] {
		return this.step?.unsent?.(as) ?? [];
	}

	/** Keeps that the next step was sent. */
	private keepSent(answers: Json[], isComplete: boolean, as?: Unsent): void {
		const { delivery, shared, step } = this;
		if (step?.effect === 'read') return;
		const name = step?.name ?? '';
		const keep = () => {
			this.forgetBefore();
			shared.journal.sent(delivery, name, answers, isComplete, as);
		};
		this.note(keep, 'was sent');
	}

	private forgetBefore(): void {
		if (this.startsAgain) this.shared.journal.startAgain(this.delivery);
		this.startsAgain = false;
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

	/** @param how `notSent` becomes `inDoubt` if an attempt of the next step may have arrived */
	private async endKey(how: 'sent' | 'notSent' | 'inDoubt'): Promise<void> {
		const { key } = this;
		this.key = undefined;
		await key?.close(how === 'notSent' && this.doubt ? 'inDoubt' : how);
	}

	private fail(failure: Failure, about?: object): void {
		const known = besideDoubt(failure, this.earlierDoubt);
		const step = this.step ? { step: this.next } : {};
		const isOfBefore = this.startsAgain && known !== failure;
		this.add({
			state: 'failed',
			...step,
			...known,
			...(isOfBefore && { isOfOtherSteps: true }),
			...(about && { about }),
		});
		this.isEnded = true;
	}

	/** A step was certainly not processed. */
	private failCertainly(why: Why): void {
		if (this.doubt) this.failInDoubt(this.doubt);
		else this.fail({ delivery: 'notSent', origin: 'request', why });
	}

	private failInDoubt(why: Why): void {
		const { delivery, shared, step } = this;
		const failure: Failure = { delivery: 'unknown', origin: 'request', why };
		const keep = () => {
			this.forgetBefore();
			shared.journal.inDoubt(delivery, step?.name ?? '', failure, step?.about);
		};
		this.note(keep, 'may have arrived');
		this.fail(failure);
	}

	/** Another execution may have sent it, or still be sending it, and this run did not find out. */
	private get elsewhere(): Failure | undefined {
		const why = { reason: 'keyInDoubt', facts: { state: 'goingOn' } };
		if (this.isBusy) return { delivery: 'unknown', origin: 'elsewhere', why };
		// A key knows what another retry sent.
		return this.key ? undefined : this.shared.claim.found;
	}

	/** It was refused for too long, or its instance was. @param after how long the service wants no requests (ms) */
	giveUp(after: number): void {
		this.earlierDoubt ??= this.elsewhere;
		this.failCertainly(this.refusal ?? { reason: 'givenUp', facts: { pause: after } });
		this.ending = this.endKey('notSent');
	}

	/** Call when the run has ended. @param isImpatient whether it waited too long for the service */
	async finish(isImpatient: boolean): Promise<void> {
		if (!this.isEnded) this.keepBack(isImpatient);
		await this.ending;
		await this.endKey('notSent');
		const last = this.results.at(-1);
		// The steps after one that failed were not begun. What another execution did, or a lost run, is not known.
		if (last?.state === 'failed' && !isOfWhole(last) && last.step !== undefined)
			for (let step = last.step + 1; step < this.delivery.steps.length; step++)
				this.add({ state: 'notBegun', step });
	}

	/** What is known of steps that this run did not start. */
	private keepBack(isImpatient: boolean): void {
		const { world, journal } = this.shared;
		if (this.doubt) return this.failInDoubt(this.doubt);
		if (this.earlierDoubt) return this.fail(this.earlierDoubt);
		const { elsewhere } = this;
		if (this.isBusy && elsewhere) {
			const why = { reason: 'stoppedWhileSentElsewhere', facts: world.whyStopped(false) };
			return this.fail(world.stopped.aborted ? { ...elsewhere, why } : elsewhere);
		}
		if (isImpatient) return this.giveUp(0);
		const failure = world.stopped.aborted ? stoppedFailure(journal, world) : elsewhere;
		for (let step = this.next; step < this.delivery.steps.length; step++)
			this.add({ state: 'notBegun', step, ...(failure && { failure }) });
		this.isEnded = true;
	}
}
