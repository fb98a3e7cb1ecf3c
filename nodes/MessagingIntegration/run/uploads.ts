import { storageRefOf } from '../api/answer';
import { FailureError } from '../api/failure';
import { failureOf } from '../api/failureOf';
import { isTemporary, type Outcome } from '../api/outcome';
import type { ServiceRequest } from '../api/request';
import { fileDigest } from '../memory/digests';
import type { Journal } from '../memory/journal';
import type { Connection } from '../n8n/connect';
import { type Allowed, shouldRetry } from '../requests/repeated';

/** The uploads of a run. Each file is uploaded to an instance only once. */
export class Uploads {
	/** By file: the uploads of this run, also when they have ended. */
	private readonly ofThisRun = new Map<string, Promise<Outcome>>();
	/** The files whose upload once had no answer in time. */
	private readonly unanswered = new Set<string>();

	constructor(
		private readonly connection: Connection,
		private readonly journal: Journal,
		private readonly allowed: Allowed,
	) {}

	/**
	 * The outcome of an upload, shared by all items with the same file. A temporary failure is not shared: the next item
	 * tries again, one upload at a time. Two that had no answer in time are, because each further one takes as long.
	 */
	async outcome(request: ServiceRequest): Promise<Outcome> {
		const { ofThisRun } = this;
		const file = fileDigest(request, this.connection.account);
		for (let shared = ofThisRun.get(file); shared; shared = ofThisRun.get(file)) {
			const known = await shared;
			if (ofThisRun.get(file) === shared) return known;
		}
		const own = this.connection.send(request).then((outcome) => {
			// Remove it before the waiting items look, so that one of them tries again.
			if (isTemporary(outcome) && !this.isStuck(file, request, outcome)) ofThisRun.delete(file);
			return outcome;
		});
		ofThisRun.set(file, own);
		return await own;
	}

	/** Whether the upload of a file had no answer in time twice: this one after another one, or because it was repeated. */
	private isStuck(file: string, request: ServiceRequest, outcome: Outcome): boolean {
		const reason = outcome.kind === 'break' ? outcome.reason : outcome.unread?.reason;
		if (reason !== 'timeout' && reason !== 'connectTimeout') return false;
		const isSecond = this.unanswered.has(file) || shouldRetry(request, outcome, 1, this.allowed);
		this.unanswered.add(file);
		return isSecond;
	}

	/** The storageRef for messages with the file, kept for retries. @throws FailureError of an upload that failed */
	async storageRef(request: ServiceRequest): Promise<string> {
		const { storageRefs } = this.journal;
		const file = fileDigest(request, this.connection.account);
		const kept = storageRefs[file];
		if (kept !== undefined) return kept;
		const stored = await this.outcome(request);
		const reference = storageRefOf(stored);
		if (reference === undefined)
			throw new FailureError(failureOf(request, stored, this.connection.account));
		return (storageRefs[file] = reference);
	}

	/** Call if a message with the storageRef was refused. One of an earlier run may be the reason, so it is forgotten. */
	refused(request: ServiceRequest): void {
		const file = fileDigest(request, this.connection.account);
		if (!this.ofThisRun.has(file)) delete this.journal.storageRefs[file];
	}
}
