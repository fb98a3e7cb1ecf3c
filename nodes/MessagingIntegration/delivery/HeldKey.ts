// Tests: test/delivery/heldBack.test.ts, test/engine/sendOnce.test.ts
import type { Failure } from './Delivery';
import { onePart } from './Delivery';
import { type End, ends, type Keyed, marksOf, partsOf } from './KeyMarks';
import { sentElsewhere } from './known';
import { Lease } from './Lease';
import type { Before, Plan } from './plan';
import type { Cause, World } from './World';

/** An attempt of this execution. It is held from the first step to the last, so two executions never mix their texts. */
export class HeldKey<Why> {
	private readonly lease: Lease<Why>;
	/** How many steps were sent, or count as sent, in all attempts. */
	private count = 0;
	/** Whether `progress` says so. */
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
		const { progress } = this.marks;
		if (isMarked) await world.marks.add(progress, parts, `sent ${count}`);
		else await world.marks.create(progress, parts, undefined, count + 1);
		this.isMarked = true;
	}

	/**
	 * Call before each message. While this execution showed no sign of life, another one may have taken it for dead. Then
	 * that one goes on with the delivery. Of the first message, it knows that it may have arrived.
	 * @returns why the message must not go
	 */
	async lost(): Promise<Failure<Why> | undefined> {
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
		// Nobody knows at which step it is, if that could not be recorded.
		if (before !== 'nothing' && !this.isMarked) this.before = 'unclear';
		await this.close('notSent');
	}

	private async leave(end: End): Promise<void> {
		await this.ending(async () => {
			const { outcome } = this.marks;
			await this.world.marks.create(outcome, this.execution, undefined, ends.indexOf(end) + 1);
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
			await marks.create(this.marks.outcome, this.execution, undefined, 1);
		});
	}
}
