import { storageRefOf } from '../api/answer';
import type { Outcome } from '../api/outcome';
import type { Exchange } from '../transport/connection';
import type { ExecutionMemory } from '../memory/executionMemory';
import { fileDigest } from '../memory/requestDigest';

/** What an earlier try of the execution got for a file, as if the service had said it just now. */
function answerWith(storageRef: string): Outcome {
	return { kind: 'answer', status: 200, headers: {}, body: { kind: 'json', value: { storageRef } } };
}

/**
 * The exchange of a run in which each file goes to an instance once: whoever needs it while it is on its way
 * or later shares the outcome, failures too. What a message needs is remembered for a retry.
 */
export function oncePerFile(exchange: Exchange, memory: ExecutionMemory): Exchange {
	const uploads = new Map<string, Promise<Outcome>>();
	return async (request) => {
		if (!request.file) return await exchange(request);
		const key = fileDigest(request);
		const known = uploads.get(key);
		if (known) return await known;
		const kept = memory.storageRef(key);
		const upload = kept === undefined ? exchange(request) : Promise.resolve(answerWith(kept));
		uploads.set(key, upload);
		const outcome = await upload;
		const storageRef = storageRefOf(outcome);
		if (request.preliminary && storageRef !== undefined) memory.rememberUpload(key, storageRef);
		return outcome;
	};
}
