import { storageRefOf } from '../api/answer';
import type { Outcome } from '../api/outcome';
import type { ServiceRequest } from '../api/request';
import type { Exchange } from '../transport/connection';
import type { ExecutionMemory } from '../memory/executionMemory';
import { fileDigest } from '../memory/requestDigest';
import { isTemporary } from './retry';

/** What an earlier try of the execution got for a file, as if the service had said it just now. */
function answerWith(storageRef: string): Outcome {
	return { kind: 'answer', status: 200, headers: {}, body: { kind: 'json', value: { storageRef } } };
}

/**
 * The exchange of a run in which each file is uploaded to an instance once: whoever needs it while it is under way
 * or later shares the outcome. A failure that may pass is not shared: the next item tries for itself. What a
 * message needs is remembered for a retry.
 */
export function oncePerFile(exchange: Exchange, memory: ExecutionMemory): Exchange {
	const uploads = new Map<string, Promise<Outcome>>();

	const upload = async (request: ServiceRequest, key: string): Promise<Outcome> => {
		const kept = memory.storageRef(key);
		const outcome = kept === undefined ? await exchange(request) : answerWith(kept);
		// Whoever waits for it must find it gone.
		if (isTemporary(outcome)) uploads.delete(key);
		const storageRef = storageRefOf(outcome);
		if (request.preliminary && storageRef !== undefined) memory.rememberUpload(key, storageRef);
		return outcome;
	};

	return async (request) => {
		if (!request.file) return await exchange(request);
		const key = fileDigest(request);
		for (let shared = uploads.get(key); shared; shared = uploads.get(key)) {
			const outcome = await shared;
			if (!isTemporary(outcome)) return outcome;
		}
		const own = upload(request, key);
		uploads.set(key, own);
		return await own;
	};
}
