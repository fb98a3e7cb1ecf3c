import { storageRefOf } from '../api/answer';
import { FailureError } from '../api/failure';
import { failureOf } from '../api/failureOf';
import type { Outcome } from '../api/outcome';
import type { ServiceRequest } from '../api/request';
import { fileDigest } from '../memory/digests';
import type { ExecutionMemory } from '../memory/executionMemory';
import type { Connection } from '../n8n/connect';
import { isTemporary } from '../requests/attempts';

/** The uploads of a run. Each file is uploaded to an instance only once. */
export interface Uploads {
	/** The outcome of an upload, shared by all items with the same file. */
	outcome: (upload: ServiceRequest) => Promise<Outcome>;
	/** The storageRef for messages with the file, kept for retries. @throws FailureError of an upload that failed */
	storageRef: (upload: ServiceRequest) => Promise<string>;
	/** Call if a message with the storageRef was refused. One of an earlier run may be the reason, so it is forgotten. */
	refused: (upload: ServiceRequest) => void;
}

/** A temporary failure is not shared: the next item with the same file tries again, one upload at a time. */
export function uploadOnce(
	{ send, account }: Pick<Connection, 'send' | 'account'>,
	memory: ExecutionMemory,
): Uploads {
	/** By file: the uploads of this run, also when they have ended. */
	const ofThisRun = new Map<string, Promise<Outcome>>();

	const upload = async (request: ServiceRequest, file: string): Promise<Outcome> => {
		const outcome = await send(request);
		// Remove it before the waiting items look, so that one of them tries again.
		if (isTemporary(outcome)) ofThisRun.delete(file);
		return outcome;
	};

	const outcome = async (request: ServiceRequest): Promise<Outcome> => {
		const file = fileDigest(request);
		for (let shared = ofThisRun.get(file); shared; shared = ofThisRun.get(file)) {
			const known = await shared;
			if (!isTemporary(known)) return known;
		}
		const own = upload(request, file);
		ofThisRun.set(file, own);
		return await own;
	};

	const storageRef = async (request: ServiceRequest): Promise<string> => {
		const file = fileDigest(request);
		const kept = memory.storageRef(file);
		if (kept !== undefined) return kept;
		const stored = await outcome(request);
		const reference = storageRefOf(stored);
		if (reference === undefined) throw new FailureError(failureOf(request, stored, account));
		memory.rememberUpload(file, reference);
		return reference;
	};

	const refused = (request: ServiceRequest) => {
		const file = fileDigest(request);
		if (!ofThisRun.has(file)) memory.forgetUpload(file);
	};

	return { outcome, storageRef, refused };
}
