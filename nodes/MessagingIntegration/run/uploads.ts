import { storageRefOf } from '../api/answer';
import { FailureError } from '../api/failure';
import { failureOf } from '../api/failureOf';
import { isTemporary, type Outcome } from '../api/outcome';
import type { ServiceRequest } from '../api/request';
import { fileDigest } from '../memory/identity';
import type { ExecutionMemory } from '../memory/executionMemory';
import type { Connection } from '../n8n/connect';

/** After so many uploads of a file without an answer, the items with this file fail. */
const enoughUnanswered = 2;

/** The uploads of a run. Each file is uploaded to an instance only once. */
export class Uploads {
	/** By file: the uploads of this run, also when they have ended. */
	private readonly ofThisRun = new Map<string, Promise<Outcome>>();

	/** By file: how many uploads in a row got no answer. */
	private readonly unanswered = new Map<string, number>();

	/** @param maxTries how often the connection sends a request */
	constructor(
		private readonly connection: Connection,
		private readonly memory: ExecutionMemory,
		private readonly maxTries: number,
	) {}

	/**
	 * The outcome of an upload, shared by all items with the same file. A temporary failure is not shared: the next item
	 * tries again, one upload at a time. After two uploads without an answer, the next one would not get one either.
	 */
	async outcome(request: ServiceRequest): Promise<Outcome> {
		const { ofThisRun } = this;
		const file = fileDigest(request);
		for (let shared = ofThisRun.get(file); shared; shared = ofThisRun.get(file)) {
			const known = await shared;
			if (this.isFinal(file, known)) return known;
		}
		const own = this.connection.send(request).then((outcome) => {
			const isUnanswered = outcome.kind === 'break' && outcome.reason === 'timeout';
			const before = this.unanswered.get(file) ?? 0;
			this.unanswered.set(file, isUnanswered ? before + this.maxTries : 0);
			// Remove it before the waiting items look, so that one of them tries again.
			if (!this.isFinal(file, outcome)) ofThisRun.delete(file);
			return outcome;
		});
		ofThisRun.set(file, own);
		return await own;
	}

	private isFinal(file: string, outcome: Outcome): boolean {
		return !isTemporary(outcome) || (this.unanswered.get(file) ?? 0) >= enoughUnanswered;
	}

	/** The storageRef for messages with the file, kept for retries. @throws FailureError of an upload that failed */
	async storageRef(request: ServiceRequest): Promise<string> {
		const { storageRefs } = this.memory;
		const file = fileDigest(request);
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
		const file = fileDigest(request);
		if (!this.ofThisRun.has(file)) delete this.memory.storageRefs[file];
	}
}
