// Tests: test/delivery/lateStatements.test.ts
import { type Delivery, type Failure, type Once, onePart } from './Delivery';
import { type Known, nothingKnown, sentElsewhere } from './known';
import { whileAlive } from './Lease';
import type { Before } from './plan';
import type { Cause, Policy, World } from './World';

/**
 * The marks of an attempt to carry out a delivery with a key. The execution that creates `started` makes the attempt, and
 * ends it. The next attempt begins only after that, so no two executions send at the same time. The newest attempt says
 * all that is known of the key.
 *
 * - `started`: 1 entry while the attempt goes on, 2 when all was sent.
 * - `alive`: grows while the attempt goes on.
 * - `progress`: one entry more than steps were sent, because the next one is about to go. Its owner is the digest of the
 *   parts. The first attempt of a delivery of one step needs none.
 * - `outcome`: the attempt ended before all was sent. By its entries: see `ends`. Its owner is the execution.
 *
 * A message is refused for a while, is accepted, and the process is killed before that is recorded:
 *
 * 1. `started`, then `outcome` (certain): it was refused. The key is free while the message waits.
 * 2. `started`, `progress`, then `outcome` (certain): it was refused again.
 * 3. `started`, `progress`, `alive`: it was accepted, and the process was killed. Another execution sees no beats any more, so
 *    the message is in doubt.
 * 4. `started`, `progress`, then a second entry of `started`: that execution sent it again, because its user chose so.
 *
 * The version in the names lets a later release tell these marks from its own.
 */
export function marksOf(key: string, attempt: number) {
	const name = `v1:${key}:${attempt}`;
	return {
		started: `${name}:started`,
		alive: `${name}:alive`,
		progress: `${name}:progress`,
		outcome: `${name}:outcome`,
	};
}

/**
 * How an attempt ended, by the entries of `outcome`. `inDoubt`: the step at its place is. `certain`: that step was not sent,
 * nor any after it. `unclear`: parts of an earlier attempt may have arrived, which are not those of this one.
 */
export const ends = ['inDoubt', 'certain', 'unclear'] as const;
export type End = (typeof ends)[number];

/** What is asked about the key of a delivery. */
export type Keyed<Why> = Pick<Delivery<Why>, 'parts' | 'steps'> & { once: Once };

/** The parts of a delivery, as another execution knows them: of files, their names, types and sizes count as well. */
export const partsOf = ({ parts, once }: Keyed<unknown>) =>
	parts === onePart ? parts : once.content;

/** What the marks of an attempt say. */
type AttemptOfKey<Why> =
	| { is: 'none' }
	/** Another execution works on it. */
	| { is: 'busy' }
	/** @property isSilent whether its execution shows no sign of life, so that it may have been killed */
	| { is: 'over'; known: Known<Why>; isSilent?: true };

/** What somebody saw who waited for another execution. */
export interface Waited {
	attempt: number;
	/** How often that one had shown that it works, if it has not for so long that it counts as dead. */
	lastBeats: number | undefined;
}

/** Reads the marks of keys. It changes nothing. */
export class KeyMarks<Why> {
	/** @param execution n8n's id of it */
	constructor(
		private readonly world: World<Why>,
		private readonly policy: Pick<Policy, 'whenUnsure'>,
		private readonly execution: string,
	) {}

	/** The newest attempt. @param from one that was begun, or 0 */
	async newestFrom(key: string, from: number): Promise<number | Failure<Why>> {
		const { marks, stopped } = this.world;
		const wasBegun = async (number: number) =>
			(await marks.count(marksOf(key, number).started, stopped)) > 0;
		// A message that is refused every five minutes has thousands of attempts in a month.
		const look = async () => {
			let [begun, step] = [from, 1];
			for (; await wasBegun(begun + step); step *= 2) begun += step;
			for (step = Math.floor(step / 2); step > 0; step = Math.floor(step / 2))
				if (await wasBegun(begun + step)) begun += step;
			return begun;
		};
		return await look().catch((error: Error) => this.unknown(error));
	}

	/**
	 * What an attempt has come to: all that this run knows of a key is read here.
	 * @param waited what this execution saw of it: an attempt that has shown nothing since is dead
	 * @param isDead whether its execution has certainly ended, or may send nothing any more
	 */
	async read(
		delivery: Keyed<Why>,
		number: number,
		waited: Waited | undefined,
		isDead = false,
	): Promise<AttemptOfKey<Why> | Failure<Why>> {
		if (number === 0) return { is: 'none' };
		const { marks, stopped } = this.world;
		const { steps } = delivery;
		const parts = partsOf(delivery);
		const of = marksOf(delivery.once.key, number);
		const look = async (): Promise<AttemptOfKey<Why> | Failure<Why>> => {
			const started = await marks.count(of.started, stopped);
			if (started === 0) return { is: 'none' };
			if (started > 1) return { is: 'over', known: { before: 'all', isOwn: false } };
			const end = ends[(await marks.count(of.outcome, stopped)) - 1];
			const isSilent = !end && (isDead || (await this.isSilent(of.alive, number, waited)));
			if (!end && !isSilent) return { is: 'busy' };
			const entries = await marks.count(of.progress, stopped);
			// It says where it goes on before it sends anything.
			if (isSilent && entries === 0 && number > 1) return await this.readBefore(delivery, number);
			const sent = Math.max(0, entries - 1);
			if (end === 'certain' && sent === 0) return { is: 'over', known: nothingKnown };
			const isSame =
				entries > 0 ? await marks.create(of.progress, parts, stopped) : parts === onePart;
			const isUnclear = !isSame || end === 'unclear';
			if (end === 'certain' && !isUnclear) {
				const before: Before = sent < steps.length ? { some: sent } : 'all';
				return { is: 'over', known: { before, isOwn: false } };
			}
			const isOwn =
				end === 'inDoubt' &&
				this.policy.whenUnsure === 'countAsSent' &&
				(await marks.create(of.outcome, this.execution, stopped));
			const cause: Cause<Why> =
				end === 'certain' ? { is: 'changed' } : { is: 'keyInDoubt', state: 'left' };
			const before: Before = isUnclear ? 'unclear' : { doubtAt: sent };
			const doubt = sentElsewhere(this.world, cause);
			return { is: 'over', known: { before, isOwn, doubt }, ...(isSilent && { isSilent }) };
		};
		return await look().catch((error: Error) => this.unknown(error));
	}

	/**
	 * What is known after an attempt that showed no sign of life and has not said where it goes on: what the one before it left.
	 * It may still go on, so the step that is next is in doubt.
	 */
	private async readBefore(
		delivery: Keyed<Why>,
		number: number,
	): Promise<AttemptOfKey<Why> | Failure<Why>> {
		const before = await this.read(delivery, number - 1, undefined, true);
		if ('why' in before || before.is !== 'over') return before;
		const { known } = before;
		if (known.doubt || known.before === 'all') return { ...before, isSilent: true };
		const doubtAt =
			typeof known.before === 'object' && 'some' in known.before ? known.before.some : 0;
		const doubt = sentElsewhere(this.world, { is: 'keyInDoubt', state: 'left' });
		return { is: 'over', known: { before: { doubtAt }, isOwn: false, doubt }, isSilent: true };
	}

	private async isSilent(alive: string, number: number, waited?: Waited): Promise<boolean> {
		if (waited?.attempt !== number || waited.lastBeats === undefined) return false;
		return (await this.world.marks.count(alive, this.world.stopped)) === waited.lastBeats;
	}

	/** Waits until the next `begin` may do something. Never rejects. @param signal ends the wait */
	async whileBusy(
		key: string,
		attempt: number,
		signal: AbortSignal,
	): Promise<Waited | Failure<Why>> {
		if (attempt === 0) return { attempt, lastBeats: undefined };
		const { marks } = this.world;
		const { started, outcome, alive } = marksOf(key, attempt);
		const isOver = async () =>
			(await marks.count(started, signal)) !== 1 || (await marks.count(outcome, signal)) > 0;
		return await whileAlive(this.world, alive, isOver, signal).then(
			(lastBeats) => ({ attempt, lastBeats }),
			(error: Error) => this.unknown(error),
		);
	}

	/** What is known of a delivery that another execution has begun, if this one could not look. */
	private unknown({ message }: Error): Failure<Why> {
		return this.world.stopped.aborted
			? sentElsewhere(this.world, { is: 'stoppedWhileSentElsewhere' })
			: sentElsewhere(this.world, { is: 'keyNotLookedUp', said: message });
	}
}
