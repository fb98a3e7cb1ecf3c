// Tests: test/engine/secondRetries.test.ts
import type { Failure } from './Delivery';
import type { Journal } from './journal';
import { sentElsewhere } from './known';
import type { Cause, World } from './World';

/**
 * The beginning of such a mark's name. The node's id is no part of it, because a node that was cut and pasted is still the
 * same task. Only of an execution that failed before it came to the node, the journal's id has the node's.
 */
export const ofRetries = 'retry of ';

/**
 * Of several retries of an execution, only the first that sends something may send. The others save the same id, so that
 * this also holds for their later passes and their own retries.
 */
export class ClaimOfRetry<Why> {
	private answer: Promise<Failure<Why> | undefined> | undefined;
	private looked: Promise<Failure<Why> | undefined> | undefined;
	/** Why this retry must not send, as far as it is known: another one may have sent all that this one does not. */
	found: Failure<Why> | undefined;

	constructor(
		private readonly journal: Journal<Why>,
		private readonly world: World<Why>,
	) {}

	/** Call before each request of a run. @returns why it must not send; undefined unless another retry was first */
	async make(): Promise<Failure<Why> | undefined> {
		this.answer ??= this.find(async (name) => {
			const { claimant, marks, stopped } = this.world;
			// Several calls of a tool can begin at the same moment. They claim together.
			return await marks.create(name, claimant, stopped);
		});
		return (this.found = await this.answer);
	}

	/** For whoever sends nothing, now or in a dry run: another retry may still be the first. */
	async look(): Promise<Failure<Why> | undefined> {
		this.looked ??= this.find(async (name) => {
			const { claimant, marks, stopped } = this.world;
			// Another call of the tool, in this execution, may have claimed it: then the mark, which is there, is its own.
			return (
				(await marks.count(name, stopped)) === 0 || (await marks.create(name, claimant, stopped))
			);
		}, true);
		const looked = await this.looked;
		// The mark may be of this run meanwhile.
		return (this.found = this.answer ? await this.answer : looked);
	}

	private async find(
		isFree: (name: string) => Promise<boolean>,
		onlyLooks = false,
	): Promise<Failure<Why> | undefined> {
		const { journal, world } = this;
		const { retried } = journal;
		if (!retried) return undefined;
		const unknown = (cause: Cause<Why>) => sentElsewhere(world, cause);
		const isFirst = await isFree(ofRetries + journal.id).catch(
			(error: Error): boolean | Failure<Why> => {
				if (world.marks.isMissing(error)) return true;
				if (world.stopped.aborted) return unknown({ is: 'stopped', mayBeSent: true });
				return unknown({ is: 'retryNotRecorded', said: error.message });
			},
		);
		if (typeof isFirst === 'object') return isFirst;
		if (!isFirst) return unknown({ is: 'retriedBefore', execution: retried.of });
		if (!onlyLooks) journal.claimed();
		return undefined;
	}
}
