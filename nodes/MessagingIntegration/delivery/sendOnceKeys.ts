import type { Delivery, Failure, Once } from './Delivery';
import { onePart } from './Delivery';
import type { Journal } from './journal';
import { both, type Known, nothingKnown, sentElsewhere } from './known';
import { Lease, whileAlive } from './Lease';
import { key as numbers } from './numbers';
import { type Before, type Plan, plan } from './plan';
import type { Cause, Policy, World } from './World';

/**
 * The marks of an attempt to carry out a delivery with a key. The execution that creates `started` makes the attempt, and
 * ends it. The next attempt begins only after that, so no two executions send at the same time. The newest attempt says
 * all that is known of the key.
 *
 * - `started`: 1 entry while the attempt goes on, 2 when all was sent.
 * - `alive`: grows while the attempt goes on.
 * - `at`: one entry more than steps were sent, because the next one is about to go. Its owner is the digest of the parts.
 *   The first attempt of a delivery of one step needs none.
 * - `left`: the attempt ended before all was sent. By its entries: see `ends`. Its owner is the execution.
 *
 * The version in the names lets a later release tell these marks from its own.
 */
function marksOf(key: string, attempt: number) {
	const name = `v1:${key}:${attempt}`;
	return {
		started: `${name}:started`,
		alive: `${name}:alive`,
		at: `${name}:at`,
		left: `${name}:left`,
	};
}

/**
 * How an attempt ended, by the entries of `left`. `inDoubt`: the step at its place is. `certain`: that step was not sent,
 * nor any after it. `unclear`: parts of an earlier attempt may have arrived, which are not those of this one.
 */
const ends = ['inDoubt', 'certain', 'unclear'] as const;
type End = (typeof ends)[number];

/** What the marks of an attempt say. */
type Attempt<Why> =
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

/** What becomes of a key: it is held, it is only known, or nobody knows. */
export type Begun<Why> =
	/** @property held if steps are to be sent or counted */
	| { is: 'known'; known: Known<Why>; held?: HeldKey<Why> }
	/** @property known what the key knows nevertheless */
	| { is: 'failed'; failure: Failure<Why>; known?: Known<Why> }
	/** Another execution makes an attempt. */
	| { is: 'busy'; attempt: number };

/** The parts of a delivery, as another execution knows them: of files, their names, types and sizes count as well. */
const partsOf = ({ parts, once }: Keyed<unknown>) => (parts === onePart ? parts : once.content);

const acts = ({ do: what }: Plan) => what === 'send' || what === 'countAll';

/** What is asked about the key of a delivery. */
type Keyed<Why> = Pick<Delivery<Why>, 'parts' | 'steps'> & { once: Once };

/** The Send Once Keys of a run: each delivery goes only once, across all executions of the node on all workers. */
export class SendOnceKeys<Why> {
	/** By key: the newest attempt that this run has seen. */
	private readonly newest = new Map<string, number>();

	/** @param execution n8n's id of it */
	constructor(
		private readonly world: World<Why>,
		private readonly policy: Pick<Policy, 'whenUnsure'>,
		private readonly execution: string,
	) {}

	/** Another execution may have sent the message. */
	private elsewhere(cause: Cause<Why>): Failure<Why> {
		return sentElsewhere(this.world, cause);
	}

	/**
	 * What a run does with what is known. Its own doubt never counts as sent.
	 * @param own what this execution knows of the delivery besides
	 */
	private planOf(own: Known<Why>, ofKey: Known<Why>): { known: Known<Why>; plan: Plan } {
		const known = both(own, ofKey);
		return { known, plan: planOf(known, this.policy.whenUnsure) };
	}

	/**
	 * Begins an attempt, if anything is to be sent or counted and no other execution makes one. Nobody waits here: two
	 * executions that hold keys would wait for each other.
	 */
	async begin(delivery: Keyed<Why>, own: Known<Why>, waited?: Waited): Promise<Begun<Why>> {
		const { world } = this;
		const { key } = delivery.once;
		let number = this.newest.get(key) ?? 0;
		for (;;) {
			const attempt = await this.read(delivery, number, waited);
			if ('why' in attempt) return { is: 'failed', failure: attempt };
			if (attempt.is === 'busy') return { is: 'busy', attempt: number };
			const before = attempt.is === 'over' ? attempt.known : nothingKnown;
			const { known, plan } = this.planOf(own, before);
			if (!acts(plan)) return { is: 'known', known };
			const owner = world.newId();
			const { started } = marksOf(key, number + 1);
			const created = await world.marks
				.create(started, owner, world.stopped)
				.catch((error: Error) => this.notBegun(error));
			if (typeof created === 'object') return { is: 'failed', failure: created, known };
			if (!created) {
				const newest = await this.newestFrom(key, number + 1);
				if (typeof newest === 'object') return { is: 'failed', failure: newest };
				this.newest.set(key, (number = newest));
				continue;
			}
			const held = new HeldKey(world, this.execution, delivery, number + 1, owner);
			const isSilent = attempt.is === 'over' && attempt.isSilent === true;
			return await this.hold(held, delivery, own, before, isSilent ? number : undefined);
		}
	}

	/**
	 * @param silent the attempt before, if it was taken for dead. Its execution may have gone on until this one began, which
	 * it looks for before each further message. So what it did is certain only now.
	 */
	private async hold(
		held: HeldKey<Why>,
		delivery: Keyed<Why>,
		own: Known<Why>,
		before: Known<Why>,
		silent: number | undefined,
	): Promise<Begun<Why>> {
		let now = before;
		if (silent !== undefined) {
			const again = await this.read(delivery, silent, undefined, true);
			if ('why' in again) {
				await held.closeAs(before.before);
				return { is: 'failed', failure: again };
			}
			if (again.is === 'over') now = again.known;
		}
		const { known, plan } = this.planOf(own, now);
		if (!acts(plan)) {
			await held.closeAs(now.before);
			return { is: 'known', known };
		}
		try {
			await held.begin(plan, now.before);
			return { is: 'known', known, held };
		} catch (error) {
			await held.closeAs(now.before);
			return { is: 'failed', failure: this.notRecorded(error as Error), known };
		}
	}

	/** What `begin` would find, as soon as no other execution makes an attempt. Changes nothing. */
	async look(delivery: Keyed<Why>, own: Known<Why>): Promise<Begun<Why>> {
		const { key } = delivery.once;
		for (let from = 0; ; ) {
			const newest = await this.newestFrom(key, from);
			if (typeof newest === 'object') return { is: 'failed', failure: newest };
			const waited = await this.whileBusy(key, newest, this.world.stopped);
			if ('why' in waited) return { is: 'failed', failure: waited };
			const attempt = await this.read(delivery, newest, waited);
			if ('why' in attempt) return { is: 'failed', failure: attempt };
			if (attempt.is === 'none') return { is: 'known', known: own };
			if (attempt.is === 'over') return { is: 'known', known: both(own, attempt.known) };
			from = newest;
		}
	}

	/**
	 * Whether the keys of a run that n8n lost know what it sent. If none of the first was ever begun, that run had no keys,
	 * and a key that somebody adds after a crash knows nothing.
	 */
	async areKnown(
		deliveries: ReadonlyArray<Delivery<Why>>,
		journal: Pick<Journal<Why>, 'isLost' | 'isTool' | 'areKeysKnown'>,
	): Promise<boolean> {
		// A call of a tool is one item, which says nothing about the calls before it.
		if (!journal.isLost || journal.isTool || journal.areKeysKnown) return true;
		const { marks, stopped } = this.world;
		const keys = deliveries.flatMap(({ once, cannot }) => (once && !cannot ? once.key : []));
		for (const key of keys.slice(0, numbers.asked)) {
			const entries = await marks.count(marksOf(key, 1).started, stopped).catch(() => 0);
			if (entries > 0) return true;
		}
		return false;
	}

	/** The newest attempt. @param from one that was begun, or 0 */
	private async newestFrom(key: string, from: number): Promise<number | Failure<Why>> {
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
	private async read(
		delivery: Keyed<Why>,
		number: number,
		waited: Waited | undefined,
		isDead = false,
	): Promise<Attempt<Why> | Failure<Why>> {
		if (number === 0) return { is: 'none' };
		const { marks, stopped } = this.world;
		const { steps } = delivery;
		const parts = partsOf(delivery);
		const of = marksOf(delivery.once.key, number);
		const look = async (): Promise<Attempt<Why> | Failure<Why>> => {
			const started = await marks.count(of.started, stopped);
			if (started === 0) return { is: 'none' };
			if (started > 1) return { is: 'over', known: { before: 'all', isOwn: false } };
			const end = ends[(await marks.count(of.left, stopped)) - 1];
			const isSilent = !end && (isDead || (await this.isSilent(of.alive, number, waited)));
			if (!end && !isSilent) return { is: 'busy' };
			const entries = await marks.count(of.at, stopped);
			// It says where it goes on before it sends anything.
			if (isSilent && entries === 0 && number > 1) return await this.readBefore(delivery, number);
			const sent = Math.max(0, entries - 1);
			if (end === 'certain' && sent === 0) return { is: 'over', known: nothingKnown };
			const isSame = entries > 0 ? await marks.create(of.at, parts, stopped) : parts === onePart;
			const isUnclear = !isSame || end === 'unclear';
			if (end === 'certain' && !isUnclear) {
				const before: Before = sent < steps.length ? { some: sent } : 'all';
				return { is: 'over', known: { before, isOwn: false } };
			}
			const isOwn =
				end === 'inDoubt' &&
				this.policy.whenUnsure === 'countAsSent' &&
				(await marks.create(of.left, this.execution, stopped));
			const cause: Cause<Why> =
				end === 'certain' ? { is: 'changed' } : { is: 'keyInDoubt', state: 'left' };
			const before: Before = isUnclear ? 'unclear' : { doubtAt: sent };
			const doubt = this.elsewhere(cause);
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
	): Promise<Attempt<Why> | Failure<Why>> {
		const before = await this.read(delivery, number - 1, undefined, true);
		if ('why' in before || before.is !== 'over') return before;
		const { known } = before;
		if (known.doubt || known.before === 'all') return { ...before, isSilent: true };
		const doubtAt =
			typeof known.before === 'object' && 'some' in known.before ? known.before.some : 0;
		const doubt = this.elsewhere({ is: 'keyInDoubt', state: 'left' });
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
		const { started, left, alive } = marksOf(key, attempt);
		const isOver = async () =>
			(await marks.count(started, signal)) !== 1 || (await marks.count(left, signal)) > 0;
		return await whileAlive(this.world, alive, isOver, signal).then(
			(lastBeats) => ({ attempt, lastBeats }),
			(error: Error) => this.unknown(error),
		);
	}

	private notBegun(error: Error): Failure<Why> {
		const { stopped, reasons } = this.world;
		if (!stopped.aborted) return this.notRecorded(error);
		const why = reasons.of({ is: 'stopped', mayBeSent: false });
		return { delivery: 'notSent', origin: 'end', why };
	}

	notRecorded({ message }: Error): Failure<Why> {
		const why = this.world.reasons.of({ is: 'keyNotRecorded', said: message });
		return { delivery: 'notSent', origin: 'request', why };
	}

	/** What is known of a delivery that another execution has begun, if this one could not look. */
	private unknown({ message }: Error): Failure<Why> {
		return this.world.stopped.aborted
			? this.elsewhere({ is: 'stoppedWhileSentElsewhere' })
			: this.elsewhere({ is: 'keyNotLookedUp', said: message });
	}
}

/** What is to be done by what is known of a delivery. */
export const planOf = ({ before, isOwn }: Known<unknown>, whenUnsure: Policy['whenUnsure']): Plan =>
	plan(before, isOwn && whenUnsure === 'countAsSent' ? 'fail' : whenUnsure);

/** An attempt of this execution. It is held from the first step to the last, so two executions never mix their texts. */
export class HeldKey<Why> {
	private readonly lease: Lease<Why>;
	/** How many steps were sent, or count as sent, in all attempts. */
	private count = 0;
	/** Whether `at` says so. */
	private isMarked = false;
	/** Whether a step was sent in this attempt. */
	hasSent = false;
	/** What it has to leave, if it ends before it sends anything: a doubt from before stays one. */
	private before: Before = 'nothing';

	constructor(
		private readonly world: World<Why>,
		private readonly execution: string,
		private readonly delivery: Keyed<Why>,
		private readonly number: number,
		private readonly owner: string,
	) {
		this.lease = new Lease(world, this.marks.alive);
	}

	private get marks() {
		return marksOf(this.delivery.once.key, this.number);
	}

	/** @throws Error of the database: then nothing may go */
	async begin(plan: Plan, before: Before): Promise<void> {
		this.before = before;
		// A step that counts as sent does so when the run has noted that.
		if (plan.do === 'send') this.count = plan.from - (plan.counts ? 1 : 0);
		// If all is counted, no step is about to go: whoever is next has to find what is in doubt.
		if (plan.do === 'send') await this.mark();
	}

	/** Call when a step was sent, or counts as sent, unless it is the last one. @throws Error of the database: then the next one must not go */
	async stepSent(): Promise<void> {
		this.count++;
		this.hasSent = true;
		await this.mark();
	}

	/** Says which step is about to go. */
	private async mark(): Promise<void> {
		const { count, delivery, isMarked, world } = this;
		const { steps } = delivery;
		const parts = partsOf(delivery);
		if ((parts === onePart && this.number === 1) || count >= steps.length) return;
		const { at } = this.marks;
		if (isMarked) await world.marks.add(at, parts, `sent ${count}`);
		else await world.marks.create(at, parts, undefined, count + 1);
		this.isMarked = true;
	}

	/**
	 * Call before each message. While this execution showed no sign of life, another one may have taken it for dead. Then
	 * that one goes on with the delivery.
	 * @returns why the message must not go
	 */
	async takenOver(): Promise<Failure<Why> | undefined> {
		if (!this.hasSent) return undefined;
		const { marks, stopped } = this.world;
		const { started: next } = marksOf(this.delivery.once.key, this.number + 1);
		const elsewhere = (cause: Cause<Why>) => sentElsewhere(this.world, cause);
		return await marks.count(next, stopped).then(
			(entries) => (entries > 0 ? elsewhere({ is: 'keyInDoubt', state: 'goingOn' }) : undefined),
			// If the run was stopped meanwhile, the message is kept back anyway.
			({ message }: Error) =>
				stopped.aborted ? undefined : elsewhere({ is: 'keyNotLookedUp', said: message }),
		);
	}

	/**
	 * Ends the attempt. Others wait as long as this lasts, because the signs of life go on.
	 * @param how `notSent`: the steps that were not sent were certainly not processed
	 */
	async close(how: 'sent' | 'notSent' | 'inDoubt'): Promise<void> {
		const { before } = this;
		const isDoubt = before === 'unclear' || (typeof before === 'object' && 'doubtAt' in before);
		if (how === 'sent') await this.ending(async () => await this.recordSent());
		else if (how === 'inDoubt') await this.leave('inDoubt');
		// What was in doubt before this attempt stays so until a step goes.
		else if (isDoubt && !this.hasSent) await this.leave(before === 'unclear' ? before : 'inDoubt');
		else await this.leave('certain');
	}

	/** Ends an attempt that sent nothing: what was known before it still is. */
	async closeAs(before: Before): Promise<void> {
		this.before = before;
		if (before === 'all') return await this.close('sent');
		if (typeof before === 'object') this.count = 'some' in before ? before.some : before.doubtAt;
		if (!this.isMarked) await this.mark().catch(() => undefined);
		const isUnsaid = before !== 'nothing' && !this.isMarked;
		if (isUnsaid) await this.leave('unclear');
		else await this.close('notSent');
	}

	private async leave(end: End): Promise<void> {
		await this.ending(async () => {
			const { left } = this.marks;
			await this.world.marks.create(left, this.execution, undefined, ends.indexOf(end) + 1);
		});
	}

	private async ending(record: () => Promise<void>): Promise<void> {
		try {
			await record();
		} catch (error) {
			// The key is in doubt anyway: the others find no sign of life.
			this.world.log.warn(
				`n8n could not record what became of a Send Once Key, so it is in doubt: ${(error as Error).message}`,
			);
		}
		this.lease.end();
	}

	private async recordSent(): Promise<void> {
		const { marks, log } = this.world;
		await marks.add(this.marks.started, this.owner, 'sent').catch(async ({ message }: Error) => {
			// The key is in doubt, so the message is not sent again.
			log.warn(`A message was sent, but n8n could not record its Send Once Key: ${message}`);
			await marks.create(this.marks.left, this.execution, undefined, 1);
		});
	}
}
