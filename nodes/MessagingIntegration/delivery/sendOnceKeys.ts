// Tests: test/delivery/lateStatements.test.ts, test/engine/sendOnce.test.ts
import type { Delivery, Failure } from './Delivery';
import { HeldKey } from './HeldKey';
import type { Journal } from './journal';
import { type Keyed, KeyMarks, marksOf, type Waited } from './KeyMarks';
import { both, type Known, nothingKnown, planOf } from './known';
import { key as numbers } from './numbers';
import type { Plan } from './plan';
import type { Policy, World } from './World';

/** What becomes of a key: it is held, it is only known, or nobody knows. */
export type KeyAnswer<Why> =
	/** @property held if steps are to be sent or counted */
	| { is: 'known'; known: Known<Why>; held?: HeldKey<Why> }
	/** @property known what the key knows nevertheless */
	| { is: 'failed'; failure: Failure<Why>; known?: Known<Why> }
	/** Another execution makes an attempt. */
	| { is: 'busy'; attempt: number };

const acts = ({ do: what }: Plan) => what === 'send' || what === 'countAll';

/** The Send Once Keys of a run: each delivery goes only once, across all executions of the node on all workers. */
export class SendOnceKeys<Why> {
	/** By key: the newest attempt that this run has seen. */
	private readonly newest = new Map<string, number>();
	readonly marks: KeyMarks<Why>;

	/** @param execution n8n's id of it */
	constructor(
		private readonly world: World<Why>,
		private readonly policy: Pick<Policy, 'whenUnsure'>,
		private readonly execution: string,
	) {
		this.marks = new KeyMarks(world, policy, execution);
	}

	private planOf(known: Known<Why>): Plan {
		return planOf(known, this.policy.whenUnsure);
	}

	/**
	 * Begins an attempt, if anything is to be sent or counted and no other execution makes one. Nobody waits here: two
	 * executions that hold keys would wait for each other.
	 * @param own what this execution knows of the delivery besides
	 */
	async begin(delivery: Keyed<Why>, own: Known<Why>, waited?: Waited): Promise<KeyAnswer<Why>> {
		const { world } = this;
		const { key } = delivery.once;
		let number = this.newest.get(key) ?? 0;
		for (;;) {
			const attempt = await this.marks.read(delivery, number, waited);
			if ('why' in attempt) return { is: 'failed', failure: attempt };
			if (attempt.is === 'busy') return { is: 'busy', attempt: number };
			const before = attempt.is === 'over' ? attempt.known : nothingKnown;
			const known = both(own, before);
			if (!acts(this.planOf(known))) return { is: 'known', known };
			const owner = world.newId();
			const { started } = marksOf(key, number + 1);
			const created = await world.marks
				.create(started, owner, world.stopped)
				.catch((error: Error) => this.notBegun(error));
			if (typeof created === 'object') return { is: 'failed', failure: created, known };
			if (!created) {
				const newest = await this.marks.newestFrom(key, number + 1);
				if (typeof newest === 'object') return { is: 'failed', failure: newest };
				this.newest.set(key, (number = newest));
				continue;
			}
			this.newest.set(key, number + 1);
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
	): Promise<KeyAnswer<Why>> {
		let now = before;
		if (silent !== undefined) {
			const again = await this.marks.read(delivery, silent, undefined, true);
			if ('why' in again) {
				await held.closeAs(before.before);
				return { is: 'failed', failure: again };
			}
			if (again.is === 'over') now = again.known;
		}
		const known = both(own, now);
		const plan = this.planOf(known);
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
	async look(delivery: Keyed<Why>, own: Known<Why>): Promise<KeyAnswer<Why>> {
		const { key } = delivery.once;
		for (let from = 0; ; ) {
			const newest = await this.marks.newestFrom(key, from);
			if (typeof newest === 'object') return { is: 'failed', failure: newest };
			const waited = await this.marks.whileBusy(key, newest, this.world.stopped);
			if ('why' in waited) return { is: 'failed', failure: waited };
			const attempt = await this.marks.read(delivery, newest, waited);
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
}
