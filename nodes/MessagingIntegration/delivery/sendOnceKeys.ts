import { hash } from 'node:crypto';

import type { Failure, Step, Why } from './Delivery';
import { besideDoubt, changedFailure } from './earlierRuns';
import { type Before, type Fate, fateOf } from './fate';
import { key as numbers } from './numbers';
import type { Policy, World } from './World';

/**
 * The marks of an attempt to carry out a delivery with a key. The execution that creates `started` makes the attempt, and
 * ends it. The next attempt begins only after that, so no two executions send at the same time.
 *
 * - `started`: 1 entry while the attempt goes on, 2 when all was sent.
 * - `alive`: grows while the attempt goes on.
 * - `left`: 1 entry if the attempt ended in doubt; its owner is the execution. 2 entries if it ended with some steps sent and
 *   the others certainly not; its owner is the digest of those that were sent. 3 entries if it sent nothing.
 * - `at`: so many steps were sent, and the next one is about to go; its owner is the digest of all these. The only step of
 *   a first attempt needs none.
 * - `nothingIn`: this attempt and those behind it, so many in all, ended and sent nothing. A message that is refused every
 *   five minutes has thousands of attempts in a month, and nobody could look at each of them.
 */
function marksOf(key: string, attempt: number) {
	const name = attempt === 1 ? key : `${key}:${attempt}`;
	return {
		started: `${name}:started`,
		alive: `${name}:alive`,
		left: `${name}:left`,
		at: (count: number) => `${name}:at ${count}`,
		nothingIn: (attempts: number) => `${name}:nothing in ${attempts}`,
	};
}

/** By the entries of `left`. */
const ends = [undefined, 'inDoubt', 'part', 'nothing'] as const;

/** How another execution left an attempt. `silent`: it showed no sign of life, and may have been killed. */
type Left = 'sent' | 'notBegun' | 'inDoubt' | 'silent' | 'part' | 'nothing';

/** What somebody saw who waited for another execution. */
export interface Waited {
	attempt: number;
	/** Whether it ended and had sent nothing. */
	hasSentNothing: boolean;
	/** How often it had shown that it works, if it has not for so long that it counts as dead. */
	lastBeats?: number;
}

/** What the marks say of the attempts before. */
interface Progress {
	/** How many steps were sent. */
	count: number;
	/** The attempt that has the mark of it; undefined if the only step of a first attempt was about to go. */
	markedBy?: number;
}

/** What is known of a key after some attempts, and what is to be done. */
interface Known {
	progress: Progress;
	before: Before;
	fate: Fate;
}

const nothingKnown: Known = { progress: { count: 0 }, before: 'nothing', fate: 'send' };

/** What becomes of a key: it is held and steps are to be sent or counted, or nothing is left to do. */
type Begun =
	| { is: 'held'; held: HeldKey; fate: Fate; from: number }
	| { is: 'sent' }
	| { is: 'failed'; failure: Failure }
	/** Another execution makes an attempt. @property isBegun whether one before it sent something, or may have */
	| { is: 'busy'; attempt: number; isBegun: boolean };

/** Another execution may have sent the message. */
const elsewhere = (reason: string, facts: object): Failure => ({
	delivery: 'unknown',
	origin: 'elsewhere',
	why: { reason, facts },
});

const notRecorded = ({ message }: Error): Failure => ({
	delivery: 'notSent',
	origin: 'request',
	why: { reason: 'keyNotRecorded', facts: { said: message } },
});

/** What an execution before this one left in doubt, or sent in part, stays so. */
const beside = (failure: Failure, before: Before): Failure =>
	failure.origin === 'end' || before === 'nothing'
		? failure
		: besideDoubt(failure, elsewhere('keyInDoubt', { state: 'left' }));

/** Why a key sends nothing. */
function failureBy({ progress, before, fate }: Known): Failure {
	if (fate === 'failChanged') return { ...changedFailure, isOfOtherSteps: true };
	const failure = elsewhere('keyInDoubt', { state: 'left' });
	return before === 'doubt' ? { ...failure, inDoubt: progress.count } : failure;
}

const digestOf = (steps: Step[], count: number): string =>
	hash(
		'sha256',
		JSON.stringify(steps.slice(0, count).map(({ name, keyName = name }) => keyName)),
		'base64url',
	).slice(0, 22);

const sends: Record<Fate, boolean> = {
	send: true,
	sendRest: true,
	sendAgain: true,
	sendAllAgain: true,
	countAndSendRest: true,
	countAll: true,
	answerOfBefore: false,
	failChanged: false,
	failInDoubt: false,
	failLost: false,
};

/** The Send Once Keys of a run: each delivery goes only once, across all executions of the node on all workers. */
export class SendOnceKeys {
	/** By key: the first attempt that is not known to have sent nothing. Whoever waits for the service gives many back. */
	private readonly first = new Map<string, number>();

	/** @param execution n8n's id of it */
	constructor(
		private readonly world: World,
		private readonly policy: Policy,
		private readonly execution: string,
	) {}

	/**
	 * Begins an attempt, unless another execution makes one. Nobody waits here: two executions that hold keys would wait
	 * for each other.
	 * @param sent how many steps this execution sent before
	 */
	async begin(key: string, steps: Step[], sent: number, waited?: Waited): Promise<Begun> {
		const { newId } = this.world;
		let known: Known = nothingKnown;
		/** What was known before the last attempt, if that one is taken for dead. */
		let beforeSilent: Known | undefined;
		/** So many attempts before the next one sent nothing, as far as this one has looked. */
		let nothings = 0;
		for (let number = this.first.get(key) ?? 1; ; ) {
			const owner = newId();
			const created = sends[known.fate] && (await this.create(marksOf(key, number).started, owner));
			if (typeof created === 'object')
				return { is: 'failed', failure: beside(created, known.before) };
			const held = created
				? new HeldKey(this.world, this.execution, key, number, owner, steps)
				: undefined;
			if (beforeSilent) {
				const now = await this.lookAgain(key, number - 1, steps, beforeSilent, sent);
				beforeSilent = undefined;
				if (!('why' in now)) known = now;
				const end = this.endAfter(now, held !== undefined);
				if (end) {
					await held?.close('notSent');
					return end;
				}
			}
			const { progress, before, fate } = known;
			if (held) {
				const from = fate === 'sendAllAgain' ? 0 : Math.max(progress.count, sent);
				const isMarked = before !== 'nothing' || steps.length > 1;
				// If all is counted, no step is about to go: whoever is next has to find the steps that are in doubt.
				const failure = await held.begin(from, isMarked && fate !== 'countAll');
				return failure
					? { is: 'failed', failure: beside(failure, before) }
					: { is: 'held', held, fate, from };
			}
			const left = await this.leftOf(key, number, waited).catch((error: Error) =>
				this.unknown(error),
			);
			if (typeof left === 'object') return { is: 'failed', failure: left };
			if (left === 'busy') return { is: 'busy', attempt: number, isBegun: before !== 'nothing' };
			if (left === 'sent') return { is: 'sent' };
			if (left === 'nothing') {
				const count = await this.nothingFrom(key, number);
				number += count;
				nothings += count;
				await this.recordNothing(key, number - 1, nothings, count);
				if (before === 'nothing') this.first.set(key, number);
				continue;
			}
			nothings = 0;
			if (left === 'notBegun') {
				if (sends[fate]) continue;
				return { is: 'failed', failure: failureBy(known) };
			}
			const now = await this.after(key, number, left, steps, progress, sent).catch((error: Error) =>
				this.unknown(error),
			);
			if ('why' in now) return { is: 'failed', failure: now };
			if (left === 'silent') beforeSilent = known;
			known = now;
			if (known.before === 'all') return { is: 'sent' };
			number++;
		}
	}

	/**
	 * What is known after an attempt that was taken for dead. Its execution may go on until another one has begun the next
	 * attempt, which it looks for before each further message. So what it did is certain only after that.
	 */
	private async lookAgain(
		key: string,
		number: number,
		steps: Step[],
		known: Known,
		sent: number,
	): Promise<Known | Failure> {
		const look = async (): Promise<Known> => {
			const left = await this.stateOf(key, number);
			if (left === 'sent') return { ...known, before: 'all' };
			if (left === 'nothing' || left === 'notBegun') return known;
			const silentOrLeft = left === 'busy' ? 'silent' : left;
			return await this.after(key, number, silentOrLeft, steps, known.progress, sent);
		};
		return await look().catch((error: Error) => this.unknown(error));
	}

	/** @returns what ends an attempt before it sends anything; undefined if it goes on */
	private endAfter(now: Known | Failure, isHeld: boolean): Begun | undefined {
		if ('why' in now) return { is: 'failed', failure: now };
		if (now.before === 'all') return { is: 'sent' };
		return isHeld && !sends[now.fate] ? { is: 'failed', failure: failureBy(now) } : undefined;
	}

	/**
	 * How a delivery in quiet hours ends. Another execution that is sending with its key is not waited for.
	 * @param key of the delivery, if it has one
	 * @param why until when
	 * @returns that all of it was sent before, or the failure
	 */
	async notYet(key: string | undefined, why: Why): Promise<'sent' | Failure> {
		const known = key === undefined ? undefined : await this.now(key);
		return known === 'sent'
			? known
			: besideDoubt({ delivery: 'notSent', origin: 'quietHours', why }, known);
	}

	/** @returns that all of it was sent, or why it may have been; undefined if it was not */
	private async now(key: string): Promise<'sent' | Failure | undefined> {
		const look = async () => {
			let doubt: Failure | undefined;
			for (let number = 1; ; number++) {
				const left = await this.stateOf(key, number);
				if (left === 'sent') return left;
				if (left === 'notBegun') return doubt;
				if (left === 'busy') return elsewhere('keyInDoubt', { state: 'goingOn' });
				if (left === 'inDoubt') doubt = elsewhere('keyInDoubt', { state: 'left' });
				if (left === 'nothing') number += (await this.nothingFrom(key, number)) - 1;
			}
		};
		return await look().catch((error: Error) => this.unknown(error));
	}

	/** What `begin` would do, as soon as no other execution makes an attempt. Changes nothing. */
	async look(
		key: string,
		steps: Step[],
		sent: number,
	): Promise<{ fate: Fate; from: number } | Failure> {
		let known: Known = nothingKnown;
		for (let number = 1; ; number++) {
			const other = await this.waitForOther(key, number, this.world.stopped).catch((error: Error) =>
				this.unknown(error),
			);
			if ('why' in other) return other;
			const { left } = other;
			if (left === 'sent') return { fate: 'answerOfBefore', from: 0 };
			if (left === 'nothing') {
				number += (await this.nothingFrom(key, number)) - 1;
				continue;
			}
			if (left === 'notBegun') {
				const { progress, fate } = known;
				const from = Math.max(progress.count, sent);
				return sends[fate] ? { fate, from } : failureBy(known);
			}
			const now = await this.after(key, number, left, steps, known.progress, sent).catch(
				(error: Error) => this.unknown(error),
			);
			if ('why' in now) return now;
			known = now;
			if (known.before === 'all') return { fate: 'answerOfBefore', from: 0 };
		}
	}

	/** How many attempts in a row, beginning with this one, are known to have sent nothing: at least this one. */
	private async nothingFrom(key: string, number: number): Promise<number> {
		const { marks, stopped } = this.world;
		const { nothingIn } = marksOf(key, number);
		const isKnown = async (count: number) =>
			(await marks.count(nothingIn(count), stopped).catch(() => 0)) > 0;
		let known = 1;
		for (let count = numbers.together; (number - 1) % count === 0; count *= numbers.together) {
			if (!(await isKnown(count))) break;
			known = count;
		}
		return known;
	}

	/**
	 * Records that many attempts in a row sent nothing, so that later executions need not look at each of them.
	 * @param last the last of these attempts
	 * @param count how many they are
	 * @param known how many of them, up to the last one, have such a mark already
	 */
	private async recordNothing(
		key: string,
		last: number,
		count: number,
		known: number,
	): Promise<void> {
		const { marks, stopped } = this.world;
		const { together } = numbers;
		for (let size = together; last % size === 0 && size <= count; size *= together) {
			if (size <= known) continue;
			const { nothingIn } = marksOf(key, last - size + 1);
			await marks.create(nothingIn(size), 'nothing', stopped).catch(() => undefined);
		}
	}

	private async create(name: string, owner: string): Promise<boolean | Failure> {
		const { marks, stopped } = this.world;
		return await marks.create(name, owner, stopped).catch((error: Error) => this.notCreated(error));
	}

	private notCreated(error: Error): Failure {
		const { stopped, whyStopped } = this.world;
		if (stopped.aborted)
			return {
				delivery: 'notSent',
				origin: 'end',
				why: { reason: 'stopped', facts: whyStopped(false) },
			};
		return notRecorded(error);
	}

	/** What is known of a delivery that another execution has begun, if this one could not wait for its end. */
	private unknown({ message }: Error): Failure {
		const { stopped, whyStopped } = this.world;
		return stopped.aborted
			? elsewhere('stoppedWhileSentElsewhere', whyStopped(false))
			: elsewhere('keyNotLookedUp', { said: message });
	}

	/** What is to be done after an attempt that another execution left unfinished. */
	private async after(
		key: string,
		number: number,
		left: 'inDoubt' | 'silent' | 'part',
		steps: Step[],
		known: Progress,
		sent: number,
	): Promise<Known> {
		const { marks, stopped } = this.world;
		const { whenUnsure } = this.policy;
		const of = marksOf(key, number);
		const progress = await this.progressOf(key, number, known, steps.length);
		const { count, markedBy } = progress;
		if (left === 'part') {
			const isSame = await marks.create(of.left, digestOf(steps, count), stopped);
			const before = !isSame ? 'changed' : count >= steps.length ? 'all' : 'some';
			return { progress, before, fate: fateOf(before, whenUnsure, false) };
		}
		const isSame =
			markedBy === undefined
				? steps.length === 1
				: count < steps.length &&
					(await marks.create(
						marksOf(key, markedBy).at(count),
						digestOf(steps, count + 1),
						stopped,
					));
		// This execution knows that the step was sent, though it could not record that.
		if (isSame && count < sent)
			return { progress, before: 'some', fate: fateOf('some', whenUnsure, false) };
		const before = isSame ? 'doubt' : 'doubtChanged';
		const isOwn =
			left === 'inDoubt' &&
			whenUnsure === 'countAsSent' &&
			(await marks.create(of.left, this.execution, stopped));
		return { progress, before, fate: fateOf(before, whenUnsure, isOwn) };
	}

	/** How far an attempt came. One that was killed before it marked anything has sent nothing. */
	private async progressOf(
		key: string,
		number: number,
		known: Progress,
		steps: number,
	): Promise<Progress> {
		const { marks, stopped } = this.world;
		const { at } = marksOf(key, number);
		const isMarked = async (count: number) => (await marks.count(at(count), stopped)) > 0;
		// An execution that had sent some steps before it had this key begins in the middle.
		for (let from = 0; from < Math.max(steps, known.count + 2); from++) {
			if (!(await isMarked(from))) continue;
			let count = from;
			while (await isMarked(count + 1)) count++;
			return { count, markedBy: number };
		}
		return known;
	}

	/** @throws Error of n8n's database */
	private async stateOf(key: string, number: number): Promise<Exclude<Left, 'silent'> | 'busy'> {
		const { marks, stopped } = this.world;
		const { started, left } = marksOf(key, number);
		const entries = await marks.count(started, stopped);
		if (entries !== 1) return entries === 0 ? 'notBegun' : 'sent';
		return ends[await marks.count(left, stopped)] ?? 'busy';
	}

	/** @param waited what this execution saw of the attempt: one that has shown nothing since is dead */
	private async leftOf(key: string, number: number, waited?: Waited): Promise<Left | 'busy'> {
		const { marks, stopped } = this.world;
		const state = await this.stateOf(key, number);
		if (state !== 'busy' || waited?.attempt !== number || waited.lastBeats === undefined)
			return state;
		const beats = await marks.count(marksOf(key, number).alive, stopped);
		return beats === waited.lastBeats ? 'silent' : 'busy';
	}

	/**
	 * Waits while the execution that makes an attempt shows that it is still working on it.
	 * @param signal ends the wait
	 * @throws Error of n8n's database, or the signal's reason
	 */
	private async waitForOther(
		key: string,
		number: number,
		signal: AbortSignal,
	): Promise<{ left: Left; lastBeats: number }> {
		const { marks, clock } = this.world;
		const { alive } = marksOf(key, number);
		let lastBeats = 0;
		// Counted, not measured: an n8n that was blocked for a while has not looked meanwhile.
		let silentPolls = 0;
		for (;;) {
			const left = await this.stateOf(key, number);
			if (left !== 'busy') return { left, lastBeats };
			const beats = await marks.count(alive, signal);
			silentPolls = beats === lastBeats ? silentPolls + 1 : 0;
			lastBeats = beats;
			if (silentPolls * numbers.poll > numbers.longestSilence) return { left: 'silent', lastBeats };
			await clock.sleep(numbers.poll, signal);
		}
	}

	/** Waits until the next `begin` may do something. Never rejects. @param signal ends the wait */
	async whileBusy(key: string, attempt: number, signal: AbortSignal): Promise<Waited> {
		const other = await this.waitForOther(key, attempt, signal).catch(() => undefined);
		const { left, lastBeats } = other ?? {};
		const waited = { attempt, hasSentNothing: left === 'nothing' };
		return left === 'silent' ? { ...waited, lastBeats } : waited;
	}
}

/** An attempt of this execution. It is held from the first step to the last, so two executions never mix their texts. */
export class HeldKey {
	private count = 0;
	/** Whether a step was sent in this attempt. */
	hasSent = false;
	private readonly endBeats: () => void;

	constructor(
		private readonly world: World,
		private readonly execution: string,
		private readonly key: string,
		private readonly number: number,
		private readonly owner: string,
		private readonly steps: Step[],
	) {
		this.endBeats = this.startBeats();
	}

	private get marks() {
		return marksOf(this.key, this.number);
	}

	/** Shows other executions that this one is working on the delivery. @returns ends it */
	private startBeats(): () => void {
		const { marks, clock } = this.world;
		const { alive } = this.marks;
		let last: Promise<unknown> | undefined;
		const end = clock.every(numbers.heartbeat, () => {
			const beat = async () => await marks.beat(alive);
			last = last ? last.then(beat) : beat();
		});
		return () => {
			end();
			void last?.then(async () => await marks.endBeats(alive));
		};
	}

	/** @param from how many steps need not be sent @param isMarked whether a mark has to say which one is about to go */
	async begin(from: number, isMarked: boolean): Promise<Failure | undefined> {
		this.count = from;
		return isMarked ? await this.mark() : undefined;
	}

	/** Call when a step was sent, or counts as sent, unless it is the last one. @returns why the next one must not go */
	async stepSent(): Promise<Failure | undefined> {
		this.count++;
		this.hasSent = true;
		return await this.mark();
	}

	private async mark(): Promise<Failure | undefined> {
		const { count, steps } = this;
		if (count >= steps.length) return undefined;
		try {
			await this.world.marks.create(this.marks.at(count), digestOf(steps, count + 1));
			return undefined;
		} catch (error) {
			await this.close(this.hasSent ? 'inDoubt' : 'notSent');
			return notRecorded(error as Error);
		}
	}

	/**
	 * Call before each message. While this execution showed no sign of life, another one may have taken it for dead. Then
	 * that one goes on with the delivery.
	 * @param how the attempt ends then
	 * @returns why the message must not go
	 */
	async takenOver(how: 'notSent' | 'inDoubt'): Promise<Failure | undefined> {
		if (!this.hasSent) return undefined;
		const { marks, stopped } = this.world;
		const { started: next } = marksOf(this.key, this.number + 1);
		const failure = await marks.count(next, stopped).then(
			(entries) => (entries > 0 ? elsewhere('keyInDoubt', { state: 'goingOn' }) : undefined),
			// If the run was stopped meanwhile, the message is kept back anyway.
			({ message }: Error) =>
				stopped.aborted ? undefined : elsewhere('keyNotLookedUp', { said: message }),
		);
		if (failure) await this.close(how);
		return failure;
	}

	/**
	 * Ends the attempt. Others wait as long as this lasts, because the heartbeat goes on.
	 * @param how `notSent`: the steps that were not sent were certainly not processed
	 */
	async close(how: 'sent' | 'notSent' | 'inDoubt'): Promise<void> {
		const { log } = this.world;
		try {
			if (how === 'sent') await this.recordSent();
			else if (how === 'inDoubt') await this.leave('inDoubt', this.execution);
			else if (this.hasSent) await this.leave('part', digestOf(this.steps, this.count));
			else await this.leave('nothing', 'nothing');
		} catch (error) {
			// The key is in doubt anyway: the others find no sign of life.
			log.warn(
				`n8n could not record what became of a Send Once Key, so it is in doubt: ${(error as Error).message}`,
			);
		}
		this.endBeats();
	}

	/** Says in one statement how the attempt ended. */
	private async leave(end: NonNullable<(typeof ends)[number]>, owner: string): Promise<void> {
		await this.world.marks.create(this.marks.left, owner, undefined, ends.indexOf(end));
	}

	private async recordSent(): Promise<void> {
		const { marks, log } = this.world;
		const { started } = this.marks;
		await marks.add(started, this.owner, 'sent').catch(async ({ message }: Error) => {
			// The key is in doubt, so the message is not sent again.
			log.warn(`A message was sent, but n8n could not record its Send Once Key: ${message}`);
			await this.leave('inDoubt', this.execution);
		});
	}
}
