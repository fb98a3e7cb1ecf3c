import type { Attempts, Effect } from './Attempts';
import type { Request, Verdict } from './Delivery';
import type { Journal } from './journal';

/** The uploads of a run. Each file is uploaded only once, by one delivery at a time. */
export class Uploads {
	/** By the id of a file: how its upload ended. */
	private readonly ended = new Map<string, Verdict>();
	private readonly inProgress = new Map<string, Promise<Verdict>>();
	/** By the id of a file: its attempts, until they have ended. They go on after the service asked to slow down. */
	private readonly attempts = new Map<string, Attempts>();

	constructor(
		private readonly journal: Journal,
		private readonly newAttempts: () => Attempts,
	) {}

	/** Whether nothing is left to upload. @param isForMessage whether a reference of an earlier run will do */
	isKnown(id: string, isForMessage: boolean): boolean {
		return this.ended.has(id) || (isForMessage && this.journal.references[id] !== undefined);
	}

	/** Undefined if they have ended. */
	attemptsOf(id: string): Attempts | undefined {
		return this.attempts.get(id);
	}

	/** All that need the file share the verdict. @param isForMessage then retries use the reference, too */
	async upload(id: string, request: Request, isForMessage: boolean): Promise<Verdict> {
		const kept = isForMessage ? this.journal.references[id] : undefined;
		const known = this.ended.get(id);
		if (known) return known;
		if (kept !== undefined) return { is: 'accepted', answers: [], reference: kept };
		const verdict = await (this.inProgress.get(id) ??
			this.begin(id, request, isForMessage ? 'preparation' : 'delivery'));
		if (isForMessage && verdict.is === 'accepted' && verdict.reference !== undefined)
			this.journal.references[id] = verdict.reference;
		return verdict;
	}

	private async begin(id: string, request: Request, effect: Effect): Promise<Verdict> {
		const attempts = this.attempts.get(id) ?? this.newAttempts();
		this.attempts.set(id, attempts);
		const upload = attempts.send(request, effect).finally(() => this.inProgress.delete(id));
		this.inProgress.set(id, upload);
		const verdict = await upload;
		if (verdict.is === 'slowDown') return verdict;
		this.attempts.delete(id);
		this.ended.set(id, verdict);
		return verdict;
	}

	/**
	 * Call if the service refused a message with the file: its reference may have expired, or be good for a few messages
	 * only. The next run uploads the file again. This one does so only if the reference is of an earlier run, because one
	 * that it got itself was good a moment ago.
	 */
	wasRefused(id: string): void {
		delete this.journal.references[id];
	}
}
