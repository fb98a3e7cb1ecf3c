import { storageRefOf } from '../api/answer';
import { FailureError } from '../api/failure';
import { failureOf } from '../api/failureOf';
import type { Outcome } from '../api/outcome';
import type { ServiceRequest } from '../api/request';
import { fileDigest } from '../memory/identity';
import type { ExecutionMemory } from '../memory/executionMemory';
import type { Connection } from '../n8n/connect';
import { isTemporary } from '../requests/repeated';

/** The uploads of a run. Each file is uploaded to an instance only once. */
export class Uploads {
	/** By file: the uploads of this run, also when they have ended. */
	private readonly ofThisRun = new Map<string, Promise<Outcome>>();

	constructor(
		private readonly connection: Connection,
		private readonly memory: ExecutionMemory,
	) {}

	/**
	 * The outcome of an upload, shared by all items with the same file. A temporary failure is not shared: the next item
	 * tries again, one upload at a time.
	 */
	async outcome(request: ServiceRequest): Promise<Outcome> {
		const { ofThisRun } = this;
		const file = fileDigest(request);
		for (let shared = ofThisRun.get(file); shared; shared = ofThisRun.get(file)) {
			const known = await shared;
			if (!isTemporary(known)) return known;
		}
		const own = this.connection.send(request).then((outcome) => {
			// Remove it before the waiting items look, so that one of them tries again.
			if (isTemporary(outcome)) ofThisRun.delete(file);
			return outcome;
		});
		ofThisRun.set(file, own);
		return await own;
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
